// What failed in a visual run, in the shape of findings, beside the run before it.
import type { Run } from "../../../models/run.ts";
import { runBefore } from "../../../models/runQueries.ts";
import type { Shot } from "../../../models/shot.ts";
import type { OperationContext } from "../../lib/context.ts";
import { resultView } from "../visual/resultView.ts";
import { MOST_FIXED } from "./fixedSince.ts";
import type { FixedFinding, ReportFinding } from "./reportFinding.ts";

/** Pictures of one run that are looked at. */
const MOST = 5_000;

const placeOf = ({ scenarioId, selector, viewport, browser }: Shot) =>
  [scenarioId, selector, viewport, browser].join("\n");
const isWrong = ({ status }: Pick<Shot, "status">) => status === "failed" || status === "error";
/** Where a person looks for the picture: "Home, desktop, chromium". */
const targetOf = ({ scenarioLabel, selector, viewport, browser }: Shot) =>
  [scenarioLabel, viewport, browser, ...(selector ? [selector] : [])].join(", ");

/** `failures`: worst first. `previous`: the completed visual run before it on the same environment and branch. */
export async function visualFailures(
  ctx: OperationContext,
  run: Run,
  linksForMs?: number,
): Promise<{ failures: ReportFinding[]; fixed: FixedFinding[]; previous: string | null }> {
  const previous = await runBefore(ctx.models, run, { _id: 1 });
  const shotsOf = (runId: string) =>
    ctx.models.shots.find({ runId }, { captures: 0 }).sort({ index: 1 }).limit(MOST).lean<Shot[]>();
  const now = await shotsOf(run._id);
  const before = previous ? await shotsOf(previous._id) : [];

  const wrongBefore = new Set(before.filter(isWrong).map(placeOf));
  const fineNow = new Set(now.filter(({ status }) => status === "passed" || status === "approved").map(placeOf));
  const failures = now
    .filter(isWrong)
    // Nothing to compare with is the whole picture.
    .sort((a, b) => (b.mismatchPercent ?? 100) - (a.mismatchPercent ?? 100) || a.index - b.index)
    .map((shot): ReportFinding => {
      const { diff, test } = resultView(ctx, { ...shot, captures: [] }, linksForMs).artifacts;
      return {
        rule: shot.reasons[0]?.code ?? "not_run",
        severity: null,
        outcome: "failed",
        page: shot.url,
        target: targetOf(shot),
        message: shot.reasons[0]?.message ?? "It has no result.",
        new: previous ? !wrongBefore.has(placeOf(shot)) : null,
        help: "",
        evidence: { mismatchPercent: shot.mismatchPercent, threshold: shot.threshold },
        picture: diff ?? test,
      };
    });
  const fixed = before
    .filter((shot) => isWrong(shot) && fineNow.has(placeOf(shot)))
    .map((shot) => ({
      rule: shot.reasons[0]?.code ?? "not_run",
      page: shot.url,
      message: `${targetOf(shot)} is in order again.`,
    }));
  return { failures, fixed: fixed.slice(0, MOST_FIXED), previous: previous?._id ?? null };
}
