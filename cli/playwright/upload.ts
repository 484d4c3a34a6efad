// Takes a screenshot and uploads it into the build's run. Shared by `plumbline()` and the matcher.
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { Page } from "playwright";
import { given } from "../../domain/given.ts";
import type { PageMap } from "../../domain/visual/pageMap.ts";
import { readFacts } from "../client/facts.ts";
import { tellHistory } from "../client/history.ts";
import { ANNOTATION, NOT_COMPARED } from "./annotation.ts";
import { takePicture } from "./picture.ts";
import { RETRY_FOR_MS, type Send, sender, UnreachableError } from "./service.ts";
import { isOptional, retryFor, shardOf, type UploadSettings, uploadSettings } from "./settings.ts";
import { annotate, type TestFacts, testFacts, titleOf } from "./testFacts.ts";
import type { PlumblineOptions } from "./types/index.d.ts";

type Opened = { send: Send; runId: Promise<string> };
/** One per build, because a worker runs many tests. */
const opened = new Map<string, Opened>();
/** Names used by the test in its current attempt. */
let used: { attempt: string; names: Set<string> } = { attempt: "", names: new Set() };

/** A larger page map is not uploaded. */
const MAX_MAP_BYTES = 2 * 1024 * 1024;

export type Uploaded = {
  send: Send;
  runId: string;
  settings: UploadSettings;
  /** Identifies the screenshot to the service. */
  place: { name: string; viewport: string; browser: string; mode?: string };
};

/** The uploaded screenshot, or a sentence that says why it was not uploaded. */
export type Outcome = Uploaded | { missing: string };

/**
 * Uploads one screenshot. `missing`: the service is not configured, or is optional and unavailable; the test is then annotated.
 * `required`: throws if the service is not configured, unless it is optional.
 */
export async function upload(
  page: Page,
  name: string,
  options: PlumblineOptions,
  { required }: { required: boolean },
): Promise<Outcome> {
  const settings = uploadSettings(process.env);
  const test = await testFacts();
  const optional = isOptional(process.env);
  const leftOut = (reason: string): Outcome => {
    annotate(test, NOT_COMPARED, `${name}: ${reason}`);
    return { missing: reason };
  };
  if (typeof settings === "string") {
    if (required && !optional) throw new Error(`plumbline-playwright: ${settings}`);
    return leftOut(settings);
  }
  requireNewName(name, options.mode, test);
  try {
    return await send(page, name, options, { settings, test });
  } catch (error) {
    if (!optional || !(error instanceof UnreachableError)) throw error;
    return leftOut(error.message);
  }
}

async function send(
  page: Page,
  name: string,
  options: PlumblineOptions,
  { settings, test }: { settings: UploadSettings; test: TestFacts | null },
): Promise<Uploaded> {
  const run = openRun(settings, test);
  const { png, stable, viewport, browser, browserVersion, map } = await takePicture(page, name, options);
  const runId = await run.runId;
  const mapId = await sendMap(run.send, runId, map);
  const { name: size, width, height, scale } = viewport;
  const mode = given({ mode: options.mode });
  const query = {
    name,
    viewport: size,
    width,
    height,
    scale,
    browser,
    browserVersion: browserVersion.slice(0, 50),
    platform: `${process.platform}-${process.arch}`,
    url: page.url().slice(0, 2_000),
    test: titleOf(test?.titlePath ?? []),
    stable: stable ? "yes" : "no",
    ...mapId,
    ...mode,
  };
  const file = { type: "image/png", bytes: png } as const;
  await run.send("POST", "/api/ci/uploads/{runId}/shots", { params: { runId }, query, file });
  annotate(test, ANNOTATION, runId);
  return { send: run.send, runId, settings, place: { name, viewport: size, browser, ...mode } };
}

/** Uploads the map and returns its id as part of the query; empty if there is no map, or if it is too large. */
async function sendMap(send: Send, runId: string, map: PageMap | null): Promise<{ map?: string }> {
  if (map === null) return {};
  const bytes = await promisify(gzip)(JSON.stringify(map));
  if (bytes.length > MAX_MAP_BYTES) return {};
  const file = { type: "application/gzip", bytes } as const;
  const { mapId } = await send("POST", "/api/ci/uploads/{runId}/maps", { params: { runId }, file });
  return { map: mapId };
}

/** Two screenshots with the same name would overwrite each other. */
function requireNewName(name: string, mode: string | undefined, test: TestFacts | null): void {
  if (name.trim() === "" || name !== name.trim() || name.length > 200)
    throw new Error(
      "plumbline-playwright: a screenshot needs a name of 1 to 200 characters, without spaces at its ends.",
    );
  if (test === null) return;
  const attempt = `${test.testId} ${test.retry}`;
  if (used.attempt !== attempt) used = { attempt, names: new Set() };
  const key = JSON.stringify([name, mode]);
  if (used.names.has(key)) throw new Error(`plumbline-playwright: this test already has a screenshot "${name}".`);
  used.names.add(key);
}

function openRun(settings: UploadSettings, test: TestFacts | null): Opened {
  const known = opened.get(settings.build);
  if (known) return known;
  const send = sender(settings, retryFor(test?.timeout ?? 0, RETRY_FOR_MS));
  const { project, environment, build } = settings;
  const shards = shardOf(process.env, test?.config.shard).total;
  const cwd = process.cwd();
  const runId = readFacts(process.env, cwd)
    .then(async (facts) => {
      await tellHistory({
        cwd,
        facts,
        project,
        note: (text: string) => process.stderr.write(`plumbline-playwright: ${text}\n`),
        post: (path, body) => send("POST", path, { body }),
      });
      const body = { ...facts, project, environment, build, shards };
      return send("POST", "/api/ci/uploads", { body });
    })
    .then((run) => run.runId);
  // The error is thrown in each test that awaits the id.
  runId.catch(() => opened.delete(settings.build));
  const run = { send, runId };
  opened.set(settings.build, run);
  return run;
}
