// A person's last decision that can be undone, on any screen or device: the audit log knows the runs, and the results know what is still in
// effect.
import { auditEntriesOf } from "../../../models/bookkeeping/auditEntries.ts";
import { fitsReview } from "../../../models/reviewItems/queries.ts";
import { findRunOf, onMainBranch } from "../../../models/runs/queries.ts";
import { type ReviewedShot, reviewedBy } from "../../../models/shots/reviews.ts";
import { describeCaller, requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type PlaceInput, placeOf } from "../projects/place.ts";
import { reviewFilterOf } from "./waitingView.ts";

/** Maximum number of decisions that a person can undo. */
const MAX_UNDO = 50;
/** Maximum number of log entries searched: a decision about several runs writes one per run, and so does an undo. */
const MAX_ENTRIES = 300;

/** Returns the caller's newest decision (older than `before`) that is at least partly in effect, and its results; `at` is null if there is none. */
export async function ownDecision(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { before, ...input }: PlaceInput & { before?: string },
): Promise<{ at: string | null; shots: string[] }> {
  requireReadRight(caller);
  const { models } = ctx;
  const place = await placeOf(ctx, caller, slug, input);
  const { _id: projectId, mainBranch } = place.project;
  const isHere = fitsReview(reviewFilterOf(place));
  const who = describeCaller(caller);
  const wanted = { before: null, action: "results.", who, limit: MAX_ENTRIES };
  const entries = await auditEntriesOf(models, caller.orgId, wanted);
  const known = new Map<string, Promise<ReviewedShot[]>>();
  const read = async (runId: string): Promise<ReviewedShot[]> => {
    const run = await findRunOf(models, projectId, runId, { branch: 1, environmentId: 1 });
    if (!run) return [];
    const line = onMainBranch(run.branch, mainBranch) ? "" : (run.branch ?? "");
    return isHere({ environmentId: run.environmentId, line }) ? reviewedBy(models, runId, who) : [];
  };
  // Entries with the same time belong to one decision, which is undone as a whole.
  const made = Map.groupBy(
    entries.filter(({ action }) => action !== "results.undo"),
    ({ at }) => at.toISOString(),
  );
  for (const [at, some] of [...made].slice(0, MAX_UNDO)) {
    if (before !== undefined && at >= before) continue;
    const shots: string[] = [];
    for (const runId of new Set(some.map(({ target }) => target))) {
      const own = known.get(runId) ?? read(runId);
      known.set(runId, own);
      shots.push(...(await own).filter(({ review }) => review.at.toISOString() === at).map(({ _id }) => _id));
    }
    if (shots.length > 0) return { at, shots };
  }
  return { at: null, shots: [] };
}
