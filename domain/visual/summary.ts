import type { Carried } from "../runs/rerun.ts";
import { ignoredSentence } from "./ignored/sentence.ts";

/** Counts of a visual run; failed = everything that is neither passed nor approved. */
export type VisualSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: number;
  /** Could not be judged; among the failed ones. */
  errors: number;
  flaky: number;
  noBaseline: number;
  /** Different changes of the results that differ, each once over pages, viewports and browsers, and how many results show them. Absent: none. */
  changes?: number;
  changedScreenshots?: number;
  /** Whose decisions results passed by that were made elsewhere, on a branch or on both sides of a merge, in sentences; missing: none did. */
  approvals?: string[];
  /** What the results were compared with and how far main has moved on since, in sentences; missing: the commit's history is not known. */
  comparedWith?: string[];
  /** Of a capture on a protected main branch: how many baselines stayed, in a sentence; missing: none had to. */
  baselinesKept?: string;
  /** Pages that answer with an error where a baseline shows that they answered before: failures, and no errors. Absent: none. */
  pageErrors?: number;
  /** Results that passed because people ignore their changes. Absent: none. */
  ignored?: number;
  /** Of a run of what failed before: how much of it was run again. Absent: all of it. */
  rerun?: Carried;
};

type Sentences = Pick<VisualSummary, "comparedWith" | "approvals" | "baselinesKept" | "ignored"> & {
  worse?: { message: string };
};

/** What a run says beside its counts, of screenshots or of an audit: what it was compared with or held against, whose decisions results rest on, and which baselines stayed. Nothing for other summaries. */
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
