import { writeFile } from "node:fs/promises";
import path from "node:path";
import { FORMATS } from "../../domain/import/formats.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { importPlaywright } from "../import/playwright.ts";
import { textOfSource } from "../import/source.ts";
import type { Output } from "../output.ts";
import { FILE_NAME, FILE_OPTION, openFile } from "../projectFile/file.ts";
import { join } from "../projectFile/join.ts";
import { readConfig } from "../projectFile/send.ts";
import type { Config, View } from "../projectFile/types.ts";
import { newFileText } from "../projectFile/write.ts";
import { allBelow, FEATURES_FOLDER, writeBelow } from "../projectFile/writeBelow.ts";
import { applyFile } from "./apply.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

/** Not converted into the file: a folder of pictures. */
const PICTURES = "playwright";

export const importCommand: CommandDeclaration = {
  name: "import",
  summary: "import another tool's configuration from a file or an address, or Playwright screenshots",
  args: "<format> <source>",
  options: [
    FILE_OPTION,
    { flags: "--apply", description: "apply the file immediately; for screenshots: upload them" },
    { flags: "--browser <name>", description: "browser of screenshots whose names have none; default chromium" },
  ],
  example: "plumbline import storybook storybook-static/index.json",
  async run(use) {
    const { options, settings, service, out, cwd } = use;
    const [format = "", source = ""] = use.args;
    if (format === PICTURES) return importPlaywright(use, source);
    if (!FORMATS.some((one) => one === format))
      throw wrongUse(`"${format}" is not a supported format: use ${[...FORMATS, PICTURES].join(", ")}.`);
    const text = await textOfSource(source, cwd);
    const { leftOut, ...converted } = await service.post("/api/config/convert", { body: { format, text } });
    const sections: Config = converted.sections;
    const name = textOf(options, "file") ?? FILE_NAME;
    const file = path.resolve(cwd, name);
    const opened = await openFile(cwd, name);
    const { features, ...own } = sections;
    const folder = typeof opened?.config.features === "string" ? opened.config.features : FEATURES_FOLDER;
    if (features) await writeFeaturesOnce(features as View[], path.resolve(path.dirname(file), folder), own, folder);
    const added: string[] = [];
    const kept: string[] = [];
    if (opened) {
      join(opened.document, own, added, kept);
      await writeFile(file, opened.document.toString({ lineWidth: 0 }));
    } else {
      const { file: there } = await readConfig(service, settings.project);
      const config: Config = { version: 1, project: { slug: there.project?.slug }, ...own };
      for (const one of (own.scenarios ?? []) as View[]) added.push(String(one.label));
      await writeFile(file, await newFileText(config, `${service.url}/api/config/schema`));
    }
    const lines = [
      `${name}: ${added.length} added${kept.length > 0 ? `, ${kept.length} already there and kept` : ""}.`,
      ...(leftOut.length > 0 ? ["", "Not imported:"] : []),
      ...leftOut.map((one) => `  ${one.path === "" ? "" : `${one.path}: `}${one.reason}`),
    ];
    out.answer({ file: name, added, kept, features: ((features ?? []) as View[]).map(({ id }) => id), leftOut }, lines);
    if (options.apply === true) return applyFile({ ...use, out: notesOnly(out) });
    out.note('Check it, then run "plumbline plan".');
    return CLIENT_EXIT.passed;
  },
};

/** Writes the features, and says in `own` where they are. */
async function writeFeaturesOnce(features: View[], below: string, own: Config, folder: string): Promise<void> {
  const found = { features };
  const places = { features: new Map(), steps: new Map(), tracking: null };
  await writeBelow(allBelow(found), found, { features: below, places });
  own.features = folder;
}

/** What is applied is told beside the answer of the import, which stays the only one. */
const notesOnly = (out: Output): Output => ({
  ...out,
  answer: (_json, lines) => {
    for (const line of lines) out.note(line);
  },
});
