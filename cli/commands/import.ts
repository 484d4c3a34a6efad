import path from "node:path";
import { FORMATS, type Format } from "../../domain/import/formats.ts";
import { CLIENT_EXIT, wrongUse } from "../client/exit.ts";
import { saveFile } from "../client/saveFile.ts";
import { namedProject } from "../client/settings.ts";
import { convertSource } from "../import/convertSource.ts";
import { notImported } from "../import/notImported.ts";
import { importPlaywright } from "../import/playwright.ts";
import type { Output } from "../output.ts";
import { FILE_NAME, FILE_OPTION, openFile } from "../projectFile/file.ts";
import { join } from "../projectFile/join.ts";
import { readManifest } from "../projectFile/manifest.ts";
import { projectSlug } from "../projectFile/start.ts";
import type { Config, View } from "../projectFile/types.ts";
import { newFileText } from "../projectFile/write.ts";
import { allBelow, FEATURES_FOLDER, writeBelow } from "../projectFile/writeBelow.ts";
import { applyFile } from "./apply.ts";
import { type CommandDeclaration, type CommandUse, textOf } from "./command.ts";

/** A folder of screenshots, which is not converted into the file. */
const PICTURES = "playwright";
/** The only format whose tool takes a sitemap on its command line. */
const OF_SITEMAP: Format = "pa11y-ci";

export const importCommand: CommandDeclaration = {
  name: "import",
  summary: "import another tool's configuration from a file or an address, or Playwright screenshots",
  args: "<format> <source>",
  options: [
    FILE_OPTION,
    { flags: "--apply", description: "apply the file immediately; for screenshots: upload them" },
    { flags: "--browser <name>", description: "browser of screenshots whose names have none; default chromium" },
    { flags: "--sitemap <address>", description: "pa11y-ci's sitemap, an address or a file" },
    { flags: "--sitemap-find <pattern>", description: "as in pa11y-ci" },
    { flags: "--sitemap-replace <text>", description: "as in pa11y-ci" },
    { flags: "--sitemap-exclude <pattern>", description: "as in pa11y-ci" },
  ],
  example: "plumbline import storybook storybook-static/index.json",
  async run(use) {
    const { options, out, cwd } = use;
    const [given = "", source = ""] = use.args;
    if (given === PICTURES) return importPlaywright(use, source);
    const format = FORMATS.find((one) => one === given);
    if (!format) throw wrongUse(`"${given}" is not a supported format: use ${[...FORMATS, PICTURES].join(", ")}.`);
    const sitemap = sitemapOf(options);
    if (format !== OF_SITEMAP && Object.values(sitemap).some((one) => one !== undefined))
      throw wrongUse(`--sitemap is for ${OF_SITEMAP}.`);
    const made = await convertSource(format, source, { cwd, sitemap });
    const { leftOut } = made;
    const sections: Config = made.sections;
    const name = textOf(options, "file") ?? FILE_NAME;
    const { added, kept } = await writeSections(use, name, sections);
    const lines = [
      `${name}: ${added.length} added${kept.length > 0 ? `, ${kept.length} already there and kept` : ""}.`,
      ...notImported(leftOut),
    ];
    const features = ((sections.features ?? []) as View[]).map(({ id }) => id);
    out.answer({ file: name, added, kept, features, leftOut }, lines);
    if (options.apply === true) return applyFile({ ...use, out: notesOnly(out) });
    out.note('Check it, then run "plumbline plan".');
    return CLIENT_EXIT.passed;
  },
};

const sitemapOf = (options: CommandUse["options"]) => ({
  address: textOf(options, "sitemap"),
  find: textOf(options, "sitemapFind"),
  replace: textOf(options, "sitemapReplace"),
  exclude: textOf(options, "sitemapExclude"),
});

/** Adds the sections to the file, or writes a new one. */
async function writeSections(
  use: CommandUse,
  name: string,
  sections: Config,
): Promise<{ added: string[]; kept: string[] }> {
  const { settings, service, cwd } = use;
  const file = path.resolve(cwd, name);
  const opened = await openFile(cwd, name);
  const { features, ...own } = sections;
  const folder = typeof opened?.config.features === "string" ? opened.config.features : FEATURES_FOLDER;
  if (features) await writeFeaturesOnce(features as View[], path.resolve(path.dirname(file), folder), own, folder);
  const added: string[] = [];
  const kept: string[] = [];
  if (opened) {
    join(opened.document, own, added, kept);
    await saveFile(file, opened.document.toString({ lineWidth: 0 }));
    return { added, kept };
  }
  const slug = namedProject(settings) ?? projectSlug(await readManifest(cwd), cwd);
  const config: Config = { version: 1, project: { slug }, ...own };
  for (const one of (own.environments ?? []) as View[]) added.push(String(one.slug));
  for (const one of (own.scenarios ?? []) as View[]) added.push(String(one.label));
  await saveFile(file, await newFileText(config, `${service.url}/api/config/schema`));
  return { added, kept };
}

/** Writes the features, and stores their folder in `own`. */
async function writeFeaturesOnce(features: View[], below: string, own: Config, folder: string): Promise<void> {
  const found = { features };
  const places = { features: new Map(), steps: new Map(), tracking: null };
  await writeBelow(allBelow(found), found, { features: below, places });
  own.features = folder;
}

/** Prints what is applied as notes, so that the import's answer remains the only one. */
const notesOnly = (out: Output): Output => ({
  ...out,
  answer: (_json, lines) => {
    for (const line of lines) out.note(line);
  },
});
