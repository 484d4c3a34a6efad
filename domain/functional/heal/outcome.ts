// What a job that heals a step came to: a proposal, or why there is none.
import type { FailureClass } from "../attempt.ts";
import type { HealPatch } from "./patch.ts";
import type { Candidate } from "./propose.ts";

/** Why no patch is proposed, beside causes of failures that no locator can mend. */
export const HEAL_REFUSALS = [
  /** The run has no scenario that failed there. */
  "nothing_failed",
  /** The feature or the definition is no longer what the run ran. */
  "changed",
  /** The step has not passed since elements are remembered, so nothing is known of its element. */
  "never_passed",
  /** The step finds its element by now. */
  "found_again",
  /** The scenario no longer comes to the step. */
  "not_reached",
  /** Nothing on the page is like the element. */
  "gone",
  /** Two elements are like it. */
  "ambiguous",
  /** The element is known, but no locator or sentence that may be written down finds it alone. */
  "no_locator",
  /** The scenario with the patch does not pass. */
  "replay_failed",
] as const;
export type HealRefusal = (typeof HEAL_REFUSALS)[number] | FailureClass;

export type HealCandidate = { role: string; name: string; score: number; agreed: string[] };

/** A step by its place. `line`: in the feature's text. */
export type HealStep = { index: number; line: number; text: string; stepDefId: string };

/** Ids of pictures: of the failed step, of the element that is proposed, and of the step as it was replayed. */
export type HealPictures = { before: string | null; found: string | null; after: string | null };

/** A step behind the first one that broke too: `picture` is of its element. */
export type HealedToo = Pick<HealOutcome, "score" | "lead" | "finds"> & {
  step: HealStep;
  patch: HealPatch;
  picture: string | null;
};

export type HealOutcome = {
  /** null: a patch is proposed. */
  why: HealRefusal | null;
  message: string;
  step: HealStep | null;
  /** Likeness of the proposed element, and how far the next one is behind. */
  score: number | null;
  lead: number | null;
  candidates: HealCandidate[];
  patch: HealPatch | null;
  /** How the patch finds the element, in words. */
  finds: string | null;
  /** In the order of the steps. Outcomes of earlier versions have none. */
  also?: HealedToo[];
  pictures: HealPictures;
  replay: { status: string; passed: number; steps: number; duration: number; message: string | null } | null;
};

/** All that is proposed, in the order of the steps. */
export const patchesOf = ({ patch, also = [] }: Pick<HealOutcome, "patch" | "also">): HealPatch[] =>
  patch === null ? [] : [patch, ...also.map((one) => one.patch)];

export const NOTHING_HEALED: Omit<HealOutcome, "why" | "message"> = {
  step: null,
  score: null,
  lead: null,
  candidates: [],
  patch: null,
  finds: null,
  pictures: { before: null, found: null, after: null },
  replay: null,
};

export const candidateView = ({ fingerprint, score, agreed }: Candidate): HealCandidate => ({
  role: fingerprint.role,
  name: fingerprint.name.slice(0, 100),
  score: Math.round(score * 100) / 100,
  agreed: agreed.slice(0, 4),
});

export const HEAL_STATUSES = ["proposed", "applied", "refused", "outdated", "undone"] as const;
export type HealStatus = (typeof HEAL_STATUSES)[number];
