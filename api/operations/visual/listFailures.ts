// Lists what failed in a visual run, worst first.
import { countChanges, showsChanges } from "../../../domain/visual/reading/groups.ts";
import { createTinyClasses } from "../../../domain/visual/reading/tiny.ts";
import { reviewGroupOf } from "../../../domain/visual/reviewGroups.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { countShots, type FailureRow, failureRowsOf, shotsOf } from "../../../models/shots/queries.ts";
import { TO_REVIEW } from "../../../models/shots/reviews.ts";
import { SHOT_OUTCOME, type Shot } from "../../../models/shots/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { findVisualRun } from "../runs/latestRun.ts";

type FailureKey = FailureRow & { mismatchPercent: number };

const FIELDS = { ...SHOT_OUTCOME, url: 1, reasons: 1, fingerprint: 1, flaky: 1 } as const;

export type FailedShot = Pick<Shot, Exclude<keyof typeof FIELDS, "mismatchPercent">> & {
  /** Percentage from 0 to 100, never rounded; 100 if there was nothing to compare with. */
  mismatchPercent: number;
  /** Whether it only shows differences of a few pixels that many results of the run have. */
  tiny: boolean;
};
export type RunFailures = {
  runId: string;
  failed: number;
  total: number;
  /**
   * Number of different changes among all failures: one changed header on 19 pages counts once, and a failure may show several. First
   * screenshots and errors show none.
   */
  changes: number;
  /** Number of tiny failures. */
  tiny: number;
  failures: FailedShot[];
  /** Where each failed scenario failed worst, regardless of the requested page. */
  worstOfEach: Pick<Shot, "scenarioLabel" | "viewport" | "browser" | "mode">[];
  nextCursor: string | null;
};

type Place = { mismatchPercent: number; index: number };
const placeOf = (text: string): Place | undefined => {
  const [mismatch, index, ...more] = text.split(":").map(Number);
  const good = more.length === 0 && Number.isFinite(mismatch) && Number.isInteger(index);
  return good ? { mismatchPercent: mismatch!, index: index! } : undefined;
};
const worstFirst = (a: Place, b: Place) => b.mismatchPercent - a.mismatchPercent || a.index - b.index;

/** Lists the failures of a finished visual test. Throws while it is running. */
export async function listFailures(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, limit = DEFAULT_LIMIT, cursor }: { project: Project; runId: string } & Paging,
): Promise<RunFailures> {
  requireReadRight(caller);
  const run = await findVisualRun(ctx, project, { runId });
  const after = decodeCursor(cursor, placeOf);
  const [total, found] = await Promise.all([
    countShots(ctx.models, run._id),
    failureRowsOf(ctx.models, run._id, TO_REVIEW),
  ]);
  const classes = createTinyClasses();
  for (const shot of found) classes.add(shot.changes ?? []);
  const failures = found
    .filter(({ status }) => status !== "approved")
    .map(withMismatch)
    .sort(worstFirst);
  const tiny = new Set(failures.filter((one) => reviewGroupOf(one, classes).kind === "tiny").map(({ index }) => index));
  const changes = countChanges(failures.filter(showsChanges));
  const worstOfEach = new Map<string, FailureKey>();
  for (const one of failures) if (!worstOfEach.has(one.scenarioLabel)) worstOfEach.set(one.scenarioLabel, one);
  const rest = after ? failures.filter((one) => worstFirst(after, one) < 0) : failures;
  const { entries, nextCursor } = page(rest, limit, (last) => `${last.mismatchPercent}:${last.index}`);
  return {
    runId: run._id,
    failed: failures.length,
    total,
    changes,
    tiny: tiny.size,
    failures: (await whole(ctx, run._id, entries)).map((one) => ({ ...one, tiny: tiny.has(one.index) })),
    worstOfEach: [...worstOfEach.values()],
    nextCursor,
  };
}

const withMismatch = <T extends Pick<Shot, "mismatchPercent">>(shot: T) => ({
  ...shot,
  mismatchPercent: shot.mismatchPercent ?? 100,
});

/** Returns the failures for some of the keys, in their order. */
async function whole(
  ctx: OperationContext,
  runId: string,
  keys: readonly FailureKey[],
): Promise<Omit<FailedShot, "tiny">[]> {
  const wanted = keys.map(({ index }) => index);
  const found = await shotsOf(ctx.models, { runId, indexes: wanted }, { fields: FIELDS });
  const byIndex = new Map(found.map((shot) => [shot.index, withMismatch(shot)]));
  return wanted.flatMap((index) => byIndex.get(index) ?? []);
}
