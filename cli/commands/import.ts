import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { FILE_NAME, FILE_OPTION, openFile } from "../projectFile/file.ts";
import { join } from "../projectFile/join.ts";
import { readConfig } from "../projectFile/send.ts";
import type { Config, View } from "../projectFile/types.ts";
import { newFileText } from "../projectFile/write.ts";
import { allBelow, FEATURES_FOLDER, writeBelow } from "../projectFile/writeBelow.ts";
import { type CommandDeclaration, textOf } from "./command.ts";

export const FORMATS = [
  "backstopjs",
  "storybook",
  "sitemap",
  "lighthouserc",
  "lighthouse-budget",
  "pa11y-ci",
  "chrome-recorder",
] as const;
const MOST_BYTES = 1_000_000;

type Converted = { sections: Config; leftOut: { path: string; reason: string }[] };

export const importCommand: CommandDeclaration = {
  name: "import",
  summary: "take the configuration of another tool over into plumbline.yml",
  args: "<format> <file>",
  options: [FILE_OPTION],
  example: "plumbline import storybook storybook-static/index.json",
  async run({ args: [format = "", source = ""], options, settings, service, out, cwd }) {
    if (!FORMATS.some((one) => one === format)) throw wrongUse(`"${format}" is no format: use ${FORMATS.join(", ")}.`);
    const text = await textOfSource(path.resolve(cwd, source), source);
    const { sections, leftOut } = await service.post<Converted>("/api/config/convert", { body: { format, text } });
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
      `${name}: ${added.length} added${kept.length > 0 ? `, ${kept.length} there already and kept` : ""}.`,
      ...(leftOut.length > 0 ? ["", "Not taken over:"] : []),
      ...leftOut.map((one) => `  ${one.path === "" ? "" : `${one.path}: `}${one.reason}`),
    ];
    out.answer({ file: name, added, kept, features: ((features ?? []) as View[]).map(({ id }) => id), leftOut }, lines);
    out.note('Look at it, then: "plumbline plan".');
    return CLIENT_EXIT.passed;
  },
};

async function textOfSource(file: string, name: string): Promise<string> {
  try {
    if ((await stat(file)).size > MOST_BYTES) throw wrongUse(`${name} is larger than 1 MB.`);
    return await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT")
      throw wrongUse(`There is no file ${name}.`);
    throw error;
  }
}

/** Writes the features, and says in `own` where they are. */
async function writeFeaturesOnce(features: View[], below: string, own: Config, folder: string): Promise<void> {
  const found = { features };
  const places = { features: new Map(), steps: new Map(), tracking: null };
  await writeBelow(allBelow(found), found, { features: below, places });
  own.features = folder;
}
