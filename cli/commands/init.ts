import { access, readFile } from "node:fs/promises";
import path from "node:path";
import { CLIENT_EXIT, type ClientExit, wrongUse } from "../client/exit.ts";
import { readMainBranch } from "../client/git.ts";
import { saveFile } from "../client/saveFile.ts";
import { namedProject } from "../client/settings.ts";
import { siteAddress } from "../first/site.ts";
import { jobOf } from "../projectFile/ciJobs.ts";
import { FILE_NAME } from "../projectFile/file.ts";
import { readManifest } from "../projectFile/manifest.ts";
import { previewOf, type ReadText } from "../projectFile/preview.ts";
import { ciOf, frameworkOf, projectSlug, startFile } from "../projectFile/start.ts";
import { type CommandDeclaration, type CommandUse, textOf } from "./command.ts";

export const initCommand: CommandDeclaration = {
  name: "init",
  summary: "test a site for the first time, or write a first plumbline.yml",
  options: [
    {
      flags: "--url <address>",
      description: "test this site: start Plumbline, find pages, run the first test and audit",
    },
    { flags: "--yes", description: "allow a private host without asking" },
    {
      flags: "--pages <source>",
      description: "pages to test: a sitemap, or a file with one address per line",
    },
    { flags: "--service <folder>", description: "the clone of Plumbline to start (PLUMBLINE_SERVICE)" },
    { flags: "--base-url <address>", description: "where the site runs" },
    { flags: "--ci", description: "also write a job for the detected CI; default: GitHub" },
    { flags: "--local", description: "with --ci: the job starts its own Plumbline, with run --local" },
  ],
  example: "plumbline init --url http://localhost:3000",
  async run(use) {
    const { options } = use;
    const isGiven = (name: string) => options[name] !== undefined;
    if (!isGiven("url")) {
      const needsUrl = OF_TEST.find(isGiven);
      if (needsUrl) throw wrongUse(`--${needsUrl} needs --url, the address of the site to test.`);
      if (isGiven("local") && !isGiven("ci")) throw wrongUse("--local is for the job that --ci writes.");
      return writeFirstFile(use);
    }
    if (OF_FILE.some(isGiven)) throw wrongUse(`--url tests a site; omit it to write ${FILE_NAME}.`);
    const { firstResult } = await import("../first/first.ts");
    return firstResult(use);
  },
};

/** Options of the two things that `init` does. */
const OF_TEST = ["yes", "pages", "service"];
const OF_FILE = ["baseUrl", "ci", "local"];

async function writeFirstFile({ options, settings, out, cwd }: CommandUse): Promise<ClientExit> {
  const there = async (name: string) => (await access(path.join(cwd, name)).catch(() => false)) === undefined;
  if (await there(FILE_NAME))
    throw wrongUse(`There is already a ${FILE_NAME}. "plumbline plan" shows what it would change.`);
  const manifest = await readManifest(cwd);
  const framework = frameworkOf(manifest);
  const ci = await ciOf(there);
  const site = siteAddress(textOf(options, "baseUrl") ?? framework?.address ?? "http://localhost:3000", "--base-url");
  const baseUrl = site.replace(/\/+$/, "");
  const mainBranch = await readMainBranch(cwd);
  const start = { slug: namedProject(settings) ?? projectSlug(manifest, cwd), baseUrl, mainBranch };
  const written = [FILE_NAME];
  await saveFile(path.join(cwd, FILE_NAME), await startFile(start, `${settings.url}/api/config/schema`));
  const lines = [`${FILE_NAME} written for the project ${start.slug} at ${baseUrl}.`];
  if (framework) lines.push(`Found ${framework.name}.`);
  if (options.ci === true) {
    const local = options.local === true;
    const preview = await previewOf((await there("package.json")) ? manifest : null, textIn(cwd));
    const job = jobOf(ci, { place: local ? "local" : "service", preview, mainBranch });
    if (await there(job.file)) lines.push(`${job.file} already exists: add this to it.`, "", job.text);
    else {
      await saveFile(path.join(cwd, job.file), job.text);
      written.push(job.file);
      const needs = local ? "the variable PLUMBLINE_REPOSITORY" : "the secret SVC_API_KEY and the variable SVC_URL";
      lines.push(`${job.file} written. It needs ${needs}.`);
    }
  }
  out.answer({ written, framework: framework?.name ?? null, ci, ...start }, lines);
  out.note('Next: "plumbline apply", then "plumbline run baseline --wait".');
  return CLIENT_EXIT.passed;
}

const textIn =
  (cwd: string): ReadText =>
  (name) =>
    readFile(path.join(cwd, name), "utf8").catch(() => null);
