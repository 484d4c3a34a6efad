// Messages to and from a worker thread. Everything here survives a structured clone.
import type { MergeOf } from "../../../domain/history/reference.ts";
import type { ContentPolicy } from "../../../domain/visual/compare/judgement.ts";
import type { MovedParts } from "../../../domain/visual/compare/movedParts.ts";
import type { RestlessParts } from "../../../domain/visual/compare/restless.ts";
import type { Comparison, RestlessRegion } from "../../../domain/visual/outcome.ts";
import type { PageMap } from "../../../domain/visual/pageMap.ts";
import type { ComparisonRule } from "../../../domain/visual/shot.ts";

/** When a comparison also draws its diff. */
export type DrawDiff = "never" | "failed" | "always";

export type CompareRequest = {
  baselinePng: Uint8Array;
  testPng: Uint8Array;
  baselineMap?: PageMap | null;
  testMap?: PageMap | null;
  rules?: readonly ComparisonRule[];
  /** In percent of the compared pixels. Defaults to 0, no tolerance. */
  misMatchThreshold?: number;
  /** Whether the same renderer drew both. Defaults to true. */
  sameRenderer?: boolean;
  contentChanges?: ContentPolicy | null;
  /** Parts that kept changing in either screenshot. */
  restless?: RestlessParts;
  /** Color distance of pixelmatch, 0 to 1. Defaults to the judgement's value. */
  pixelThreshold?: number;
  /** Whether to look for inserted and removed rows. Defaults to true. */
  align?: boolean;
  /** Defaults to "never". */
  diffPicture?: DrawDiff;
};

/** `diffPng` is null if none was requested, or nothing differs. */
export type CompareAnswer = { comparison: Comparison; diffPng: Uint8Array | null };

/** `pixelSha256`: see `pixelHash`. */
export type Reencoded = { png: Uint8Array; pixelSha256: string };

export type Difference = { equal: boolean } & MovedParts;

/** An accepted screenshot that takes part in a merge. */
export type MergedVersion = { png: Uint8Array; map: PageMap | null; restless: readonly RestlessRegion[] };

/** `versions`: by the ids used in the tree. */
export type MergeRequest = Omit<CompareRequest, "baselinePng" | "baselineMap" | "restless" | "diffPicture"> & {
  tree: MergeOf;
  versions: Record<string, MergedVersion>;
  testRestless: readonly RestlessRegion[];
};

/** What the test was compared with. `png` null: the test's own screenshot equals it in every pixel. */
export type ExpectedPicture = {
  png: Uint8Array | null;
  map: PageMap | null;
  restless: RestlessRegion[];
  pixelSha256: string;
  width: number;
  height: number;
};

/**
 * `expected` null: no side has a screenshot. `known`: number of changes that the expected screenshot has and our side's does not, as far
 * as
 * the test shows them.
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
