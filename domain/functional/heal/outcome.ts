// Result of a job that heals a step: a proposal, or the reason why there is none.
import type { FailureClass } from "../attempt.ts";
import type { HealPatch } from "./patch.ts";
import type { Candidate } from "./propose.ts";

/** Why no patch is proposed, in addition to causes of failures that no locator can fix. */
export const HEAL_REFUSALS = [
  /** No scenario of the run failed there. */
  "nothing_failed",
  /** The feature or the definition has changed since the run. */
  "changed",
  /** The step has not passed since fingerprints were introduced, so its element is unknown. */
  "never_passed",
  /** The step finds its element again. */
  "found_again",
  /** The scenario no longer reaches the step. */
  "not_reached",
  /** No element on the page is similar. */
  "gone",
  /** Two elements are equally similar. */
  "ambiguous",
  /** The element was found, but no allowed locator or sentence identifies it uniquely. */
  "no_locator",
  /** The scenario does not pass with the patch. */
  "replay_failed",
] as const;
export type HealRefusal = (typeof HEAL_REFUSALS)[number] | FailureClass;

export type HealCandidate = { role: string; name: string; score: number; agreed: string[] };

/** The location of a step. `line`: line in the feature's text. */
export type HealStep = { index: number; line: number; text: string; stepDefId: string };

/** Ids of screenshots: of the failed step, of the proposed element, and of the replayed step. */
export type HealPictures = { before: string | null; found: string | null; after: string | null };

/** A later step that was broken too. `picture`: screenshot of its element. */
export type HealedToo = Pick<HealOutcome, "score" | "lead" | "finds"> & {
  step: HealStep;
  patch: HealPatch;
  picture: string | null;
};

export type HealOutcome = {
  /** Null if a patch is proposed. */
  why: HealRefusal | null;
  message: string;
  step: HealStep | null;
  /** Similarity of the proposed element, and its lead over the next one. */
  score: number | null;
  lead: number | null;
  candidates: HealCandidate[];
  patch: HealPatch | null;
  /** Description of how the patch finds the element. */
  finds: string | null;
  /** In step order. Missing in outcomes of earlier versions. */
  also?: HealedToo[];
  pictures: HealPictures;
  replay: { status: string; passed: number; steps: number; duration: number; message: string | null } | null;
};

/** Returns all proposed patches in step order. */
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
