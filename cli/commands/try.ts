import { LOCAL_OPTIONS } from "../local/options.ts";
import { REPORT_OPTIONS } from "../reports/index.ts";
import type { CommandDeclaration } from "./command.ts";
import { TIMEOUT_OPTION } from "./seeEnd.ts";

/** Those of `run --local` that start site and service. */
const STARTS = LOCAL_OPTIONS.filter(({ flags }) => /^--(?:serve|serve-timeout|service) /.test(flags)).map((one) => ({
  ...one,
  description: one.description.replace("with --local: ", ""),
}));

export const tryCommand: CommandDeclaration = {
  name: "try",
  summary:
    "test with the configurations of other tools that a repository has, without writing a file into it: BackstopJS, Lighthouse CI, pa11y-ci, Storybook, Playwright screenshots",
  options: [
    { flags: "--url <address>", description: "the site, instead of the one that the configurations name" },
    ...STARTS,
    TIMEOUT_OPTION,
    ...REPORT_OPTIONS,
  ],
  example: 'plumbline try --serve "npm run preview" --url http://localhost:4173',
  async run(use) {
    const { tryRepository } = await import("../try/tryRepository.ts");
    return tryRepository(use);
  },
};
