import path from "node:path";
import { CLIENT_EXIT, type ClientExit, wrongUse } from "../client/exit.ts";
import type { CiFacts } from "../client/facts.ts";
import { type Call, newIdempotencyKey } from "../client/service.ts";
import { namedProject } from "../client/settings.ts";
import { STOPPED_BEFORE, stoppable } from "../client/stop.ts";
import { withContents } from "../projectFile/below.ts";
import { FILE_OPTION, openFile } from "../projectFile/file.ts";
import type { Origin } from "../projectFile/locate.ts";
import { readYaml } from "../projectFile/readYaml.ts";
import { readConfig, sendConfig } from "../projectFile/send.ts";
import { answerApplied, countLine } from "../projectFile/show.ts";
import { FEATURES_FOLDER, writeBelow } from "../projectFile/writeBelow.ts";
import { REPORT_OPTIONS } from "../reports/index.ts";
import { commandName } from "../terminal.ts";
import { type CommandDeclaration, type CommandUse, textOf, wordsOf } from "./command.ts";
import { givenFacts } from "./givenFacts.ts";
import { tellHistoryOf } from "./history.ts";
import { PRUNE_OPTION } from "./plan.ts";
import { TURNED } from "./pull.ts";
import { seeRunsEnd, TIMEOUT_OPTION, timeoutOf } from "./seeEnd.ts";
import { startEach } from "./startAll.ts";

const ACTS: Readonly<Record<string, (use: CommandUse) => Promise<ClientExit>>> = { push, pull, run: runFeatures };

export const featuresCommand: CommandDeclaration = {
  name: "features",
  summary: "push or pull *.feature files and step definitions, or run features",
  args: "<push|pull|run> [feature...]",
  options: [
    {
      flags: "--folder <folder>",
      description: `their folder (the one in plumbline.yml, else ${FEATURES_FOLDER})`,
    },
    FILE_OPTION,
    PRUNE_OPTION,
    {
      flags: "--tags <expression>",
      description: 'run: only scenarios with these tags, such as "@smoke and not @slow"',
    },
    { flags: "--browser <name>", description: "run: chromium, firefox, webkit", many: true },
    { flags: "--viewport <name>", description: "run: phone, tablet, desktop", many: true },
    { flags: "--retries <number>", description: "run: retries, 0 to 3" },
    {
      flags: "--verify-tracking",
      description: "run: check linked tracking events",
    },
    { flags: "--location <name>", description: "run: location of the browsers" },
    { flags: "--branch <name>", description: "run: its branch" },
    { flags: "--commit <sha>", description: "run: its commit" },
    { flags: "--wait", description: "run: wait for the end; the exit code is the verdict" },
    TIMEOUT_OPTION,
    ...REPORT_OPTIONS,
  ],
  example: 'plumbline features run basket --tags "@smoke" --wait',
  async run(use) {
    const [word = "", ...ids] = use.args;
    const act = ACTS[word];
    if (!act) throw wrongUse(`Choose what to do with features: ${Object.keys(ACTS).join(", ")}; not "${word}".`);
    if (act !== runFeatures && ids.length > 0)
      throw wrongUse(`features ${word} uses the whole folder. Name features only to run them.`);
    return act(use);
  },
};

/** Returns the folder, and a configuration that contains only its features. */
async function featuresOnly({ options, settings, service, cwd }: CommandUse) {
  const opened = await openFile(cwd, textOf(options, "file"));
  const given = textOf(options, "folder");
  const named = opened?.config.features;
  const folder =
    given !== undefined || typeof named !== "string"
      ? path.resolve(cwd, given ?? FEATURES_FOLDER)
      : path.resolve(opened?.folder ?? cwd, named);
  const own = namedProject(settings) ?? opened?.config.project?.slug ?? settings.project;
  const slug = own ?? (await readConfig(service, null)).file.project?.slug ?? "";
  const { config, places } = await withContents({ version: 1, project: { slug }, features: folder }, folder);
  // Only these files are sent, so errors name one of them.
  const { document } = await readYaml("", folder);
  const origin: Origin = { name: folder, text: "", document, places, cwd };
  return { folder, slug, config, origin };
}

