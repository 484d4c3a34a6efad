// Explains why a result failed, from its reasons, its changes, its page maps and earlier results.

import { given } from "../../given.ts";
import { plural } from "../../text.ts";
import type { ExplainContext, Variation } from "../cause.ts";
import { isColumns } from "../compare/oneSided.ts";
import type { Reason } from "../outcome.ts";
import type { Box } from "../pageMap.ts";
import { changeCauses, regionCauses } from "./changeCauses.ts";
import { changesByItself, dynamicCause, type FailureHistory, historyOf } from "./history.ts";
import { lateSelectors } from "./late.ts";
import { overlayCause } from "./overlay.ts";
import { isUnjudged, reasonCauses } from "./reasonCauses.ts";
import { remedyOf, remedyText } from "./remedy.ts";
import type { ShotCause, ShotFacts } from "./shotCause.ts";
import { thresholdCause } from "./threshold.ts";
import { variationOf } from "./variation.ts";

export type ShotExplanation = {
  /** Most likely first. */
  causes: ShotCause[];
  /** Advice in the order of the causes, each sentence once. */
  advice: string[];
  history: FailureHistory;
};

const MAX_CAUSES = 10;

/** Returns the explanation of a result. Deterministic: the same facts give the same explanation. */
export function explainShot(facts: ShotFacts): ShotExplanation {
  const history = historyOf(facts.fingerprint, facts.earlier);
  const named = reasonCauses(facts.reasons);
  const variation = variationOf(facts);
  const found = isUnjudged(facts.reasons) ? named : [...named, ...pixelCauses(facts, variation)];
  const size = isUnjudged(facts.reasons) ? [] : sizeCause(facts, variation, found.length === 0);
  const width = size[0]?.change;
  const causes = ordered([...found.filter(({ change }) => width === undefined || change !== width), ...size])
    .slice(0, MAX_CAUSES)
    .map((cause) => withRule(cause, facts, variation));
  return { causes, advice: adviceOf(causes, facts, history), history };
}

/** Adds a rule only if it would resolve the cause. */
function withRule(cause: ShotCause, facts: ShotFacts, variation: Variation | null): ShotCause {
  if (cause.action !== "rule") return cause;
  const rule = remedyOf(cause, facts, variation);
  if (rule) return { ...cause, rule, advice: remedyText(rule) };
  const advice =
    "No rule can fix this: let the scenario wait for late content (readySelector or delay), or fix times and random content (the stabilisers fixedClock and fixedRandom).";
  return { ...cause, action: "fix", advice };
}

function pixelCauses(facts: ShotFacts, variation: Variation | null): ShotCause[] {
  const overlay = overlayCause(facts);
  const dynamic = dynamicCause(facts, variation);
  const threshold = thresholdCause(facts);
  const context = contextOf(facts, variation);
  const told = facts.changes?.length ? changeCauses(facts.changes, context) : regionCauses(facts, context);
  const own = told.filter(({ selector }) => !(overlay && overlay.selector !== "" && overlay.selector === selector));
  return [overlay, dynamic, threshold, ...own].filter((cause) => cause !== null);
}

function contextOf(facts: ShotFacts, variation: Variation | null): ExplainContext {
  const { reasons } = facts;
  const movingRegion = movingRegionOf(reasons);
  const late = lateSelectors(reasons);
  return { notes: reasons, variation, movingRegion, late, changesByItself: changesByItself(facts) };
}

/** Returns the box in which frames of one capture kept differing, as recorded by the capture. */
function movingRegionOf(reasons: readonly Reason[]): Box | null {
  const { x, y, width, height } = reasons.find(({ code }) => code === "unstable")?.data ?? {};
  if (typeof x !== "number" || typeof y !== "number" || typeof width !== "number" || typeof height !== "number")
    return null;
  return { x, y, width, height };
}

/**
 * Returns the cause for a size change that no shift of rows explains. A difference of one row is rounding by the browser and is reported
 * only if nothing else differs.
 */
function sizeCause(
  { sizes, shifts, reasons, regions }: ShotFacts,
  variation: Variation | null,
  alone: boolean,
): ShotCause[] {
  const reason = reasons.find(({ code }) => code === "size_changed");
  if (!reason || !sizes || shifts.some(({ height }) => height > 1)) return [];
  const by = Math.max(
    Math.abs(sizes.test.height - sizes.baseline.height),
    Math.abs(sizes.test.width - sizes.baseline.width),
  );
  if (by <= 1 && !alone) return [];
  // The captures had different page lengths, and the sentence about that already says so.
  if (variation?.length && sizes.baseline.width === sizes.test.width) return [];
  return [
    {
      kind: "page_size",
      selector: "",
      confidence: 0.9,
      evidence: reason.message,
      action: "approve",
      advice:
        sizes.baseline.width === sizes.test.width
          ? "Approve if the new page length is intended."
          : "The page is wider or narrower than its viewport was: check the viewport's size, or approve it.",
      share: null,
      // The change of the width, which this cause tells more about.
      ...given({ change: regions.find(isColumns)?.cause }),
    },
  ];
}

/** Sorts causes by the share they account for and by confidence; causes that concern the whole result count as a share of 1. */
function ordered(causes: ShotCause[]): ShotCause[] {
  const weight = ({ share, confidence }: ShotCause) => (share === null ? 1 : 0.5 + share / 2) * confidence;
  return causes.toSorted((a, b) => weight(b) - weight(a));
}

function adviceOf(causes: readonly ShotCause[], { sameChange }: ShotFacts, { same, since }: FailureHistory): string[] {
  const advice: string[] = [];
  if (sameChange > 0)
    advice.push(
      `The same change is in ${plural(sameChange, "other result")} of this run: it is one cause, so fix or approve them together.`,
    );
  if (same > 0)
    advice.push(
      `It has failed this way since ${since} (${plural(same, "run")} before this one), so the latest change is not the cause.`,
    );
  return [...new Set([...advice, ...causes.map((cause) => cause.advice)])];
}
