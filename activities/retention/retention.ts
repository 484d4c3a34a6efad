// The retention sweep: deletes expired runs and jobs, then artifacts that are no longer referenced.
import { makeId } from "../../domain/ids.ts";
import { dueSweep } from "../../domain/retention/announce.ts";
import { rangeOf, SLICES, slicesAtOnce } from "../../domain/retention/artifactIds.ts";
import { type CleanupCounts, countsOf } from "../../domain/retention/cleanup.ts";
import { countHolders } from "../../models/artifacts/holders.ts";
import { noteKinds, recountStored } from "../../models/artifacts/storage.ts";
import {
  addCounts,
  addStoredKinds,
  beginCleanup,
  endCleanup,
  findCleanup,
  insertCleanup,
  lastCleanup,
  lastDailySweep,
  notePhase,
  noteSlices,
  skipCleanup,
} from "../../models/cleanups/queries.ts";
import type { Cleanup } from "../../models/cleanups/schema.ts";
import { announcedSweep, announceSweep } from "../../models/installations/sweeps.ts";
import { hasFillLeft } from "../../models/migrations/migrate.ts";
import { countOwned } from "../../models/retention/deleteOwned.ts";
import { expiredJobs } from "../../models/retention/expiredJobs.ts";
import { expiredRuns } from "../../models/retention/expiredRuns.ts";
import { showHidden } from "../../models/retention/hideRuns.ts";
import { nextRetained, type RetainedProject } from "../../models/retention/projects.ts";
import { invalid } from "../failures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { type CleanupDeps, turnsOf, type Working } from "./deps.ts";
import { expireJobs } from "./expireJobs.ts";
import { EXPIRING, expireProject, finishDeleting } from "./expireRuns.ts";
import { gateOf } from "./gate.ts";
import { sweepSlices } from "./sweepSlices.ts";

export type CleanupInput = { cleanupId: string };

export type RetentionActivities = {
  /** Records that a sweep is due, or only its plan if it was just announced; no-op if one is in progress. */
  noteRetentionDue(): Promise<void>;
  /** Returns what to do; null: it has ended. */
  beginCleanup(input: CleanupInput): Promise<Cleanup["kind"] | null>;
  /** Processes some projects after the given one. `next`: where to continue; null: all are done. */
  expireRuns(input: CleanupInput & { after: string | null }): Promise<{ next: string | null }>;
  /** Processes some slices of the store. `next` as above. */
  sweepArtifacts(input: CleanupInput & { from: number }): Promise<{ next: number | null }>;
  endCleanup(input: CleanupInput & { error: string | null }): Promise<void>;
};

/** Time after which an activity leaves the remaining projects to the next one. */
const TURN_MS = 60_000;