async function push(use: CommandUse): Promise<ClientExit> {
  const { options, service, out } = use;
  const { folder, slug, config, origin } = await featuresOnly(use);
  const features = config.features as unknown[];
  if (features.length === 0 && (config.steps as unknown[]).length === 0)
    throw wrongUse(`No *.feature files or step definitions in ${folder}.`);
  const prune = options.prune === true;
  return answerApplied(out, await sendConfig(service, { project: slug, config, prune, mode: "apply", origin }));
}

async function pull(use: CommandUse): Promise<ClientExit> {
  const { service, out } = use;
  const { folder, slug, config, origin } = await featuresOnly(use);
  const { changes } = await sendConfig(service, { project: slug, config, mode: "compare", prune: true, origin });
  if (changes.length > 0) {
    const { file } = await readConfig(service, slug);
    await writeBelow(changes, file, { features: folder, places: origin.places });
  }
  const turned = changes.map((one) => ({ ...one, action: TURNED[one.action] }));
  const said = turned.length > 0 ? countLine(turned, ["added", "changed", "removed"]) : "up to date.";
  out.answer({ folder, changes: turned }, [`${folder}: ${said}`]);
  return CLIENT_EXIT.passed;
}

async function runFeatures(use: CommandUse): Promise<ClientExit> {
  const { args, options, out } = use;
  const timeout = timeoutOf(options);
  const retries = textOf(options, "retries");
  if (retries !== undefined && !/^[0-3]$/.test(retries)) throw wrongUse(`--retries takes 0 to 3, not "${retries}".`);
  const facts = await givenFacts(use);
  await tellHistoryOf(use, facts);
  const ids = args.length > 1 ? [...new Set(args.slice(1))] : [undefined];
  const title = (id: string | undefined) => (id === undefined ? "Functional tests" : `Feature ${id}`);
  const start = async (signal: AbortSignal | null) => {
    const one = (id: string | undefined, stored: Call["stored"]) =>
      startFeature(use, facts, id, { stop: signal, stored });
    const started = await startEach(use, ids, { start: one, title, signal });
    return started.map(({ runId }, at) => ({ runId, title: title(ids[at]) }));
  };
  if (options.wait !== true) {
    const runs = await start(null);
    out.answer(
      { runs },
      runs.map(({ runId, title }) => `${title}: ${runId}`),
    );
    out.note(`Follow it with: ${commandName()} wait ${runs.map(({ runId }) => runId).join(" ")}`);
    return CLIENT_EXIT.passed;
  }
  return stoppable(STOPPED_BEFORE, async ({ signal }, release) => {
    const runs = await start(signal);
    for (const { runId, title } of runs) out.note(`${title} started: ${runId}`);
    return seeRunsEnd(use, { runs, timeout, cancels: true, signal, release, facts: async () => facts });
  });
}

/** Starts the run of one feature, or of all. */
async function startFeature(
  { options, settings, service }: CommandUse,
  { branch, baseBranch, commitSha, prNumber, scheduled }: CiFacts,
  featureId: string | undefined,
  start: Pick<Call, "stop" | "stored">,
): Promise<{ runId: string }> {
  const retries = textOf(options, "retries");
  const body = {
    project: settings.project ?? undefined,
    environment: settings.environment ?? undefined,
    featureId,
    tags: textOf(options, "tags"),
    browsers: wordsOf(options, "browser"),
    viewports: wordsOf(options, "viewport"),
    retries: retries === undefined ? undefined : Number(retries),
    verifyTracking: options.verifyTracking === true ? true : undefined,
    location: textOf(options, "location"),
    branch,
    baseBranch,
    commitSha,
    prNumber,
    scheduled,
  };
  return service.post("/api/ci/frt/run", { body, idempotencyKey: newIdempotencyKey(), ...start });
}
