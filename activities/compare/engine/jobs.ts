// What goes to a worker thread and what comes back. Everything here survives a structured clone.
import type { MergeOf } from "../../../domain/history/reference.ts";
import type { ContentPolicy } from "../../../domain/visual/compare/judgement.ts";
import type { MovedParts } from "../../../domain/visual/compare/movedParts.ts";
import type { RestlessParts } from "../../../domain/visual/compare/restless.ts";
import type { Comparison, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import type { ComparisonRule } from "../../../domain/visual/shot.ts";

/** When a comparison also draws its diff picture. */
export type DrawDiff = "never" | "failed" | "always";

export type CompareRequest = {
  baselinePng: Uint8Array;
  testPng: Uint8Array;
  baselineMap?: PageMap | null;
  testMap?: PageMap | null;
  rules?: readonly ComparisonRule[];
  /** Percent of the counted pixels; 0, no tolerance, unless set. */
  misMatchThreshold?: number;
  /** One renderer drew both; true unless set. */
  sameRenderer?: boolean;
  contentChanges?: ContentPolicy | null;
  /** Parts that kept changing in either picture. */
  restless?: RestlessParts;
  /** Colour distance of pixelmatch, 0 to 1; as the judgement has it unless set. */
  pixelThreshold?: number;
  /** Look for inserted and removed rows; true unless set. */
  align?: boolean;
  /** "never" unless set. */
  diffPicture?: DrawDiff;
};

/** `diffPng` is null when none was asked for, or nothing differs. */
export type CompareAnswer = { comparison: Comparison; diffPng: Uint8Array | null };

/** `pixelSha256`: as `pixelHash` has it. */
export type Reencoded = { png: Uint8Array; pixelSha256: string };

export type Difference = { equal: boolean } & MovedParts;

/** An accepted picture that takes part in a merge. */
export type MergedVersion = { png: Uint8Array; map: PageMap | null; restless: readonly RestlessRegion[] };

/** `versions`: by the ids that the tree names. */
export type MergeRequest = Omit<CompareRequest, "baselinePng" | "baselineMap" | "restless" | "diffPicture"> & {
  tree: MergeOf;
  versions: Record<string, MergedVersion>;
  testRestless: readonly RestlessRegion[];
};

/** What the test was compared with. `png` null: the test's own picture is equal to it in every pixel. */
export type ExpectedPicture = {
  png: Uint8Array | null;
  map: PageMap | null;
  restless: RestlessRegion[];
  pixelSha256: string;
  width: number;
  height: number;
};

/**
 * `expected` null: no side has a picture. `known`: changes which the expected picture has and our side's has not, as far as the test shows
 * them.
 */
export type MergeAnswer = { expected: null } | { expected: ExpectedPicture; comparison: Comparison; known: number };

export type Jobs = {
  compare: { request: CompareRequest; answer: CompareAnswer };
  reencode: { request: { png: Uint8Array }; answer: Reencoded };
  pixelHash: { request: { png: Uint8Array }; answer: string };
  merge: { request: MergeRequest; answer: MergeAnswer };
  difference: { request: { a: Uint8Array; b: Uint8Array }; answer: Difference };
};
export type JobKind = keyof Jobs;
