// Writes the end of a run or a job, and logs it once.
import { idOf, type WorkRef, type Written } from "../../domain/durable/work.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { writeWork } from "./seqGuard.ts";

/** Log fields besides status and duration. */
type Told = { createdAt: Date; fields: Record<string, unknown> };

/** Returns whether this write ended the work; the first end wins. */
export async function endWork(
  deps: CommonDeps,
  work: WorkRef,
  written: Written,
  patch: { status: string; finishedAt: Date },
  { createdAt, fields }: Told,
): Promise<boolean> {
  if (!(await writeWork(deps, work, written, patch))) return false;
  const durationMs = patch.finishedAt.getTime() - createdAt.getTime();
  deps.log("info", `${work.kind} ended`, { ...idOf(work), ...fields, status: patch.status, durationMs });
  return true;
}
