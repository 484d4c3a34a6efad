// Why a result failed: what its reasons, its regions, its page maps and the results before it say together.

import { plural } from "../../text.ts";
import type { ExplainContext } from "../cause.ts";
import { explain } from "../explain.ts";
import type { Reason } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import { changesByItself, dynamicCause, type FailureHistory, historyOf } from "./history.ts";
import { overlayCause } from "./overlay.ts";
import { isUnjudged, reasonCauses } from "./reasonCauses.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";
import { thresholdCause } from "./threshold.ts";

export type ShotExplanation = {
  /** The likeliest first. */
  causes: ShotCause[];
  /** What to do, each sentence once, in the order of the causes. */
  advice: string[];
  history: FailureHistory;
};

const MAX_CAUSES = 10;
/** A region that accounts for less of the change is a detail; rows that moved count whatever they changed. */
const MIN_SHARE = 0.02;

/** Deterministic: the same facts give the same answer. */
export function explainShot(facts: ShotFacts): ShotExplanation {
  const history = historyOf(facts.fingerprint, facts.earlier);
  const named = reasonCauses(facts.reasons);
  const causes = isUnjudged(facts.reasons)
    ? named
    : ordered([...named, ...pixelCauses(facts), ...sizeCause(facts)]).slice(0, MAX_CAUSES);
  return { causes, advice: adviceOf(causes, facts, history), history };
}

function pixelCauses(facts: ShotFacts): ShotCause[] {
  const overlay = overlayCause(facts);
  const dynamic = dynamicCause(facts);
  const threshold = thresholdCause(facts);
  const regions: ShotCause[] = facts.sizes
    ? explain({ regions: facts.regions, shifts: facts.shifts, sizes: facts.sizes }, contextOf(facts)).filter(
        ({ kind, selector, share }) =>
          (share >= MIN_SHARE || kind === "layout_shift") &&
          !(overlay && overlay.selector !== "" && overlay.selector === selector),
      )
    : [];
  return [overlay, dynamic, threshold, ...regions].filter((cause) => cause !== null);
}

function contextOf(facts: ShotFacts): ExplainContext {
  const { baselineMap, testMap, reasons, flaky } = facts;
  const movingRegion = movingRegionOf(reasons);
  return { baselineMap, testMap, notes: reasons, flaky, movingRegion, changesByItself: changesByItself(facts) };
}

/** Where frames of one capture kept differing, as the capture noted it. */
function movingRegionOf(reasons: readonly Reason[]): Box | null {
  const { x, y, width, height } = reasons.find(({ code }) => code === "unstable")?.data ?? {};
  if (typeof x !== "number" || typeof y !== "number" || typeof width !== "number" || typeof height !== "number")
    return null;
  return { x, y, width, height };
}

/** A size that no shift of rows explains. */
function sizeCause({ sizes, shifts, reasons }: ShotFacts): ShotCause[] {
  const reason = reasons.find(({ code }) => code === "size_changed");
  if (!reason || !sizes || shifts.length > 0) return [];
  return [
    {
      kind: "page_size",
      selector: "",
      confidence: 0.9,
      evidence: reason.message,
      action: "approve",
      advice:
        sizes.baseline.width === sizes.test.width
          ? "Approve it when the new length of the page is meant."
          : "The page is wider or narrower than its viewport was: check the viewport's size, or approve it.",
      share: null,
    },
  ];
}

/** By how much of the change a cause accounts for and how sure it is; what concerns the whole counts as the whole. */
function ordered(causes: ShotCause[]): ShotCause[] {
  const weight = ({ share, confidence }: ShotCause) => (share === null ? 1 : 0.5 + share / 2) * confidence;
  return causes.toSorted((a, b) => weight(b) - weight(a));
}

function adviceOf(causes: readonly ShotCause[], { sameChange }: ShotFacts, { same, since }: FailureHistory): string[] {
  const advice: string[] = [];
  if (sameChange > 0)
    advice.push(
      `The same change is in ${plural(sameChange, "other result")} of this run: it is one cause, so mend or approve them together.`,
    );
  if (same > 0)
    advice.push(
      `It has failed in this way since ${since} (${plural(same, "run")} before this one): it does not come from the latest change.`,
    );
  return [...new Set([...advice, ...causes.map((cause) => cause.advice)])];
}
