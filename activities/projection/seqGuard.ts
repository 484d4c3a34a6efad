// The one guard of what workflows project: a patch applies only to what has not ended, where the execution is the one that
// counts and `seq` is newer. What people saw as ended stays as it ended.
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

export type Guarded = { executionId: string; seq: number };

/** The document that is guarded. */
export type Projected<P> = {
  workflowId: string;
  /** For the sentence where it is missing: "run run_…". */
  what: string;
  read(): Promise<{ executionId: string | null; over: boolean } | null>;
  /** Answers whether the filter matched a document that has not ended. */
  update(filter: { executionId: string | null; seq?: { $lt: number } }, set: P & Guarded): Promise<boolean>;
};

/** Answers whether the patch applied; a retry and a late arrival change nothing. */
export async function applyGuarded<P extends object>(
  deps: Pick<CommonDeps, "client">,
  document: Projected<P>,
  { executionId, seq }: Guarded,
  patch: P,
): Promise<boolean> {
  const set = { ...patch, seq, executionId };
  if (await document.update({ executionId, seq: { $lt: seq } }, set)) return true;
  const stored = await document.read();
  if (!stored) throw invalid(`The ${document.what} is not in the database.`);
  if (stored.over || stored.executionId === executionId) return false;
  if (stored.executionId !== null) {
    const current = await deps.client.workflow.getHandle(document.workflowId).describe();
    if (current.runId !== executionId) return false;
  }
  // First write, or a reset or continue-as-new: this execution takes over from the one that was read, once.
  return document.update({ executionId: stored.executionId }, set);
}
