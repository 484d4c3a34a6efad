// Failures of a visual run as report findings, compared with the previous run.

import { viewWords } from "../../../domain/visual/viewWords.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import { SHOT_PLACE, type Shot } from "../../../models/shots/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { shotLinks } from "../visual/resultView.ts";
import { type Failures, MAX_FIXED, type ReportFinding } from "./reportFinding.ts";
import { sinceBefore } from "./sinceBefore.ts";

/** Maximum number of screenshots read per run. */
const MAX_SHOTS = 5_000;
const FIELDS = { ...SHOT_PLACE, mismatchPercent: 1, threshold: 1, artifacts: 1 } as const;
type Row = Pick<Shot, "_id" | keyof typeof FIELDS>;

/** A failure whose link is created when it is shown, because signing thousands takes time. */
export type VisualFailure = Omit<ReportFinding, "picture"> & { shot: Pick<Shot, "_id" | "artifacts"> };

const placeOf = ({ scenarioId, selector, viewport, browser, mode = "" }: Row) =>
  [scenarioId, selector, viewport, browser, mode].join("\n");
const isWrong = ({ status }: Pick<Shot, "status">) => status === "failed" || status === "error";
/** Returns the place as shown to people: "Home, desktop, chromium". */
const targetOf = ({ scenarioLabel, selector, ...view }: Row) =>
  [scenarioLabel, viewWords(view), ...(selector ? [selector] : [])].join(", ");

/** Returns what differs, and which earlier appearance it matches, if any. */
function messageOf({ reasons }: Row): string {
  const told = reasons
    .filter(({ code }, at) => at === 0 || code === "known_look" || code === "was_ignored" || code === "merged")
    .map(({ message }) => message);
  return told.join(" ") || "It has no result.";
}

/** Returns failures, worst first. */
export async function visualFailures(ctx: OperationContext, run: Run): Promise<Failures<VisualFailure>> {
  const { now, isNew, mended, previous } = await sinceBefore<Row>(ctx, run, {
    of: (runId) => shotsOf(ctx.models, { runId }, { fields: FIELDS, limit: MAX_SHOTS }),
    key: placeOf,
    wrong: isWrong,
    fine: ({ status }) => status === "passed" || status === "approved",
  });
  const failures = now
    .filter(isWrong)
    // A screenshot without a comparison counts as entirely different.
    .sort((a, b) => (b.mismatchPercent ?? 100) - (a.mismatchPercent ?? 100) || a.index - b.index)
    .map(
      (shot): VisualFailure => ({
        rule: shot.reasons[0]?.code ?? "not_run",
        severity: null,
        outcome: "failed",
        page: shot.url,
        target: targetOf(shot),
        message: messageOf(shot),
        new: isNew(shot),
        help: "",
        evidence: { mismatchPercent: shot.mismatchPercent, threshold: shot.threshold },
        shot: { _id: shot._id, artifacts: shot.artifacts },
      }),
    );
  const fixed = mended.slice(0, MAX_FIXED).map((shot) => ({
    rule: shot.reasons[0]?.code ?? "not_run",
    page: shot.url,
    message: `${targetOf(shot)} passes again.`,
  }));
  return { failures, fixed, fixedCount: mended.length, previous };
}

/** Adds the signed link to the failure. */
export function withPicture(ctx: OperationContext, failure: VisualFailure, linksForMs?: number): ReportFinding {
  const { shot, ...finding } = failure;
  const { diff, test } = shotLinks(ctx, shot, linksForMs);
  return { ...finding, picture: diff ?? test };
}
