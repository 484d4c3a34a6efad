import { type ClientExit, wrongUse } from "../client/exit.ts";
import { namedProject } from "../client/settings.ts";
import { FILE_OPTION } from "../projectFile/file.ts";
import { sendConfig } from "../projectFile/send.ts";
import { answerApplied, planLines } from "../projectFile/show.ts";
import { BRANCH_OPTION, readWanted } from "../projectFile/wanted.ts";
import type { CommandDeclaration, CommandUse } from "./command.ts";
import { PRUNE_OPTION } from "./plan.ts";

export const applyCommand: CommandDeclaration = {
  name: "apply",
  summary: "apply plumbline.yml to the project",
  options: [FILE_OPTION, PRUNE_OPTION, BRANCH_OPTION],
  example: "plumbline apply --prune",
  run: applyFile,
};

/** Plans, shows the plan, and applies exactly that plan. */
export async function applyFile(use: CommandUse): Promise<ClientExit> {
  const { options, settings, service, out } = use;
  const { missing, ...wanted } = await readWanted(use);
  if (missing.length > 0)
    throw wrongUse(`The file reads access data from variables that are not set: ${missing.join(", ")}.`);
  const sent = { ...wanted, project: namedProject(settings), prune: options.prune === true };
  const plan = await sendConfig(service, { ...sent, mode: "plan" });
  for (const line of plan.changes.length > 0 ? planLines(plan) : []) out.note(line);
  return answerApplied(out, await sendConfig(service, { ...sent, mode: "apply", expected: plan.state }));
}
