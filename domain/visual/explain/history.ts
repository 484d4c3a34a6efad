// What earlier results of the same place say about a failure: is it new, does it stay the same, or does it change by itself?
import type { Variation } from "../cause.ts";
import { lateSelectors } from "./late.ts";
import type { EarlierResult, ShotCause, ShotFacts } from "./shotCause.ts";
import { variesAt } from "./variation.ts";

export type FailureHistory = {
  /** Earlier results that were looked at. */
  earlier: number;
  failed: number;
  /** Of them with the same change, in an unbroken row up to now. */
  same: number;
  /** The first run of that row; null when the change is new. */
  since: string | null;
  /** Failures in a row, each with a change of its own. */
  different: number;
};

/** From so many different changes on, the place changes by itself. */
const RESTLESS = 3;
/** And from so many results on whose captures differed. */
const RESTLESS_CAPTURES = 2;

const hasFailed = ({ status }: EarlierResult) => status === "failed" || status === "approved" || status === "error";

export function historyOf(fingerprint: string | null, earlier: readonly EarlierResult[]): FailureHistory {
  const inRow = earlier.findIndex((result) => !isSame(result, fingerprint));
  const same = inRow < 0 ? earlier.length : inRow;
  const changes = new Set(earlier.filter(hasFailed).flatMap((result) => result.fingerprint || []));
  if (fingerprint) changes.delete(fingerprint);
  return {
    earlier: earlier.length,
    failed: earlier.filter(hasFailed).length,
    same,
    since: earlier[same - 1]?.runId ?? null,
    different: changes.size,
  };
}

function isSame(result: EarlierResult, fingerprint: string | null): boolean {
  return !!fingerprint && result.fingerprint === fingerprint && result.status === "failed";
}

/** Earlier runs show that the place changes by itself: another change each time, or captures that differed from each other. */
export function changesByItself({ earlier, fingerprint }: Pick<ShotFacts, "earlier" | "fingerprint">): boolean {
  const { different } = historyOf(fingerprint, earlier);
  return different >= RESTLESS || earlier.filter((result) => result.flaky).length >= RESTLESS_CAPTURES;
}

/** Content that changes by itself: frames or captures that differed, or another change in every run. */
export function dynamicCause(
  { reasons, flaky, earlier, fingerprint, regions }: ShotFacts,
  variation: Variation | null,
): ShotCause | null {
  const unstable = reasons.find(({ code }) => code === "unstable");
  const { different } = historyOf(fingerprint, earlier);
  const flakyBefore = earlier.filter((result) => result.flaky).length;
  const varying = regions.filter((region) => variesAt(variation, region));
  const base = {
    kind: "dynamic" as const,
    selector: (varying[0] ?? regions[0])?.selector ?? "",
    action: "rule" as const,
    advice: "Add a dynamic or ignore rule (create_comparison_rule), or a content rule for changing numbers and dates.",
    share: null,
  };
  if (unstable) return { ...base, confidence: 0.85, evidence: unstable.message };
  // Once may be something that came late: a rule would hide it, a longer wait does not.
  if (flaky && !changesByItself({ earlier, fingerprint })) {
    // What the baseline lacks and both captures show alike is a change of the page, and told as one.
    if (variation?.boxes && varying.length === 0 && !variation.length) return null;
    // What changes by a timer is told as that, with its rule.
    const late = lateSelectors(reasons);
    if (varying.length > 0 && varying.every(({ selector }) => late.has(selector))) return null;
    return {
      ...base,
      share: variation?.boxes ? varying.reduce((sum, { share }) => sum + share, 0) : null,
      action: "fix",
      advice:
        "Let the shot wait for what comes late (readySelector or delay), or hold times and random content still (the stabilisers fixedClock and fixedRandom); when it differs in later runs too, add a rule for what changes.",
      confidence: 0.75,
      evidence: variation?.length
        ? "Two captures of this page, moments apart, differed from each other, in the length of the page too."
        : "Two captures of this page, moments apart, differed from each other.",
    };
  }
  if (different >= RESTLESS)
    return {
      ...base,
      confidence: 0.7,
      evidence: `Of the ${earlier.length} results before, ${different} had each a change of its own.`,
    };
  if (flakyBefore >= RESTLESS_CAPTURES)
    return { ...base, confidence: 0.5, evidence: `${flakyBefore} of the ${earlier.length} results before were flaky.` };
  return null;
}
