import type { Carried } from "../runs/rerun.ts";
import { ignoredSentence } from "./ignored/sentence.ts";

/** Counts of a visual run; `failed` = everything that neither passed nor was approved. */
export type VisualSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: number;
  /** Results that could not be judged; included in the failed ones. */
  errors: number;
  flaky: number;
  noBaseline: number;
  /** Number of distinct changes across pages, viewports and browsers, and how many results show them. Absent: none. */
  changes?: number;
  changedScreenshots?: number;
  /** Sentences about decisions made elsewhere, on a branch or on both sides of a merge, because of which results passed. Missing: none. */
  approvals?: string[];
  /** Sentences about what the results were compared with and how far main has moved on since. Missing: the commit's history is unknown. */
  comparedWith?: string[];
  /** For a baseline run on a protected main branch: a sentence with the number of baselines that were left unchanged. Missing: none. */
  baselinesKept?: string;
  /**
   * Number of pages that return an error although their baseline shows that they responded before. They count as failures, not as errors.
   * Absent: none.
   */
  pageErrors?: number;
  /** Number of results that passed because their changes are ignored. Absent: none. */
  ignored?: number;
  /** For a rerun of what failed: how much of it was run again. Absent: all of it. */
  rerun?: Carried;
};

type Sentences = Pick<VisualSummary, "comparedWith" | "approvals" | "baselinesKept" | "ignored"> & {
  worse?: { message: string };
};

/**
 * Returns the sentences of a screenshot run or audit besides its counts: what it was compared with, whose decisions results depend on, and
 * which baselines were left unchanged. Returns [] for other summaries.
 */
export const saidOf = (summary: object | null): string[] => {
  const { comparedWith = [], approvals = [], baselinesKept, ignored = 0, worse }: Sentences = summary ?? {};
  return [
    ...comparedWith,
    ...approvals,
    ignoredSentence(ignored) ?? [],
    baselinesKept ?? [],
    worse?.message ?? [],
  ].flat();
};
