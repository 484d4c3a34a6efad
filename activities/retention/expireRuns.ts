// Deletes the runs of a project that are past their time: some are hidden, looked at again, and then deleted or shown again.
import { countsOf } from "../../domain/retention/cleanup.ts";
import type { SweepTurn } from "../../models/backups/lease.ts";
import { addRunCounts } from "../../models/cleanups/queries.ts";
import { deleteRun } from "../../models/retention/deleteRuns.ts";
import { type ExpiredRun, type Expiry, expiredRuns, stillNeeded } from "../../models/retention/expiredRuns.ts";
import {
  type Hidden,
  headOf,
  hiddenFamilies,
  hideRuns,
  markDeleting,
  showFamily,
} from "../../models/retention/hideRuns.ts";
import { type RetainedProject, retainedProject } from "../../models/retention/projects.ts";
import type { Turns } from "../backupTurns.ts";
import { type CleanupDeps, turnsOf, type Working } from "./deps.ts";

/** Runs that are hidden together. What keeps runs is read again for each of these batches. */
const HIDDEN_AT_ONCE = 50;

/** What a cleanup says it does meanwhile. */
export const EXPIRING = "runs";

type Sweep = Working & { cleanupId: string };

/** Every run of the project that is past its time, each with its documents. */
export async function expireProject(deps: CleanupDeps, project: RetainedProject, sweep: Sweep): Promise<void> {
  const { models, now } = deps;
  const turns = turnsOf(deps, sweep.cleanupId, EXPIRING, sweep);
  for (let current: RetainedProject | null = project; current !== null; ) {
    const since = now();
    const expiry = await expiredRuns(models, current, since);
    const changed = await expireAll(deps, current, { ...expiry, since }, sweep, turns);
    if (!changed) return;
    // What the project keeps was changed meanwhile: what that means for the rest is decided anew.
    current = await retainedProject(models, project._id);
  }
}

/** Full audits stay together with their parts. */
type Family = readonly ExpiredRun[];
type Decided = Pick<Expiry, "open"> & { since: Date };

/** Answers whether the project's own rules changed before all of them went. */
async function expireAll(
  deps: CleanupDeps,
  project: RetainedProject,
  { expired, ...decided }: Expiry & Decided,
  sweep: Sweep,
  turns: Turns,
): Promise<boolean> {
  let rest: Family[] = [...Map.groupBy(expired, ({ head }) => head).values()];
  while (rest.length > 0) {
    sweep.signal.throwIfAborted();
    sweep.note(`runs of ${project._id}`);
    const batch = rest.slice(0, batchLength(rest));
    // Hidden within the turn alone: nobody misses a run while the sweep waits, and what keeps one is read after the wait.
    const left = await turns((turn) => expireBatch(deps, project, batch, { decided, sweep, turn }));
    if (left === "changed") return true;
    const heads = new Set(left);
    rest = [...batch.filter(([first]) => first && heads.has(first.head)), ...rest.slice(batch.length)];
  }
  return false;
}

function batchLength(families: readonly Family[]): number {
  let runs = 0;
  const enough = families.findIndex((family) => {
    runs += family.length;
    return runs >= HIDDEN_AT_ONCE;
  });
  return enough === -1 ? families.length : enough + 1;
}

const rulesOf = ({ mainBranch, settings }: RetainedProject): string =>
  JSON.stringify([mainBranch ?? null, settings?.retention ?? null]);

/** Deletes those of the batch that nothing needs. Answers the heads of the families that a backup, which waits, left no time for. */
async function expireBatch(
  deps: CleanupDeps,
  project: RetainedProject,
  batch: readonly Family[],
  { decided, sweep, turn }: { decided: Decided; sweep: Sweep; turn: SweepTurn },
): Promise<string[] | "changed"> {
  const { models, now } = deps;
  const families = await hideRuns(models, batch.flat(), now());
  const current = await retainedProject(models, project._id);
  if (current !== null && rulesOf(current) !== rulesOf(project)) {
    for (const family of families) await showFamily(models, family);
    return "changed";
  }
  const needed = await stillNeeded(models, project._id, decided);
  const left: string[] = [];
  let ended = 0;
  for (const family of families) {
    const [first] = family;
    if (first === undefined) continue;
    const isNeeded = needed.has(headOf(first)) || family.some(({ _id }) => needed.has(_id));
    // One family goes in each turn, so that backups one after the other do not keep it from ending.
    const wait = !isNeeded && (left.length > 0 || (ended > 0 && (await turn.isWanted())));
    if (wait) left.push(headOf(first));
    if (isNeeded || wait) await showFamily(models, family);
    else {
      await deleteFamily(deps, family, sweep, turn);
      ended += 1;
    }
  }
  return left;
}

/** Finishes what a killed sweep had begun to delete. What it had only hidden is shown again (showHidden), and decided anew. */
export async function finishDeleting(deps: CleanupDeps, sweep: Sweep): Promise<void> {
  const turns = turnsOf(deps, sweep.cleanupId, EXPIRING, sweep);
  for (const { family, deleting } of await hiddenFamilies(deps.models)) {
    if (!deleting) continue;
    sweep.signal.throwIfAborted();
    sweep.note("runs that an earlier sweep left");
    await turns((turn) => deleteFamily(deps, family, sweep, turn));
  }
}

async function deleteFamily(
  { models, now }: CleanupDeps,
  family: readonly Hidden[],
  { cleanupId }: Sweep,
  turn: SweepTurn,
): Promise<void> {
  await turn.stillOurs();
  if (!(await markDeleting(models, family))) return;
  // The parts of a full audit first: what a killed sweep leaves is found by it.
  for (const one of family.toReversed()) {
    turn.signal.throwIfAborted();
    await turn.stillOurs();
    const count = (documents: number) => {
      const counts = {};
      const own = countsOf(counts, one.hidden.projectId);
      own.documents += documents;
      own.runs[one.hidden.kind] = 1;
      return addRunCounts(models, cleanupId, one._id, counts);
    };
    await deleteRun(models, one, { at: now(), signal: turn.signal, count });
  }
}
