// Options of `run --local`.
import type { OptionDeclaration } from "../commands/command.ts";
import { FILE_OPTION } from "../projectFile/file.ts";

export const DATA_FOLDER = ".plumbline";
/** Name of the file, in the data folder, with the report of the last command that did not pass. */
export const REPORT_FILE = "report.html";
export const SERVE_TIMEOUT = "2m";
export const DATA_TIMEOUT = "10m";

export const LOCAL_OPTIONS: readonly OptionDeclaration[] = [
  {
    flags: "--local",
    description: "start the whole service for this command; --url is then the site's address",
  },
  { flags: "--serve <command>", description: "with --local: command that starts the site; it is stopped at the end" },
  { flags: "--serve-timeout <time>", description: `how long to wait for the site (${SERVE_TIMEOUT})` },
  { flags: "--data <folder>", description: `with --local: folder to keep between CI jobs (${DATA_FOLDER})` },
  {
    flags: "--data-timeout <time>",
    description: `how long to wait if another run --local uses that folder (${DATA_TIMEOUT})`,
  },
  {
    flags: "--create-baselines",
    description: "with --local: create baselines on a branch that has none",
  },
  { flags: "--service <folder>", description: "with --local: the clone of Plumbline to start (PLUMBLINE_SERVICE)" },
  {
    flags: "--exec <command>",
    description: "with --local: another command to run while the service is up, such as your own tests",
  },
  FILE_OPTION,
];
