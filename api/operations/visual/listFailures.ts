// What failed in a visual run, worst first.
import type { Project } from "../../../models/project.ts";
import type { Shot } from "../../../models/shot.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { findVisualRun } from "../runs/latestRun.ts";

const FIELDS = [
  "index",
  "scenarioLabel",
  "viewport",
  "browser",
  "selector",
  "url",
  "status",
  "reasons",
  "mismatchPercent",
  "fingerprint",
  "flaky",
] as const satisfies (keyof Shot)[];

export type FailedShot = Pick<Shot, Exclude<(typeof FIELDS)[number], "mismatchPercent">> & {
  /** Percent 0 to 100, never rounded; 100 where there was nothing to compare with. */
  mismatchPercent: number;
};
export type RunFailures = {
  runId: string;
  failed: number;
  total: number;
  /** Different changes among all failures: equal ones are one cause. */
  changes: number;
  failures: FailedShot[];
  /** The worst failure of each failed scenario, whatever page was asked for. */
  worstOfEach: FailedShot[];
  nextCursor: string | null;
};

type Place = { mismatchPercent: number; index: number };
const placeOf = (text: string): Place | undefined => {
  const [mismatch, index, ...more] = text.split(":").map(Number);
  const good = more.length === 0 && Number.isFinite(mismatch) && Number.isInteger(index);
  return good ? { mismatchPercent: mismatch!, index: index! } : undefined;
};
const worstFirst = (a: Place, b: Place) => b.mismatchPercent - a.mismatchPercent || a.index - b.index;

/** Of a visual test that has ended. Throws while it is running. */
export async function listFailures(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, limit = DEFAULT_LIMIT, cursor }: { project: Project; runId: string } & Paging,
): Promise<RunFailures> {
  requireReadRight(caller);
  const run = await findVisualRun(ctx, project, { runId });
  const after = decodeCursor(cursor, placeOf);
  const [total, shots] = await Promise.all([
    ctx.models.shots.countDocuments({ runId: run._id }),
    ctx.models.shots
      .find(
        { runId: run._id, status: { $in: ["failed", "error"] } },
        Object.fromEntries(FIELDS.map((name) => [name, 1])),
      )
      .lean<Pick<Shot, (typeof FIELDS)[number]>[]>(),
  ]);
  const failures = shots
    .map((shot): FailedShot => ({ ...shot, mismatchPercent: shot.mismatchPercent ?? 100 }))
    .sort(worstFirst);
  // Without a fingerprint each is a change of its own.
  const changes = new Set(failures.map(({ fingerprint, index }) => fingerprint || index)).size;
  const worstOfEach = [...Map.groupBy(failures, ({ scenarioLabel }) => scenarioLabel).values()].map(
    ([worst]) => worst!,
  );
  const rest = after ? failures.filter((one) => worstFirst(after, one) < 0) : failures;
  const { entries, nextCursor } = page(rest, limit, (last) => `${last.mismatchPercent}:${last.index}`);
  return { runId: run._id, failed: failures.length, total, changes, failures: entries, worstOfEach, nextCursor };
}
