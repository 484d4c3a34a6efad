// Compares the results of a run with those of the previous run: which failures are new, and which are fixed.

import { isPart } from "../../../domain/runs/part.ts";
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
  /** Returns null if the earlier run did not check it, or there is none. */
  isNew(one: T): boolean | null;
  /** Results of the previous run that were wrong there and are fine now. */
  mended: T[];
  /** Id of the previous completed run on the same environment and branch. */
  previous: string | null;
};

export async function sinceBefore<T>(ctx: OperationContext, run: Run, judged: Judged<T>): Promise<SinceBefore<T>> {
  const previous = await runBefore(ctx.models, run, { type: 1, scenarios: 1, extra: 1 });
  const now = await judged.of(run._id);
  const all = previous ? await judged.of(previous._id) : [];
  const before = all.filter(judged.wrong);
  // What a partial run did not check may have been wrong for long.
  const checked = previous && isPart(previous) ? new Set(all.map(judged.key)) : null;
  const isKnown = (key: string): boolean => previous !== null && (checked?.has(key) ?? true);
  const wrongBefore = new Set(before.map(judged.key));
  const fineNow = new Set(now.filter(judged.fine).map(judged.key));
  return {
    now,
    isNew: (one) => (isKnown(judged.key(one)) ? !wrongBefore.has(judged.key(one)) : null),
    mended: before.filter((one) => fineNow.has(judged.key(one))),
    previous: previous?._id ?? null,
  };
}
