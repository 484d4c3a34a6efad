// Compares the results of a run with those of the previous run: which failures are new, and which are fixed.

import { runBefore } from "../../../models/runs/before.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

/** How two runs of one kind are compared. `fine`: judged and passed; what was not checked again does not count as fixed. */
export type Judged<T> = {
  of(runId: string): Promise<T[]>;
  key(one: T): string;
  wrong(one: T): boolean;
  fine(one: T): boolean;
};

export type SinceBefore<T> = {
  now: T[];
  /** Returns null if there is no earlier run to compare with. */
  isNew(one: T): boolean | null;
  /** Results of the previous run that were wrong there and are fine now. */
  mended: T[];
  /** Id of the previous completed run on the same environment and branch. */
  previous: string | null;
};

export async function sinceBefore<T>(ctx: OperationContext, run: Run, judged: Judged<T>): Promise<SinceBefore<T>> {
  const previous = await runBefore(ctx.models, run, { _id: 1 });
  const now = await judged.of(run._id);
  const before = previous ? (await judged.of(previous._id)).filter(judged.wrong) : [];
  const wrongBefore = new Set(before.map(judged.key));
  const fineNow = new Set(now.filter(judged.fine).map(judged.key));
  return {
    now,
    isNew: (one) => (previous ? !wrongBefore.has(judged.key(one)) : null),
    mended: before.filter((one) => fineNow.has(judged.key(one))),
    previous: previous?._id ?? null,
  };
}
