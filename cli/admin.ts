#!/usr/bin/env node
// The administrator's command: `npm run -s admin -- <group> <command>`. It works on the service's database through the same
// operations as the API, so the same rules hold, and it may run beside it at any time.
import { enableCompileCache } from "node:module";
import { Command, CommanderError } from "commander";
import { addBaselines } from "./admin/baselines.ts";
import { addEnvironments } from "./admin/environments.ts";
import { addFeatures } from "./admin/features.ts";
import { addKeys } from "./admin/keys.ts";
import { addOrganisations } from "./admin/organisations.ts";
import { addProjects } from "./admin/projects.ts";
import { addRules } from "./admin/rules.ts";
import { addScenarios } from "./admin/scenarios.ts";
import { addTemporalUi } from "./admin/temporalUi.ts";
import { addTracking } from "./admin/tracking.ts";
import { addUsers } from "./admin/users.ts";
import { EXIT, failureOf } from "./exit.ts";
import { writeFailure } from "./output.ts";

// The database driver is loaded later, by the commands that need it: from the cache that takes 0.2 s less.
enableCompileCache();

const AFTER_HELP = `
The database is MONGODB_URI, else that of the running service. Answers go to stdout, remarks to stderr.
Exit codes: 0 done, 1 refused, 2 wrong use, 5 database not reachable.`;

function makeProgram(): Command {
  const program = new Command("npm run -s admin --")
    .description("Administration of Plumbline")
    .addHelpText("after", AFTER_HELP)
    .showHelpAfterError("(add --help for the options)")
    .exitOverride();
  for (const add of [
    addProjects,
    addEnvironments,
    addScenarios,
    addFeatures,
    addRules,
    addBaselines,
    addTracking,
    addKeys,
    addUsers,
    addOrganisations,
    addTemporalUi,
  ])
    add(program);
  return program;
}

async function main(argv: string[]): Promise<number> {
  try {
    await makeProgram().parseAsync(argv, { from: "user" });
    return EXIT.ok;
  } catch (error) {
    // commander has written its own message by then; asking for help is no mistake.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    const failure = failureOf(error);
    writeFailure(failure, argv.includes("--json"));
    return failure.exit;
  }
}

// A reader that goes away (`| head -1`) is no failure of the command.
process.stdout.on("error", (error) => {
  if ("code" in error && error.code === "EPIPE") process.exit(EXIT.ok);
  throw error;
});
process.exitCode = await main(process.argv.slice(2));
