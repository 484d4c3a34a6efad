// Input of the visual part of a report: plain data of one visual run, passed in by the caller.

import type { RunStatus } from "../../runTypes.ts";
import type { Action } from "../../visual/cause.ts";
import type { ShotStatus } from "../../visual/outcome.ts";
import type { Box } from "../../visual/pageMap.ts";
import type { VisualSummary } from "../../visual/summary.ts";
import type { Picture } from "../extraTypes.ts";

/** Where a result belongs. `selector`: null for the whole page. */
export type ResultPlace = {
  label: string;
  url: string;
  viewport: string;
  browser: string;
  selector: string | null;
  mode?: string;
};

export type ResultStatus = "pending" | ShotStatus | "no_baseline";

/** A scenario (or a part of its page) in one browser and mode, with its result on each viewport. */
export type ResultRow = Omit<ResultPlace, "viewport"> & { statuses: Record<string, ResultStatus> };

/** Where the crop is in the page: pixels of the whole test screenshot, which `picture` shows smaller. */
export type Overview = { picture: Picture; width: number; height: number; crop: Box };

/** One result of a change with its images; an image that could not be loaded is null. */
export type ShownResult = {
  place: ResultPlace;
  /** Percent, 0 to 100. */
  mismatchPercent: number | null;
  flaky: boolean;
  /** Why it failed, as sentences. */
  reasons: string[];
  /** What it was compared with, as a sentence; missing if unknown. */
  comparedWith?: string;
  baseline: Picture | null;
  test: Picture | null;
  diff: Picture | null;
  overview: Overview | null;
  /** Whether the crop is so much wider than high that its images are stacked. */
  wide: boolean;
  /** Whether it is shown enlarged. */
  enlarged: boolean;
  /** Number of regions of the change outside the crop. */
  more: number;
};

/** One change, across all results that show it. */
export type VisualChange = {
  /** What happened, where, and on how many pages. */
  sentence: string;
  /** Known details: texts before and after, styles. */
  lines: string[];
  /** At most three levels; "" if the change concerns no element. */
  selector: string;
  /** Causes from the explanation, most likely first; `evidence` is "" if the sentence already contains it. */
  causes: { evidence: string; action: Action; advice: string; confidence: number }[];
  /** Advice if no cause has any. */
  advice: string[];
  places: ResultPlace[];
  shown: ShownResult[];
};

/** Results that were not judged, by reason. */
export type Unjudged = { code: string; message: string; advice: string; places: ResultPlace[] };

/** A note about results that passed. */
export type Remark = { code: string; message: string; results: number };

export type VisualSection = {
  runId: string;
  status: RunStatus;
  error: string | null;
  /** The result of the run, worded as in every interface. */
  sentence: string;
  verdict: "pass" | "fail" | null;
  counts: VisualSummary | null;
  /** How many of the results that did not pass differ, have no baseline, or could not be judged. */
  open: { changed: number; missing: number; errors: number };
  /** The changes described, and their total number. */
  changes: VisualChange[];
  changesTotal: number;
  unjudged: Unjudged[];
  remarks: Remark[];
  rows: ResultRow[];
  rowsTotal: number;
  viewports: string[];
  /** Number of different addresses. */
  pages: number;
};
