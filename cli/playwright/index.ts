// plumbline-playwright: `await plumbline(page, "Checkout – error")` in a test uploads a picture into the build's run.
import type { Page } from "playwright";
import { readFacts } from "../client/facts.ts";
import { tellHistory } from "../client/history.ts";
import { ANNOTATION } from "./annotation.ts";
import { prepareContext, takePicture } from "./picture.ts";
import { type Send, sender } from "./service.ts";
import { shardOf, type UploadSettings, uploadSettings } from "./settings.ts";
import type { PlumblineOptions } from "./types/index.d.ts";

type TestFacts = {
  titlePath: string[];
  testId: string;
  retry: number;
  annotations: { type: string; description?: string }[];
  config: { shard: { current: number; total: number } | null };
};

type Opened = { send: Send; runId: Promise<string> };
/** One for each build: a worker runs many tests. */
const opened = new Map<string, Opened>();
/** Names that a test has used in its current attempt. */
let used: { attempt: string; names: Set<string> } = { attempt: "", names: new Set() };
let told = false;

export async function plumbline(page: Page, name: string, options: PlumblineOptions = {}): Promise<void> {
  const settings = uploadSettings(process.env);
  if (typeof settings === "string") {
    if (process.env.CI) throw new Error(`plumbline-playwright: ${settings}`);
    if (!told) process.stderr.write(`plumbline-playwright: ${settings}\n`);
    told = true;
    return;
  }
  const test = await testFacts();
  requireNewName(name, test);
  const run = openRun(settings, test);
  const { png, stable, viewport, browser, browserVersion } = await takePicture(page, name, options);
  const runId = await run.runId;
  const { name: size, width, height, scale } = viewport;
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
    test: (test?.titlePath.filter(Boolean).join(" › ") ?? "").slice(0, 300),
    stable: stable ? "yes" : "no",
  };
  await run.send("POST", "/api/ci/uploads/{runId}/shots", { params: { runId }, query, png });
  if (test && !test.annotations.some(({ type, description }) => type === ANNOTATION && description === runId))
    test.annotations.push({ type: ANNOTATION, description: runId });
}

export async function steady(page: Page, options: { time?: string; random?: boolean } = {}): Promise<void> {
  await prepareContext(page, options);
}

/** Two pictures of one name would take each other's place. */
function requireNewName(name: string, test: TestFacts | null): void {
  if (name.trim() === "" || name !== name.trim() || name.length > 200)
    throw new Error(
      "plumbline-playwright: a screenshot needs a name of 1 to 200 characters, without spaces at its ends.",
    );
  if (test === null) return;
  const attempt = `${test.testId} ${test.retry}`;
  if (used.attempt !== attempt) used = { attempt, names: new Set() };
  if (used.names.has(name)) throw new Error(`plumbline-playwright: this test already has a screenshot "${name}".`);
  used.names.add(name);
}

function openRun(settings: UploadSettings, test: TestFacts | null): Opened {
  const known = opened.get(settings.build);
  if (known) return known;
  const send = sender(settings);
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
  // A failure is told where the id is asked for, to each test.
  runId.catch(() => opened.delete(settings.build));
  const run = { send, runId };
  opened.set(settings.build, run);
  return run;
}

/** null: not inside a test of Playwright's own runner. */
async function testFacts(): Promise<TestFacts | null> {
  try {
    const { test } = await import("playwright/test");
    return test.info() as unknown as TestFacts;
  } catch {
    return null;
  }
}
