// The pure half of a pillar: what it says of a page, of the whole site, and how its pages add up.
import type { Moved } from "../net/preview.ts";
import type { AuditPage, PageResult } from "./page.ts";
import type { Checked, Place } from "./runChecks.ts";
import type { FigureChange } from "./summary.ts";

/** What a pillar may know of its run. */
export type AuditRunInfo = {
  runId: string;
  projectId: string;
  /** The environment's address. */
  baseUrl: string;
  /** Of a run at a preview. */
  preview?: Moved;
  perfBudgets: Record<string, number> | null;
  /** What the planning of the run found for this pillar (tracking: the plan), plain data. */
  options: Record<string, unknown>;
  /** Fingerprints of findings that a person accepted. */
  accepted?: readonly string[];
};

/** How one page did. `status` follows from the findings unless the pillar says otherwise. */
export type PageAudit = Checked & {
  score: number | null;
  metrics?: Record<string, number | null>;
  /** Named artifacts of the page that people open: report, screenshot … */
  artifacts?: Record<string, string>;
  status?: PageResult["status"];
  /** Why it is `not_measured`: a code, and a sentence for a person. */
  code?: string;
  reason?: string;
  /** Further data that the pillar's report shows; plain and under 100 kB. */
  details?: Record<string, unknown>;
};

/** What a site-wide audit says; findings name their pages. */
export type SiteAudit = Checked & {
  metrics?: Record<string, number | null>;
  details?: Record<string, unknown>;
  /** Why nothing could be told of the site, as a sentence; absent: something was. */
  notMeasured?: string;
};

/** The site-wide audit as roll-ups read it. */
export type SiteResult = Omit<SiteAudit, "findings">;

/** Checks that passed, failed, warn or ask for a person, over all pages. */
export type Counts = { passed: number; failed: number; warnings: number; review: number };

/** How the pages of a run add up. */
export type RollUp = Counts & {
  score: number | null;
  /** The pillar's own fields of the status answer. */
  extra?: Record<string, unknown>;
  /** Reasons why the run's verdict is `fail` beyond the findings. */
  failures?: string[];
  /** What people should know; does not change the verdict. */
  warningSentences?: string[];
};

/** A run's measured pages, each with the key that it has in every run, and the options that it was planned with. */
export type MeasuredRun = {
  pages: readonly { key: string; metrics: Readonly<Record<string, number | null>> }[];
  options: Readonly<Record<string, unknown>>;
};

/** `pages`: that both runs measured. `sentence`: how their figures stand to each other. */
export type ComparedFigures = { pages: number; figures: FigureChange[]; sentence: string };

/**
 * The rules of a pillar. They run in a worker thread, so they import rules and nothing else. `G` and `S`, what was gathered
 * of a page and of the site, are plain JSON.
 */
export type Judge<G = unknown, S = unknown> = {
  audit(data: G, page: AuditPage, run: AuditRunInfo, place: Place): PageAudit;
  auditSite?(data: S, run: AuditRunInfo, place: Place): SiteAudit;
  /** The page without what the part over the whole site does not read, since that part holds all pages at once. */
  forSite?(data: G): G;
  rollUp(pages: readonly PageResult[], site: SiteResult | null, run: AuditRunInfo): RollUp;
  /** How what was measured stands beside the run of the base branch that `against` names; left out: it measures no figures. */
  compareFigures?(before: MeasuredRun, after: MeasuredRun, against: string): ComparedFigures;
};
