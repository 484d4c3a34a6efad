// Describes the results of a visual run one by one for a report, without their images.
import { VISUAL } from "../../domain/report/bounds.ts";
import type { Remark, ResultPlace, ResultStatus, Unjudged } from "../../domain/report/visual/types.ts";
import { reasonCauses } from "../../domain/visual/explain/reasonCauses.ts";
import type { ReasonCode } from "../../domain/visual/outcome.ts";
import { modeField } from "../../domain/visual/viewWords.ts";
import { SHOT_PLACE, type Shot } from "../../models/shots/schema.ts";

/** Regions are read only for results that are shown, because a result may have a hundred. */
export const SHOT_ROW = { ...SHOT_PLACE, fingerprint: 1, causes: 1 } as const;
export type ShotRow = Pick<Shot, "_id" | keyof typeof SHOT_ROW>;
/** Changes are read once and not kept; their descriptions are built result by result. */
export const SHOT_READ = { ...SHOT_ROW, changes: 1 } as const;

export const placeOf = ({
  scenarioLabel,
  url,
  viewport,
  browser,
  selector,
  mode,
}: Pick<Shot, "scenarioLabel" | "url" | "viewport" | "browser" | "selector" | "mode">): ResultPlace => ({
  label: scenarioLabel,
  url,
  viewport,
  browser,
  selector: selector || null,
  ...modeField({ mode }),
});

const isMissing = ({ reasons }: Pick<Shot, "reasons">): boolean => reasons.some(({ code }) => code === "no_baseline");

export const statusOf = (shot: Pick<Shot, "status" | "reasons">): ResultStatus =>
  (shot.status === "failed" || shot.status === "error") && isMissing(shot) ? "no_baseline" : shot.status;

const NOT_RUN = { code: "not_run", message: "It has no result." } as const;

/** Groups errors, missing baselines and screenshots that were never taken by equal reason, the most frequent first. */
export function unjudgedOf(shots: readonly ShotRow[]): Unjudged[] {
  const groups = new Map<string, Unjudged>();
  for (const shot of shots) {
    const status = statusOf(shot);
    if (status === "passed" || status === "approved" || status === "failed") continue;
    const reason = shot.reasons[0] ?? NOT_RUN;
    const key = `${reason.code} ${reason.message}`;
    const known = groups.get(key);
    if (known) known.places.push(placeOf(shot));
    else
      groups.set(key, {
        code: reason.code,
        message: reason.message,
        advice: reasonCauses([reason])[0]?.advice ?? "",
        places: [placeOf(shot)],
      });
  }
  return [...groups.values()].sort((a, b) => b.places.length - a.places.length).slice(0, VISUAL.unjudged);
}

/** Codes that do not change a verdict on their own but should be reported. */
const REMARKS: readonly ReasonCode[] = [
  "content_changed",
  "different_renderer",
  "flaky",
  "restless",
  "unsettled",
  "still_loading",
  "cut",
  "redirected",
  "rule_not_judged",
  "rule_hides_page",
  "hidden_by_rule",
  "stabiliser_failed",
  "approved_on_branch",
  "merged",
  "ignored_change",
];

/** Returns remarks on results that passed; those of failed results are in their own section. */
export function remarksOf(shots: readonly ShotRow[]): Remark[] {
  const remarks = new Map<string, Remark>();
  for (const { status, reasons } of shots) {
    if (status !== "passed" && status !== "approved") continue;
    for (const { code, message } of reasons) {
      if (!REMARKS.includes(code)) continue;
      const known = remarks.get(message);
      if (known) known.results += 1;
      else remarks.set(message, { code, message, results: 1 });
    }
  }
  return [...remarks.values()].sort((a, b) => b.results - a.results).slice(0, VISUAL.remarks);
}
