// What failed in a visual run, in the shape of findings, beside the run before it.

import { readInTurns } from "../../../models/readInTurns.ts";
import type { Run } from "../../../models/run.ts";
import { runBefore } from "../../../models/runQueries.ts";
import type { Shot } from "../../../models/shot.ts";
import type { OperationContext } from "../../lib/context.ts";
import { shotLinks } from "../visual/resultView.ts";
import { MOST_FIXED } from "./fixedSince.ts";
import type { FixedFinding, ReportFinding } from "./reportFinding.ts";

/** Pictures of one run that are looked at. */
const MOST = 5_000;
const FIELDS = {
  index: 1,
  scenarioId: 1,
  scenarioLabel: 1,
  selector: 1,
  viewport: 1,
  browser: 1,
  url: 1,
  status: 1,
  reasons: 1,
  mismatchPercent: 1,
  threshold: 1,
  artifacts: 1,
} as const;
type Row = Pick<Shot, "_id" | keyof typeof FIELDS>;

/** A failure whose link is made when it is shown: signing thousands takes its time. */
export type VisualFailure = Omit<ReportFinding, "picture"> & { shot: Pick<Shot, "_id" | "artifacts"> };

const placeOf = ({ scenarioId, selector, viewport, browser }: Row) =>
  [scenarioId, selector, viewport, browser].join("\n");
const isWrong = ({ status }: Pick<Shot, "status">) => status === "failed" || status === "error";
/** Where a person looks for the picture: "Home, desktop, chromium". */
const targetOf = ({ scenarioLabel, selector, viewport, browser }: Row) =>
  [scenarioLabel, viewport, browser, ...(selector ? [selector] : [])].join(", ");

/** `failures`: worst first. `previous`: the completed visual run before it on the same environment and branch. */
export async function visualFailures(
  ctx: OperationContext,
  run: Run,
): Promise<{ failures: VisualFailure[]; fixed: FixedFinding[]; previous: string | null }> {
  const previous = await runBefore(ctx.models, run, { _id: 1 });
  const shotsOf = (runId: string) =>
    readInTurns<Shot, Row>(ctx.models.shots, { runId }, { fields: FIELDS, sort: { index: 1 }, limit: MOST });
  const now = await shotsOf(run._id);
  const before = previous ? await shotsOf(previous._id) : [];

  const wrongBefore = new Set(before.filter(isWrong).map(placeOf));
  const fineNow = new Set(now.filter(({ status }) => status === "passed" || status === "approved").map(placeOf));
  const failures = now
    .filter(isWrong)
    // Nothing to compare with is the whole picture.
    .sort((a, b) => (b.mismatchPercent ?? 100) - (a.mismatchPercent ?? 100) || a.index - b.index)
    .map(
      (shot): VisualFailure => ({
        rule: shot.reasons[0]?.code ?? "not_run",
        severity: null,
        outcome: "failed",
        page: shot.url,
        target: targetOf(shot),
        message: shot.reasons[0]?.message ?? "It has no result.",
        new: previous ? !wrongBefore.has(placeOf(shot)) : null,
        help: "",
        evidence: { mismatchPercent: shot.mismatchPercent, threshold: shot.threshold },
        shot: { _id: shot._id, artifacts: shot.artifacts },
      }),
    );
  const fixed = before
    .filter((shot) => isWrong(shot) && fineNow.has(placeOf(shot)))
    .map((shot) => ({
      rule: shot.reasons[0]?.code ?? "not_run",
      page: shot.url,
      message: `${targetOf(shot)} is in order again.`,
    }));
  return { failures, fixed: fixed.slice(0, MOST_FIXED), previous: previous?._id ?? null };
}

/** The failure with its signed link. */
export function withPicture(ctx: OperationContext, failure: VisualFailure, linksForMs?: number): ReportFinding {
  const { shot, ...finding } = failure;
  const { diff, test } = shotLinks(ctx, shot, linksForMs);
  return { ...finding, picture: diff ?? test };
}
