// The only way in which workflows change run and job records that people read.
import { judgeWrite } from "../../domain/durable/seqGuard.ts";
import { WORK, type WorkRef, type Written } from "../../domain/durable/work.ts";
import { messageOf } from "../../domain/errors.ts";
import { noteWorkChange } from "../../models/changes/queries.ts";
import { patchWork, standingOf } from "../../models/work/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

/** Returns whether the patch was applied; retries and late arrivals change nothing. */
export async function writeWork(
  deps: Pick<CommonDeps, "client" | "models" | "log">,
  work: WorkRef,
  { executionId, seq }: Written,
  patch: object,
): Promise<boolean> {
  const { models, client } = deps;
  const set = { ...patch, seq, executionId };
  if (await patchWork(models, work, { executionId, seq: { $lt: seq } }, set)) return told(deps, work);
  const stored = await standingOf(models, work);
  if (!stored) throw invalid(`The ${work.kind} ${work.id} is not in the database.`);
  const judged = judgeWrite(stored, executionId);
  if (judged === "drop") return false;
  if (judged === "ask") {
    const current = await client.workflow.getHandle(WORK[work.kind].workflowId(work.id)).describe();
    if (current.runId !== executionId) return false;
  }
  // This execution takes over from the stored one, once.
  if (!(await patchWork(models, work, { executionId: stored.executionId }, set))) return false;
  return told(deps, work);
}

/** The write is done, whether or not open pages are notified: they refresh on their own, only later. */
async function told({ models, log }: Pick<CommonDeps, "models" | "log">, { kind, id }: WorkRef): Promise<true> {
  try {
    await noteWorkChange(models, kind, id);
  } catch (error) {
    log("warn", "a change was not noted for open pages", { kind, id, error: messageOf(error) });
  }
  return true;
}
