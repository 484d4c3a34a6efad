// The command groups of `npm run -s admin --`.
import { Command } from "commander";
import { withUsageErrors } from "../usage.ts";
import { addAdvisories } from "./advisories.ts";
import { addArtifacts } from "./artifacts.ts";
import { addBackup } from "./backup.ts";
import { addBaselines } from "./baselines.ts";
import { addDeploy } from "./deploy.ts";
import { addEnvironments } from "./environments.ts";
import { addFeatures } from "./features.ts";
import { addHosts } from "./hosts.ts";
import { addKeys } from "./keys.ts";
import { addOrganisations } from "./organisations.ts";
import { addProjects } from "./projects.ts";
import { addRetention } from "./retention.ts";
import { addRules } from "./rules.ts";
import { addScenarios } from "./scenarios.ts";
import { addTemporalUi } from "./temporalUi.ts";
import { addTracking } from "./tracking.ts";
import { addUsers } from "./users.ts";

const AFTER_HELP = `
The database is MONGODB_URI, or that of the running service. Results go to stdout, notes to stderr.
Exit codes: 0 done, 1 refused, 2 usage error, 5 database not reachable.`;

export function adminProgram(json = false): Command {
  const program = withUsageErrors(new Command("npm run -s admin --"), json)
    .description("Administration of Plumbline")
    .addHelpText("after", AFTER_HELP);
  for (const add of [
    addProjects,
    addEnvironments,
    addScenarios,
    addFeatures,
    addRules,
    addBaselines,
    addTracking,
    addKeys,
    addHosts,
    addUsers,
    addOrganisations,
    addBackup,
    addAdvisories,
    addRetention,
    addArtifacts,
    addDeploy,
    addTemporalUi,
  ])
    add(program);
  return program;
}
