// Which versions the service consists of. Asked of the parts once a minute at most, and never waited for.
import { connectionOf, databaseVersion } from "../../models/database/connectionOf.ts";
import { presentWorkers } from "../../models/workerPresence/queries.ts";
import type { OperationContext } from "../lib/context.ts";

/** null: not known yet, or the part did not answer. */
export type Versions = {
  node: string;
  temporal: string | null;
  database: { kind: string; version: string } | null;
  /** The versions of the workers that run; empty: none runs, or workers have no versions. */
  workers: string[];
  /** Browsers that these workers have started: "chromium 141.0.7390.37". */
  browsers: string[];
};

/** What it consists of changes when a part is started again. */
const FRESH_MS = 60_000;
/** A part that was away is asked again after this long. */
const AGAIN_MS = 5_000;

/** Before any part has answered. */
export const unknownVersions = (): Versions => ({
  node: process.versions.node,
  temporal: null,
  database: null,
  workers: [],
  browsers: [],
});

type Known = { at: number; versions: Versions; asking: boolean };
const known = new WeakMap<object, Known>();

/** The versions as they were known last; what is older than a minute is asked for again behind the answer. */
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
    // A look-up that failed says nothing about the workers.
    workers: present === null ? one.versions.workers : distinct(present.flatMap(({ build }) => build ?? [])),
    browsers: present === null ? one.versions.browsers : distinct(present.flatMap(({ browsers }) => browsers ?? [])),
  };
  one.at = ctx.now().getTime();
  one.asking = false;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)].sort();
