import { CLIENT_EXIT } from "../client/exit.ts";
import { withContents } from "../projectFile/below.ts";
import { FILE_OPTION, requireFile } from "../projectFile/file.ts";
import { sendConfig } from "../projectFile/send.ts";
import { planLines } from "../projectFile/show.ts";
import { valuesFor } from "../projectFile/values.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

export const PRUNE_OPTION = {
  flags: "--prune",
  description: "also delete what the file's sections do not name",
} as const;

export const planCommand: CommandDeclaration = {
  name: "plan",
  summary: "show what applying plumbline.yml would change; exits with 6 where something differs",
  options: [FILE_OPTION, PRUNE_OPTION],
  example: "plumbline plan",
  async run({ options, settings, service, out, env, cwd }) {
    const opened = await requireFile(cwd, textOf(options, "file"));
    const { config } = await withContents(opened.config, opened.folder);
    const { values, missing } = valuesFor(config, env);
    const prune = options.prune === true;
    const plan = await sendConfig(service, { project: settings.project, config, mode: "plan", prune, values });
    const exit = plan.changes.length > 0 ? CLIENT_EXIT.differs : CLIENT_EXIT.passed;
    out.answer({ ...plan, exit }, planLines(plan));
    if (missing.length > 0) out.note(`Not set here, so their values were not compared: ${missing.join(", ")}.`);
    return exit;
  },
};
