// A process that plans or performs a sweep, like a worker, and measures itself. Started by bench.ts; prints JSON lines.
import { setTimeout as pause } from "node:timers/promises";
import { MockActivityEnvironment } from "@temporalio/testing";
import { ulid } from "ulid";
import { createRetentionActivities } from "../../activities/retention/retention.ts";
import { readConfig } from "../../domain/config.ts";
import type { CleanupCounts, CleanupKind } from "../../domain/retention/cleanup.ts";
import { findCleanup, insertCleanup } from "../../models/cleanups/queries.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels } from "../../models/index.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import { type Holds, watchHolds } from "../lib/holds.ts";

export type Told =
  | { phase: string }
  | { counts: CleanupCounts; restMb: number; peakMb: number; holds: Holds; seconds: number };

const tell = (told: Told) => process.stdout.write(`${JSON.stringify(told)}\n`);
const MB = 1_000_000;
const rss = (): number => process.memoryUsage().rss / MB;
const SAMPLE_MS = 50;
/** By then the garbage of the start has been collected. */
const REST_MS = 2_000;

const [uri = "", dbName = "", folder = "", nowText = "", kind = "plan"] = process.argv.slice(2);
const connection = await connect(uri, { dbName });
const models = bindModels(connection);
const now = () => new Date(nowText);
const activities = createRetentionActivities({
  config: readConfig({}),
  models,
  artifacts: createFileStore(folder),
  now,
  databaseNow: async () => now(),
  ulid,
  log: () => undefined,
});
await models.projects.findOne().lean();
await pause(REST_MS);
const restMb = rss();
const endHolds = watchHolds();
let peakMb = restMb;
const sampler = setInterval(() => {
  peakMb = Math.max(peakMb, rss());
}, SAMPLE_MS);

/** Runs each step in its own context, as Temporal would. */
async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const environment = new MockActivityEnvironment();
  let last = "";
  environment.on("heartbeat", (phase: unknown) => {
    const said = String(phase);
    if (said !== last) tell({ phase: said });
    last = said;
  });
  tell({ phase: name });
  return environment.run(work);
}

const started = performance.now();
const { _id: cleanupId } = await insertCleanup(models, {
  _id: `cln_${ulid()}`,
  kind: kind as CleanupKind,
  at: now(),
});
await activities.beginCleanup({ cleanupId });
let after: string | null = null;
do {
  const at: string | null = after;
  after = (await step("runs", () => activities.expireRuns({ cleanupId, after: at }))).next;
} while (after !== null);
let from: number | null = 0;
do {
  const at: number = from;
  from = (await step("artifacts", () => activities.sweepArtifacts({ cleanupId, from: at }))).next;
} while (from !== null);
await step("end", () => activities.endCleanup({ cleanupId, error: null }));
const seconds = (performance.now() - started) / 1_000;
clearInterval(sampler);
const holds = endHolds();
const counts = (await findCleanup(models, cleanupId))?.counts ?? {};
tell({ counts, restMb, peakMb, holds, seconds });
await connection.close();
process.exit(0);
