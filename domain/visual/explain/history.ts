// Evaluates earlier results of the same place: is the failure new, has it stayed the same, or does the place change by itself?
import type { Variation } from "../cause.ts";
import { lateSelectors } from "./late.ts";
import type { EarlierResult, ShotCause, ShotFacts } from "./shotCause.ts";
import { variesAt } from "./variation.ts";

export type FailureHistory = {
  /** Number of earlier results considered. */
  earlier: number;
  failed: number;
  /** Number of consecutive latest results with the same change. */
  same: number;
  /** The first run of that series; null if the change is new. */
  since: string | null;
  /** Number of consecutive failures that each had a different change. */
  different: number;
};

/** Number of different changes from which the place is considered to change by itself. */
const RESTLESS = 3;
/** Number of results with differing captures from which the place is considered to change by itself. */
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

/** Whether earlier runs show that the place changes by itself: a different change each time, or captures that differed from each other. */
export function changesByItself({ earlier, fingerprint }: Pick<ShotFacts, "earlier" | "fingerprint">): boolean {
  const { different } = historyOf(fingerprint, earlier);
  return different >= RESTLESS || earlier.filter((result) => result.flaky).length >= RESTLESS_CAPTURES;
}

/** Returns the cause for content that changes by itself: differing frames or captures, or a different change in every run. */
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
  // A single occurrence may be late content: a rule would hide it, a longer wait does not.
  if (flaky && !changesByItself({ earlier, fingerprint })) {
    // Content that both captures show and the baseline lacks is a change of the page and is reported as such.
    if (variation?.boxes && varying.length === 0 && !variation.length) return null;
    // Content that a timer changes is reported as such, with its rule.
    const late = lateSelectors(reasons);
    if (varying.length > 0 && varying.every(({ selector }) => late.has(selector))) return null;
    return {
      ...base,
      share: variation?.boxes ? varying.reduce((sum, { share }) => sum + share, 0) : null,
      action: "fix",
      advice:
        "Let the scenario wait for late content (readySelector or delay), or fix times and random content (the stabilisers fixedClock and fixedRandom). If it differs in later runs too, add a rule for what changes.",
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
      evidence: `${different} of the last ${earlier.length} results each had a different change.`,
    };
  if (flakyBefore >= RESTLESS_CAPTURES)
    return { ...base, confidence: 0.5, evidence: `${flakyBefore} of the last ${earlier.length} results were flaky.` };
  return null;
}
