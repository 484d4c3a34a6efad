import { writeFile } from "node:fs/promises";
import path from "node:path";
import { CLIENT_EXIT } from "../client/exit.ts";
import { FILE_NAME, FILE_OPTION, openFile } from "../projectFile/file.ts";
import { readConfig, sendConfig } from "../projectFile/send.ts";
import { countLine } from "../projectFile/show.ts";
import { bringIn, newFileText } from "../projectFile/write.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

export const pullCommand: CommandDeclaration = {
  name: "pull",
  summary: "write the project's configuration into plumbline.yml; of a file that is there only its own sections",
  options: [FILE_OPTION],
  example: "plumbline pull --project shop",
  async run({ options, settings, service, out, cwd }) {
    const name = textOf(options, "file") ?? FILE_NAME;
    const opened = await openFile(cwd, name);
    const { project } = settings;
    if (!opened) {
      const { file } = await readConfig(service, project);
      await writeFile(path.resolve(cwd, name), await newFileText(file, `${service.url}/api/config/schema`));
      out.answer({ file: name, written: true }, [`${name} written.`]);
      return CLIENT_EXIT.passed;
    }
    // What applying the file would change is what the file has wrong.
    const { config, document } = opened;
    const { changes } = await sendConfig(service, { project, config, mode: "plan", prune: true });
    if (changes.length > 0) {
      const { file } = await readConfig(service, project ?? config.project?.slug ?? null);
      bringIn(document, changes, file);
      await writeFile(opened.file, document.toString({ lineWidth: 0 }));
    }
    const turned = changes.map((one) => ({ ...one, action: TURNED[one.action] }));
    const said =
      changes.length > 0 ? `${name}: ${countLine(turned, ["added", "changed", "removed"])}` : `${name} is up to date.`;
    out.answer({ file: name, written: changes.length > 0, changes: turned }, [said]);
    return CLIENT_EXIT.passed;
  },
};

/** What is to be created there is removed here. */
const TURNED = { create: "delete", change: "change", delete: "create" } as const;
