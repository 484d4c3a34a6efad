import { CLIENT_EXIT } from "../client/exit.ts";
import { namedProject } from "../client/settings.ts";
import { FILE_OPTION } from "../projectFile/file.ts";
import { sendConfig } from "../projectFile/send.ts";
import { planLines } from "../projectFile/show.ts";
import { BRANCH_OPTION, readWanted } from "../projectFile/wanted.ts";
import type { CommandDeclaration } from "./command.ts";

export const PRUNE_OPTION = {
  flags: "--prune",
  description: "also delete what is missing from the file's sections",
} as const;

export const planCommand: CommandDeclaration = {
  name: "plan",
  summary: "show what applying plumbline.yml would change; exits with 6 if something differs",
  options: [FILE_OPTION, PRUNE_OPTION, BRANCH_OPTION],
  example: "plumbline plan",
  async run(use) {
    const { options, settings, service, out } = use;
    const { missing, ...wanted } = await readWanted(use);
    const prune = options.prune === true;
    const plan = await sendConfig(service, { ...wanted, project: namedProject(settings), mode: "plan", prune });
    const exit = plan.changes.length > 0 ? CLIENT_EXIT.differs : CLIENT_EXIT.passed;
    out.answer({ ...plan, exit }, planLines(plan));
    if (missing.length > 0) out.note(`Not set here, so their values were not compared: ${missing.join(", ")}.`);
    return exit;
  },
};
