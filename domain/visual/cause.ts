// Types for explaining why a screenshot differs: a cause, its remedy, and the context used besides the numbers.

import type { ElementChange } from "./compare/elementChanges.ts";
import type { Reason } from "./outcome.ts";
import type { Box } from "./pageMap.ts";
import type { ComparisonMode, Normalizer } from "./shot.ts";

export const CAUSE_KINDS = [
  "content",
  "style",
  "font",
  "animation",
  "layout_shift",
  "late_image",
  "broken_image",
  "added",
  "removed",
  "unknown",
] as const;
export type CauseKind = (typeof CAUSE_KINDS)[number];

/** `approve`: the change is probably intended. `rule`: it will recur in every run. `fix`: it is probably a bug. */
export const FAILURE_ACTIONS = ["approve", "rule", "fix"] as const;
export type Action = (typeof FAILURE_ACTIONS)[number];

/** `confidence`: 0 to 1. `share`: share of the changed pixels that this cause accounts for, 0 to 1. The sentences are addressed to a developer. */
export type Cause = {
  kind: CauseKind;
  selector: string;
  confidence: number;
  evidence: string;
  action: Action;
  advice: string;
  share: number;
};

/** The comparison rule that would resolve a cause. */
export type Remedy =
  | { kind: "comparison"; selector: string; mode: ComparisonMode }
  | { kind: "content"; selector: string; normalize: Normalizer };

/**
 * Difference between two captures of the same run. `boxes`: where their pixels differ, in pixels of the test screenshot; null in results
 * of earlier versions. `changes`: elements that differ according to the page maps; null if the maps do not tell. `length`: whether the
 * page length differed.
 */
export type Variation = { boxes: readonly Box[] | null; changes: ElementChange[] | null; length: boolean };

/** Context used besides the numbers. Every part is optional and makes the explanation more certain. */
export type ExplainContext = {
  /** Reasons and notes of the capture. */
  notes?: readonly Reason[];
  /** Difference between the captures of this run. */
  variation?: Variation | null;
  /** Whether earlier runs show that this place changes by itself. Only then is a rule advised for something that changed once. */
  changesByItself?: boolean;
  movingRegion?: Box | null;
  /** Selectors of elements that a timer changes after the page is ready. */
  late?: ReadonlySet<string>;
};
