// `plumbline try`: one verdict from a repository's configurations of other tools. Nothing is written into the repository.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { LOOKED_FOR } from "../../domain/import/findable.ts";
import { type Merged, mergeSections } from "../../domain/import/mergeSections.ts";
import { FILE_VERSION } from "../../domain/projectFile/types.ts";
import { plural } from "../../domain/text.ts";
import type { Modes } from "../../domain/visual/modes.ts";
import { readDuration } from "../client/duration.ts";
import { CLIENT_EXIT, ClientError, type ClientExit, wrongUse } from "../client/exit.ts";
import { readProblems } from "../client/problems.ts";
import { runNamed, startRun, takesBudgets, titleOf } from "../client/runs.ts";
import { leavesOf } from "../client/show.ts";
import { type Ended, watchRuns } from "../client/watch.ts";
import { type CommandUse, textOf } from "../commands/command.ts";
import { timeoutOf } from "../commands/seeEnd.ts";
import { siteAddress } from "../first/site.ts";
import { uploadBaselines } from "../import/uploadBaselines.ts";
import { firstBaselines } from "../local/baselines.ts";
import { localConfig } from "../local/config.ts";
import { findService } from "../local/findService.ts";
import { type Up, withLocal } from "../local/local.ts";
import { DATA_TIMEOUT, SERVE_TIMEOUT } from "../local/options.ts";
import { answers } from "../local/site.ts";
import type { Wanted } from "../local/wanted.ts";
import { readManifest } from "../projectFile/manifest.ts";
import { projectSlug } from "../projectFile/start.ts";
import { valuesFor } from "../projectFile/values.ts";
import { problemLimit, writeReports } from "../reports/index.ts";
import { type Found, findConfigurations } from "./find.ts";
import { fitPictures } from "./fit.ts";
import { hostsToVisit } from "./hosts.ts";
import { type ReadConfiguration, readFound } from "./read.ts";
import { showVerdict } from "./show.ts";
import { type Served, serveFolder } from "./stories.ts";

/** Everything is captured on a single branch, because there is no history to compare with. */
const NO_FACTS = {};
const VISUAL = runNamed("visual");

/** Throws ClientError: (2) nothing found or readable, (3) the site does not answer, (5) the service does not start. */
export async function tryRepository(use: CommandUse): Promise<ClientExit> {
  const { cwd, options, env, out } = use;
  const given = textOf(options, "url");
  const url = given === undefined ? null : siteAddress(given);
  const folder = findService(cwd, textOf(options, "service"), env);
  timeoutOf(options);
  const found = await findConfigurations(cwd);
  if (found.length === 0)
    throw wrongUse(`Nothing to try in ${cwd}: it has no ${LOOKED_FOR}. "plumbline init --url ADDRESS" tests any site.`);
  const served = await serveStories(found, cwd);
  try {
    const { read: all, unread } = await readFound(found, {
      repository: cwd,
      origins: new Map([...served].map(([place, { origin }]) => [place, origin])),
    });
    const merged = mergeSections(
      all.map(({ part }) => part),
      url,
    );
    const { read, leftOut } = fitPictures(all, merged);
    merged.leftOut.unshift(...unread, ...leftOut);
    if (read.length === 0)
      throw wrongUse(unread.map(({ path: of, reason }) => `${of}: ${reason}`).join("\n") || "Nothing could be read.");
    const tried = tryable(merged, url);
    for (const { place, part } of read)
      out.note(`Found ${place}: ${plural((part.sections.scenarios ?? []).length, "page")}.`);
    const modes = Object.assign({}, ...read.map((one) => one.modes)) as Modes;
    return await inTemporaryFolder(async (dataDir) => {
      const wanted = await wantedOf(use, { merged: tried, modes, folder, dataDir, url });
      return withLocal(use, wanted, (up) => verdictOf(up, { read, merged: tried }));
    });
  } finally {
    await Promise.all([...served.values()].map(({ stop }) => stop()));
  }
}

/** Serves the built Storybooks, each on its own port. */
async function serveStories(found: readonly Found[], cwd: string): Promise<Map<string, Served>> {
  const served = new Map<string, Served>();
  for (const { as, place } of found)
    if (as === "storybook") served.set(place, await serveFolder(path.resolve(cwd, place)));
  return served;
}