export function createRetentionActivities(deps: CleanupDeps): RetentionActivities {
  const { config, models, now, ulid, log } = deps;
  const gate = gateOf(deps);
  /** Returns whether the sweep must not delete anything from now on. */
  const isSkipped = async (cleanup: Cleanup): Promise<boolean> => {
    if (cleanup.skip) return true;
    const why = await gate(cleanup);
    if (why !== null) await skipCleanup(models, cleanup._id, why);
    return why !== null;
  };
  const slicesOf = async (cleanupId: string): Promise<number> =>
    noteSlices(models, cleanupId, slicesAtOnce(await countHolders(models)));
  return {
    async noteRetentionDue() {
      if (config.retention !== "on") return;
      const at = now();
      const [last, plan, announced] = await Promise.all([
        lastDailySweep(models),
        lastCleanup(models, "plan"),
        announcedSweep(models),
      ]);
      const ended = { last: last?.finishedAt ?? null, planned: plan?.finishedAt ?? null };
      const due = dueSweep({ now: at, ...ended, announced });
      if (due.do === "announce") await announceSweep(models, due.at);
      // Until the announced day people can see what it will delete.
      const kind = due.do === "sweep" ? "retention" : "plan";
      await insertCleanup(models, { _id: makeId("cleanup", ulid()), kind, at, daily: true });
    },
    beginCleanup: async ({ cleanupId }) => (await beginCleanup(models, cleanupId, now()))?.kind ?? null,
    expireRuns: ({ cleanupId, after }) =>
      withHeartbeat(async (signal, note) => {
        const cleanup = await readCleanup(deps, cleanupId);
        await notePhase(models, cleanupId, EXPIRING);
        // Showing runs deletes nothing, so it needs no permission.
        if (cleanup.kind === "retention") await showHidden(models);
        // Records of problems and reviews that protect runs may not be filled in yet, so the next sweep deletes the runs.
        if (await hasFillLeft(models)) return { next: null };
        const working = { signal, note, cleanupId };
        if (cleanup.kind === "retention") {
          if (await isSkipped(cleanup)) return { next: null };
          await finishDeleting(deps, working);
        }
        const until = performance.now() + TURN_MS;
        let last = after;
        do {
          const project = await nextRetained(models, last);
          if (project === null) return { next: null };
          if (cleanup.kind === "retention") {
            await expireProject(deps, project, working);
            await expireJobs(deps, project, working);
          } else await countProject(deps, cleanupId, project, working);
          last = project._id;
        } while (performance.now() < until);
        return { next: last };
      }),
    sweepArtifacts: ({ cleanupId, from }) =>
      withHeartbeat(async (signal, note) => {
        const cleanup = await readCleanup(deps, cleanupId);
        const phase = `artifacts, ${Math.round((from / SLICES) * 100)} %`;
        await notePhase(models, cleanupId, phase);
        if (cleanup.kind === "retention" && (await isSkipped(cleanup))) return { next: null };
        const to = Math.min(SLICES, from + (cleanup.slices ?? (await slicesOf(cleanupId))));
        const plan = cleanup.kind === "plan" ? await plannedOwners(deps) : null;
        const step = plan === null ? undefined : `artifacts:${from}`;
        const { more } = await sweepSlices(deps, {
          range: rangeOf(from, to),
          plan,
          signal,
          note,
          turns: turnsOf(deps, cleanupId, phase, { signal, note }),
          stored: (stored) => addStoredKinds(models, cleanupId, stored, `stored:${from}`),
          count: (counts) => addCounts(models, cleanupId, counts, step),
        });
        if (more) return { next: from };
        return { next: to < SLICES ? to : null };
      }),
    endCleanup: ({ cleanupId, error }) =>
      withHeartbeat(async (signal, note) => {
        const ended = error === null ? await readCleanup(deps, cleanupId) : null;
        const skip = ended?.skip ?? null;
        if (ended !== null && skip === null) {
          note("counting what is stored");
          await recountStored(models, signal);
          // `stored` is missing if no project stores anything.
          await noteKinds(models, ended.stored ?? {}, { at: now(), signal });
        }
        await endCleanup(models, cleanupId, { at: now(), error, skip });
        const level = error === null ? "info" : "error";
        log(level, error === null ? "a cleanup has ended" : "a cleanup failed", { cleanupId, error: error ?? skip });
      }),
  };
}

export async function readCleanup({ models }: CleanupDeps, id: string): Promise<Cleanup> {
  const cleanup = await findCleanup(models, id);
  if (cleanup === null) throw invalid(`The cleanup ${id} is not in the database.`);
  return cleanup;
}

/** Counts the expired runs and jobs of a project, each with its documents. */
async function countProject(
  { models, now }: CleanupDeps,
  cleanupId: string,
  project: RetainedProject,
  { signal, note }: Working,
): Promise<void> {
  note(`runs of ${project._id}`);
  const counts: CleanupCounts = {};
  const { expired } = await expiredRuns(models, project, now());
  const jobs = await expiredJobs(models, project, now());
  for (const { id, kind } of [...expired, ...jobs.map((id) => ({ id, kind: "jobs" as const }))]) {
    signal.throwIfAborted();
    const own = countsOf(counts, project._id);
    own.documents += await countOwned(models, kind === "jobs" ? "job" : "run", id);
    own.runs[kind] = (own.runs[kind] ?? 0) + 1;
  }
  await addCounts(models, cleanupId, counts, `runs:${project._id}`);
}

/** Returns the runs and jobs that a sweep would delete, across all projects. */
async function plannedOwners({ models, now }: CleanupDeps): Promise<Set<string>> {
  const ids = new Set<string>();
  for (
    let project = await nextRetained(models, null);
    project !== null;
    project = await nextRetained(models, project._id)
  ) {
    for (const { id } of (await expiredRuns(models, project, now())).expired) ids.add(id);
    for (const id of await expiredJobs(models, project, now())) ids.add(id);
  }
  return ids;
}
