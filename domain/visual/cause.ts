// Why a picture differs: what an explanation says of one cause, and what is known beside the numbers.

import type { ElementChange } from "./compare/elementChanges.ts";
import type { Reason } from "./outcome.ts";
import type { Box, PageMap } from "./pageMap.ts";
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

/** `approve`: the change is probably meant. `rule`: it will come back at every run. `fix`: it is probably a fault. */
export const FAILURE_ACTIONS = ["approve", "rule", "fix"] as const;
export type Action = (typeof FAILURE_ACTIONS)[number];

/** `confidence` 0 to 1. `share`: the part of the changed pixels it accounts for, 0 to 1. Sentences are for a developer. */
export type Cause = {
  kind: CauseKind;
  selector: string;
  confidence: number;
  evidence: string;
  action: Action;
  advice: string;
  share: number;
};

/** The rule that settles a cause. */
export type Remedy =
  | { kind: "comparison"; selector: string; mode: ComparisonMode }
  | { kind: "content"; selector: string; normalize: Normalizer };

/**
 * What two captures of one run did not agree on. `boxes`: where their pixels differ, in pixels of the test picture; null of results of
 * earlier versions. `changes`: elements that differ by the page maps, null where the maps do not tell. `length`: the page was not as long.
 */
export type Variation = { boxes: readonly Box[] | null; changes: ElementChange[] | null; length: boolean };

/** What is known beside the numbers; each part makes the answer surer, none is needed. */
export type ExplainContext = {
  baselineMap?: PageMap | null;
  testMap?: PageMap | null;
  /** Reasons and notes of the capture. */
  notes?: readonly Reason[];
  flaky?: boolean;
  /** What the captures of this run did not agree on. */
  variation?: Variation | null;
  /** Earlier runs show that the place changes by itself: only then a rule is advised for what changed once. */
  changesByItself?: boolean;
  movingRegion?: Box | null;
  /** Selectors of what changes by a timer after the page is ready. */
  late?: ReadonlySet<string>;
};
