// The pure part of a pillar: it audits a page and the whole site, and sums up the pages of a run.
import type { Moved } from "../net/preview.ts";
import type { AuditPage, PageResult } from "./page.ts";
import type { Checked, Place } from "./runChecks.ts";
import type { FigureChange } from "./summary.ts";

/** Information about its run that a pillar receives. */
export type AuditRunInfo = {
  runId: string;
  projectId: string;
  /** Base URL of the environment. */
  baseUrl: string;
  /** Set for a run on a preview. */
  preview?: Moved;
  perfBudgets: Record<string, number> | null;
  /** Plain data from the planning of the run for this pillar (tracking: the plan). */
  options: Record<string, unknown>;
  /** Fingerprints of accepted findings. */
  accepted?: readonly string[];
};

/** The result of one page. `status` follows from the findings unless the pillar sets it. */
export type PageAudit = Checked & {
  score: number | null;
  metrics?: Record<string, number | null>;
  /** Artifacts of the page that people open, by name: report, screenshot … */
  artifacts?: Record<string, string>;
  status?: PageResult["status"];
  /** Why the page is `not_measured`: a code, and a sentence for people. */
  code?: string;
  reason?: string;
  /** Additional data for the pillar's report; plain JSON under 100 kB. */
  details?: Record<string, unknown>;
};

/** The result of a site-wide audit. Its findings name their pages. */
export type SiteAudit = Checked & {
  metrics?: Record<string, number | null>;
  details?: Record<string, unknown>;
  /** Why the site could not be audited, as a sentence; absent if it was audited. */
  notMeasured?: string;
};

/** The result of the site-wide audit as the roll-up reads it. */
export type SiteResult = Omit<SiteAudit, "findings">;

/** Number of checks that passed, failed, warn or need a review, over all pages. */
export type Counts = { passed: number; failed: number; warnings: number; review: number };

/** The summed-up result of a run's pages. */
export type RollUp = Counts & {
  score: number | null;
  /** Fields of the status response that only this pillar has. */
  extra?: Record<string, unknown>;
  /** Reasons besides the findings why the run's verdict is `fail`. */
  failures?: string[];
  /** Warnings for people that do not change the verdict. */
  warningSentences?: string[];
};

/** The measured pages of a run with their page keys, and the options of the run's plan. Page keys are the same in every run. */
export type MeasuredRun = {
  pages: readonly { key: string; metrics: Readonly<Record<string, number | null>> }[];
  options: Readonly<Record<string, unknown>>;
};

/** `pages`: number of pages that both runs measured. `sentence`: describes how their figures compare. */
export type ComparedFigures = { pages: number; figures: FigureChange[]; sentence: string };

/**
 * The rules of a pillar. They run in a worker thread, so they import only rules. The types `G` (data gathered from a page) and `S` (data
 * gathered from the site) are plain JSON.
 */
export type Judge<G = unknown, S = unknown> = {
  audit(data: G, page: AuditPage, run: AuditRunInfo, place: Place): PageAudit;
  auditSite?(data: S, run: AuditRunInfo, place: Place): SiteAudit;
  /** Reduces a page's data to what the site-wide audit reads, because that audit holds all pages in memory at the same time. */
  forSite?(data: G): G;
  rollUp(pages: readonly PageResult[], site: SiteResult | null, run: AuditRunInfo): RollUp;
  /** Compares the figures with those of a run of the base branch, which `against` names. Omitted by pillars that measure no figures. */
  compareFigures?(before: MeasuredRun, after: MeasuredRun, against: string): ComparedFigures;
};