/** Adds the home page if the configurations name no pages. */
function tryable(merged: Merged, url: string | null): Merged & { address: string } {
  const { address, sections } = merged;
  const [first] = sections.scenarios ?? [];
  if (address === null || (first === undefined && url === null))
    throw wrongUse("The configurations contain no page address. Pass the site's address: --url http://localhost:3000.");
  if (first !== undefined) return { ...merged, address };
  return { ...merged, address, sections: { ...sections, scenarios: [{ label: "Home", url: "/" }] } };
}

type Trying = {
  merged: Merged & { address: string };
  modes: Modes;
  folder: string;
  dataDir: string;
  url: string | null;
};

async function wantedOf(use: CommandUse, { merged, modes, folder, dataDir, url }: Trying): Promise<Wanted> {
  const { options, cwd, env } = use;
  const { sections, address, access, others, leftOut } = merged;
  const slug = projectSlug(await readManifest(cwd), cwd);
  const environment = { slug: "site", baseUrl: address };
  const withAccess = access === null ? environment : { ...environment, access };
  const config = { version: FILE_VERSION, project: { slug }, environments: [withAccess], modes, ...sections };
  const { values, missing } = valuesFor(config, env);
  if (missing.length > 0) {
    config.environments = [environment];
    leftOut.unshift({ path: "access", reason: `the site is visited without it: set ${missing.join(", ")} to use it` });
  }
  const hosts = await hostsToVisit({ address, others, url, dataDir, env });
  const serve = textOf(options, "serve");
  if (serve === undefined && !(await answers(address)))
    throw new ClientError(
      CLIENT_EXIT.errored,
      "no_site",
      `Nothing answers at ${address}: start the site, pass --serve "npm start", or --url with its address.`,
    );
  return {
    ...localConfig(config, { url: address, environment: null, slug }),
    folder,
    serve,
    serveTimeout: readDuration(textOf(options, "serveTimeout") ?? SERVE_TIMEOUT, "--serve-timeout"),
    dataTimeout: readDuration(DATA_TIMEOUT, "--data-timeout"),
    values: missing.length > 0 ? {} : values,
    prune: true,
    origin: undefined,
    dataDir,
    hosts,
  };
}

/** The folder is always removed, however the command ends; a signal has ended the work before. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-try-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

type Tried = { read: readonly ReadConfiguration[]; merged: Merged & { address: string } };

async function verdictOf({ use, labels, mainBranch, signal }: Up, { read, merged }: Tried): Promise<ClientExit> {
  const { service, settings, options, out, env } = use;
  const { project, environment } = settings;
  const { note } = out;
  const pictures = read.flatMap((one) => one.pictures);
  let imported = pictures.length;
  if (pictures.length > 0) {
    note(`Importing ${plural(pictures.length, "baseline")}.`);
    const { error, refused } = await uploadBaselines(service, settings, pictures, signal);
    imported -= refused.length;
    merged.leftOut.unshift(...refused);
    if (error !== null) merged.leftOut.unshift({ path: "baselines", reason: error });
  }
  const timeout = timeoutOf(options);
  const json = options.json === true;
  const how = { facts: NO_FACTS, mainBranch, create: true, timeout, json, signal, note };
  if (!(await firstBaselines(service, { project, environment, labels, ...how }))) return CLIENT_EXIT.errored;
  const runs = [];
  for (const run of [VISUAL, ...merged.runs.map(runNamed)]) {
    signal.throwIfAborted();
    const perfBudgets = takesBudgets(run) && Object.keys(merged.budgets).length > 0 ? merged.budgets : undefined;
    const what = { project, environment, perfBudgets, facts: NO_FACTS, stop: signal };
    const { runId } = await startRun(service, run, what);
    runs.push({ runId, title: titleOf(run) });
  }
  const { ended, exit } = await watchRuns(service, { runs, timeout, json, cancels: true, signal, note });
  if (ended.length === 0) return exit;
  const problems = await readProblems(service, leavesOf(ended), problemLimit(options));
  await showVerdict(use, { ended: ended as readonly Ended[], problems, exit, read, merged, imported });
  await writeReports({ service, options, ended, problems, facts: NO_FACTS, env, note });
  return exit;
}
