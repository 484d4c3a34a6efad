// What the visual part of a report is made of: plain data of one visual run, handed in by the caller.

import type { RunStatus } from "../../runTypes.ts";
import type { Action } from "../../visual/cause.ts";
import type { ShotStatus } from "../../visual/outcome.ts";
import type { Box } from "../../visual/pageMap.ts";
import type { VisualSummary } from "../../visual/summary.ts";
import type { Picture } from "../extraTypes.ts";

/** Where a result stands. `selector`: null for the whole page. */
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

/** Where in the page the crop lies: pixels of the whole test picture, which `picture` shows smaller. */
export type Overview = { picture: Picture; width: number; height: number; crop: Box };

/** One result of a change with its pictures; a picture that could not be had is null. */
export type ShownResult = {
  place: ResultPlace;
  /** Percent 0 to 100. */
  mismatchPercent: number | null;
  flaky: boolean;
  /** Why it failed, in sentences. */
  reasons: string[];
  /** What it was compared with, in a sentence; missing: nobody knows. */
  comparedWith?: string;
  baseline: Picture | null;
  test: Picture | null;
  diff: Picture | null;
  overview: Overview | null;
  /** The crop is so much wider than high that its pictures stand one below the other. */
  wide: boolean;
  /** Drawn larger than it is. */
  enlarged: boolean;
  /** Regions of the change outside the crop. */
  more: number;
};

/** One change, over all results that show it. */
export type VisualChange = {
  /** What happened, where, and on how many pages. */
  sentence: string;
  /** What is known of it: texts before and after, styles. */
  lines: string[];
  /** Of at most three levels; "" where no element is meant. */
  selector: string;
  /** What the explanation says of it, the likeliest first; `evidence` "" where the sentence has it. */
  causes: { evidence: string; action: Action; advice: string; confidence: number }[];
  /** What to do about it where no cause says so. */
  advice: string[];
  places: ResultPlace[];
  shown: ShownResult[];
};

/** Results without a judgement, by their reason. */
export type Unjudged = { code: string; message: string; advice: string; places: ResultPlace[] };

/** What passed and should be known all the same. */
export type Remark = { code: string; message: string; results: number };

export type VisualSection = {
  runId: string;
  status: RunStatus;
  error: string | null;
  /** What the run came to, as every face says it. */
  sentence: string;
  verdict: "pass" | "fail" | null;
  counts: VisualSummary | null;
  /** What of the results that did not pass differs, has no baseline, or could not be judged. */
  open: { changed: number; missing: number; errors: number };
  /** Those that are told, and how many there are. */
  changes: VisualChange[];
  changesTotal: number;
  unjudged: Unjudged[];
  remarks: Remark[];
  rows: ResultRow[];
  rowsTotal: number;
  viewports: string[];
  /** Different addresses. */
  pages: number;
};
