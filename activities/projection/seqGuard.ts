// The one way in which workflows change what people read, of runs and jobs alike.
import { judgeWrite } from "../../domain/durable/seqGuard.ts";
import { WORK, type WorkRef, type Written } from "../../domain/durable/work.ts";
import { messageOf } from "../../domain/errors.ts";
import { noteWorkChange } from "../../models/changes/queries.ts";
import { patchWork, standingOf } from "../../models/work/queries.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

/** Answers whether the patch applied; a retry and a late arrival change nothing. */
export async function writeGuarded(
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
  // This execution takes over from the one that was read, once.
  if (!(await patchWork(models, work, { executionId: stored.executionId }, set))) return false;
  return told(deps, work);
}

/** The write stands, whether or not open pages hear of it: they read again by themselves, only later. */
async function told({ models, log }: Pick<CommonDeps, "models" | "log">, { kind, id }: WorkRef): Promise<true> {
  try {
    await noteWorkChange(models, kind, id);
  } catch (error) {
    log("warn", "a change was not noted for open pages", { kind, id, error: messageOf(error) });
  }
  return true;
}
