// Deletes a project's expired jobs, with the pages and states that they found.
import type { SweepTurn } from "../../models/backups/lease.ts";
import { addDeleted } from "../../models/cleanups/queries.ts";
import { deleteJob } from "../../models/retention/deleteOwned.ts";
import { expiredJobs } from "../../models/retention/expiredJobs.ts";
import { type RetainedProject, retainedProject } from "../../models/retention/projects.ts";
import { type CleanupDeps, type Sweep, turnsOf } from "./deps.ts";

/** The phase a cleanup reports during this step. */
const EXPIRING = "jobs";
/** Maximum number of jobs deleted per turn. The rules and the reasons to keep jobs are read again for each turn. */
const DELETED_AT_ONCE = 200;

/** Deletes every expired job of the project. Unlike runs, jobs are not hidden first: nothing starts to build on a job that expired. */
export async function expireJobs(deps: CleanupDeps, { _id: projectId }: RetainedProject, sweep: Sweep): Promise<void> {
  const turns = turnsOf(deps, sweep.cleanupId, EXPIRING, sweep);
  for (let more = true; more; ) {
    sweep.signal.throwIfAborted();
    sweep.note(`jobs of ${projectId}`);
    more = await turns((turn) => expireSome(deps, projectId, sweep, turn));
  }
}

/** Returns whether there may be more to delete. */
async function expireSome(deps: CleanupDeps, projectId: string, sweep: Sweep, turn: SweepTurn): Promise<boolean> {
  const { models, now } = deps;
  const project = await retainedProject(models, projectId);
  if (project === null) return false;
  const expired = await expiredJobs(models, project, now());
  for (const [deleted, _id] of expired.slice(0, DELETED_AT_ONCE).entries()) {
    // At least one job is deleted per turn, so that consecutive backups do not prevent progress.
    if (deleted > 0 && (await turn.isWanted())) return true;
    turn.signal.throwIfAborted();
    await turn.stillOurs();
    const count = (documents: number) =>
      addDeleted(models, sweep.cleanupId, _id, { projectId, kind: "jobs", documents });
    await deleteJob(models, { _id, projectId }, { at: now(), signal: turn.signal, count });
  }
  return expired.length > DELETED_AT_ONCE;
}
