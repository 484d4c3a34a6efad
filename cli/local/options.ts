// Options of `run --local`.
import type { OptionDeclaration } from "../commands/command.ts";
import { FILE_OPTION } from "../projectFile/file.ts";

export const DATA_FOLDER = ".plumbline";
export const SERVE_TIMEOUT = "2m";
export const DATA_TIMEOUT = "10m";

export const LOCAL_OPTIONS: readonly OptionDeclaration[] = [
  {
    flags: "--local",
    description: "bring the whole service up for the time of this command; --url is the site's address then",
  },
  { flags: "--serve <command>", description: "with --local: start the site so, and stop it at the end" },
  { flags: "--serve-timeout <time>", description: `how long the site may take until it answers (${SERVE_TIMEOUT})` },
  { flags: "--data <folder>", description: `with --local: what CI should keep between jobs (${DATA_FOLDER})` },
  {
    flags: "--data-timeout <time>",
    description: `how long to wait where another run --local uses that folder (${DATA_TIMEOUT})`,
  },
  { flags: "--service <folder>", description: "with --local: the clone of Plumbline to start (PLUMBLINE_SERVICE)" },
  {
    flags: "--exec <command>",
    description:
      "with --local: a further command to run while the service is up, such as your own tests that use its key",
  },
  FILE_OPTION,
];
