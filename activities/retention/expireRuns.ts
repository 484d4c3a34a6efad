// Deletes the runs of a project that are past their time: some are hidden, looked at again, and then deleted or shown again.
import { countsOf } from "../../domain/retention/cleanup.ts";
import { addCounts } from "../../models/cleanups/queries.ts";
import { deleteRun } from "../../models/retention/deleteRuns.ts";
import { type ExpiredRun, type Expiry, expiredRuns, stillNeeded } from "../../models/retention/expiredRuns.ts";
import { type Hidden, hiddenRuns, hideRuns, showRun } from "../../models/retention/hideRuns.ts";
import { type RetainedProject, retainedProject } from "../../models/retention/projects.ts";
import type { CleanupDeps, Working } from "./deps.ts";
import { type Turns, turnsOf } from "./turns.ts";

/** Runs that are hidden together. What keeps runs is read again for each of these batches. */
const HIDDEN_AT_ONCE = 50;

type Sweep = Working & { cleanupId: string };

/** Every run of the project that is past its time, each with its documents. */
export async function expireProject(deps: CleanupDeps, project: RetainedProject, sweep: Sweep): Promise<void> {
  const { models, now } = deps;
  const turns = turnsOf(deps, sweep.cleanupId, sweep);
  for (let current: RetainedProject | null = project; current !== null; ) {
    const since = now();
    const expiry = await expiredRuns(models, current, since);
    const changed = await expireAll(deps, current, { ...expiry, since }, sweep, turns);
    if (!changed) return;
    // What the project keeps was changed meanwhile: what that means for the rest is decided anew.
    current = await retainedProject(models, project._id);
  }
}

/** Answers whether the project's own rules changed before all of them went. */
async function expireAll(
  deps: CleanupDeps,
  project: RetainedProject,
  { expired, open, since }: Expiry & { since: Date },
  sweep: Sweep,
  turns: Turns,
): Promise<boolean> {
  const { models, now } = deps;
  for (const batch of batchesOf(expired)) {
    sweep.signal.throwIfAborted();
    sweep.note(`runs of ${project._id}`);
    const hidden = await hideRuns(models, batch, now());
    if (hidden.length === 0) continue;
    const current = await retainedProject(models, project._id);
    if (current !== null && rulesOf(current) !== rulesOf(project)) {
      for (const one of hidden) await showRun(models, one);
      return true;
    }
    const needed = await stillNeeded(models, project._id, { since, open });
    await turns(() => settle(deps, hidden, needed, sweep));
  }
  return false;
}

const rulesOf = ({ mainBranch, settings }: RetainedProject): string =>
  JSON.stringify([mainBranch ?? null, settings?.retention ?? null]);

/** Full audits stay together with their parts. */
function* batchesOf(expired: readonly ExpiredRun[]): Generator<ExpiredRun[]> {
  let batch: ExpiredRun[] = [];
  for (const family of Map.groupBy(expired, ({ head }) => head).values()) {
    batch.push(...family);
    if (batch.length < HIDDEN_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** What a killed sweep had hidden: deleted, or shown again where something needs it by now. */
export async function finishHidden(deps: CleanupDeps, sweep: Sweep): Promise<void> {
  const { models } = deps;
  const turns = turnsOf(deps, sweep.cleanupId, sweep);
  for (;;) {
    const left = await hiddenRuns(models);
    if (left.length === 0) return;
    for (const [projectId, hidden] of Map.groupBy(left, (one) => one.hidden.projectId)) {
      sweep.signal.throwIfAborted();
      sweep.note(`runs of ${projectId}`);
      const needed = await stillNeeded(models, projectId, null);
      await turns(() => settle(deps, hidden, needed, sweep));
    }
  }
}

async function settle(
  deps: CleanupDeps,
  hidden: readonly Hidden[],
  needed: ReadonlySet<string>,
  { cleanupId, signal }: Sweep,
): Promise<void> {
  const { models, now } = deps;
  for (const family of Map.groupBy(hidden, headOf).values()) {
    const stays = family.some(({ _id }) => needed.has(_id)) || needed.has(headOf(family[0]!));
    // The parts of a full audit first: what a killed sweep leaves is found by it.
    for (const one of family.toReversed()) {
      signal.throwIfAborted();
      if (stays) {
        await showRun(models, one);
        continue;
      }
      const documents = await deleteRun(models, one, now());
      if (documents === 0) continue;
      const counts = {};
      const own = countsOf(counts, one.hidden.projectId);
      own.documents += documents;
      own.runs[one.hidden.kind] = 1;
      await addCounts(models, cleanupId, counts);
    }
  }
}

const headOf = ({ _id, hidden }: Hidden): string => hidden.parentRunId ?? _id;
