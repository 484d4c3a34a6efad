// Versions of the service's parts. Refreshed once a minute at most and never awaited.
import { connectionOf, databaseVersion } from "../../models/database/connectionOf.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "../lib/context.ts";

/** null if not known yet or the part did not answer. */
export type Versions = {
  node: string;
  temporal: string | null;
  database: { kind: string; version: string } | null;
  /** Versions of the running workers; empty if none runs or workers have no versions. */
  workers: string[];
  /** Browsers that these workers have started: "chromium 141.0.7390.37". */
  browsers: string[];
};

/** Versions only change when a part is restarted. */
const FRESH_MS = 60_000;
/** Retry interval for a part that was unavailable. */
const AGAIN_MS = 5_000;

/** Returns the versions before any part has answered. */
export const unknownVersions = (): Versions => ({
  node: process.versions.node,
  temporal: null,
  database: null,
  workers: [],
  browsers: [],
});

type Known = { at: number; versions: Versions; asking: boolean };
const known = new WeakMap<object, Known>();

/** Returns the last known versions. If they are older than a minute, they are refreshed in the background. */
export function lastVersions(ctx: OperationContext): Versions {
  const now = ctx.now().getTime();
  const key = connectionOf(ctx.models);
  let one = known.get(key);
  if (!one) {
    one = { at: Number.NEGATIVE_INFINITY, versions: unknownVersions(), asking: false };
    known.set(key, one);
  }
  const { temporal, database } = one.versions;
  const whole = temporal !== null && database !== null;
  if (!one.asking && now - one.at > (whole ? FRESH_MS : AGAIN_MS)) void refresh(ctx, one);
  return one.versions;
}

async function refresh(ctx: OperationContext, one: Known): Promise<void> {
  one.asking = true;
  const [temporal, database, workers] = await Promise.allSettled([
    ctx.engine.serverVersion(),
    databaseVersion(ctx.models),
    presentWorkers(ctx.models, ctx.now()),
  ]);
  const present = workers.status === "fulfilled" ? workers.value : null;
  one.versions = {
    node: process.versions.node,
    temporal: temporal.status === "fulfilled" ? temporal.value : null,
    database: database.status === "fulfilled" ? database.value : null,
    // A failed lookup says nothing about the workers.
    workers: present === null ? one.versions.workers : distinct(present.flatMap(({ build }) => build ?? [])),
    browsers: present === null ? one.versions.browsers : distinct(present.flatMap(({ browsers }) => browsers ?? [])),
  };
  one.at = ctx.now().getTime();
  one.asking = false;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
