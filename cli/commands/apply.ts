import { CLIENT_EXIT, type ClientExit, wrongUse } from "../client/exit.ts";
import { FILE_OPTION } from "../projectFile/file.ts";
import { sendConfig } from "../projectFile/send.ts";
import { countLine, planLines } from "../projectFile/show.ts";
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
  const sent = { ...wanted, project: settings.project, prune: options.prune === true };
  const plan = await sendConfig(service, { ...sent, mode: "plan" });
  for (const line of plan.changes.length > 0 ? planLines(plan) : []) out.note(line);
  const applied = await sendConfig(service, { ...sent, mode: "apply", expected: plan.state });
  const refused = applied.refused.map(
    ({ kind, name, message }) => `Not done: ${kind} ${JSON.stringify(name)}: ${message}`,
  );
  const done = applied.changes.filter(
    ({ kind, name }) => !applied.refused.some((one) => one.kind === kind && one.name === name),
  );
  const said = applied.changes.length > 0 ? [countLine(done, ["created", "changed", "deleted"])] : planLines(applied);
  const exit = refused.length > 0 ? CLIENT_EXIT.errored : CLIENT_EXIT.passed;
  out.answer({ ...applied, exit }, [...said, ...refused]);
  return exit;
}
