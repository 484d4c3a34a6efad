import { LOCAL_OPTIONS } from "../local/options.ts";
import { REPORT_OPTIONS } from "../reports/index.ts";
import type { CommandDeclaration } from "./command.ts";
import { TIMEOUT_OPTION } from "./seeEnd.ts";

/** The options of `run --local` that start the site and the service. */
const STARTS = LOCAL_OPTIONS.filter(({ flags }) => /^--(?:serve|serve-timeout|service) /.test(flags)).map((one) => ({
  ...one,
  description: one.description.replace("with --local: ", ""),
}));

/** Only reports that make sense for a single trial: no pull request comment and no code scanning. */
const REPORTS = REPORT_OPTIONS.filter(({ flags }) => /^--(?:junit|html) /.test(flags));

export const tryCommand: CommandDeclaration = {
  name: "try",
  summary: "test a repository from its configuration of other tools, without writing files into it",
  options: [
    { flags: "--url <address>", description: "address of the site; overrides the configurations" },
    ...STARTS,
    TIMEOUT_OPTION,
    ...REPORTS,
  ],
  example: 'plumbline try --serve "npm run preview" --url http://localhost:4173',
  async run(use) {
    const { tryRepository } = await import("../try/tryRepository.ts");
    return tryRepository(use);
  },
};
