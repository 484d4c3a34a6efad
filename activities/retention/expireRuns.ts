// Deletes a project's expired runs: a batch is hidden, checked again, and then deleted or shown again.
import type { SweepTurn } from "../../models/backups/lease.ts";
import { addDeleted } from "../../models/cleanups/queries.ts";
import { deleteRun } from "../../models/retention/deleteOwned.ts";
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
import { type CleanupDeps, type Sweep, turnsOf } from "./deps.ts";

/** Maximum number of runs hidden together. The reasons to keep runs are read again for each batch. */
const HIDDEN_AT_ONCE = 50;

/** The phase a cleanup reports during this step. */
export const EXPIRING = "runs";

/** Deletes every expired run of the project with its documents. */
export async function expireProject(deps: CleanupDeps, project: RetainedProject, sweep: Sweep): Promise<void> {
  const { models, now } = deps;
  const turns = turnsOf(deps, sweep.cleanupId, EXPIRING, sweep);
  for (let current: RetainedProject | null = project; current !== null; ) {
    const since = now();
    const expiry = await expiredRuns(models, current, since);
    const changed = await expireAll(deps, current, { ...expiry, since }, sweep, turns);
    if (!changed) return;
    // The project's retention rules have changed, so what to delete of the rest is decided again.
    current = await retainedProject(models, project._id);
  }
}

/** A full audit with its parts. */
type Family = readonly ExpiredRun[];
type Decided = Pick<Expiry, "open"> & { since: Date };

/** Returns whether the project's rules changed before all runs were deleted. */
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
    // Hidden only within a turn, so that no run is missing while the sweep waits, and reasons to keep one are read after the wait.
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

/** Deletes the runs of the batch that nothing needs. Returns the heads of the families left over because a backup is waiting. */
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
    // At least one family is deleted per turn, so that consecutive backups do not prevent progress.
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

/** Completes deletions that a killed sweep had started. Runs that it had only hidden are shown again (showHidden), and decided again. */
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
  // The parts of a full audit first, because what a killed sweep leaves is found through the audit.
  for (const one of family.toReversed()) {
    turn.signal.throwIfAborted();
    await turn.stillOurs();
    const { projectId, kind } = one.hidden;
    const count = (documents: number) => addDeleted(models, cleanupId, one._id, { projectId, kind, documents });
    await deleteRun(models, one, { at: now(), signal: turn.signal, count });
  }
}
