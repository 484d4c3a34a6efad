// What each pillar declares about itself in `domain/pillars/<pillar>/pillar.ts`. Workflows import it, so it stays light and contains no
// checks.
import type { PlanName } from "../planNames.ts";
import type { PillarReport } from "../report/extraTypes.ts";
import type { PillarWords } from "../words/pillars.ts";
import type { RunWords } from "../words/runs.ts";
import type { ProblemAdvice } from "./advice.ts";
import type { Settings } from "./settings.ts";

/** A run type of a pillar, in addition to its labels. */
export type RunDeclaration = RunWords & {
  /** Name of its workflow in workflows/index.ts. */
  workflow: string;
  /** Kind of shot that the run captures and that counts against the plan. Missing if the run has no shots. */
  shots?: "visual" | "baseline";
};

/** How the workflow audits pages for a pillar. */
export type AuditDeclaration = {
  /** Queue whose worker gathers the pages. */
  queue: "browser" | "lab";
  /** Maximum number of pages of one run in progress at the same time. */
  window: number;
  /** Whether the whole site is checked after the pages. */
  site: boolean;
  /** Whether one Lighthouse run fills the status field of that name. */
  lighthouseSeo: boolean;
  /** Maximum number of crawled pages that a run measures, one per template. If missing, as many as the plan allows. */
  sample?: number;
  /** Settings of this audit, in addition to `COMMON_SETTINGS`. */
  settings: Settings;
  /** Parts of the report that only this pillar has. */
  report: PillarReport;
  /** Set if the report is also available as a workbook. */
  workbook?: true;
};

/** A part of a pillar that only some plans include. Without it, the run skips that part. */
export type FeatureDeclaration = {
  name: string;
  /** Smallest plan that includes the feature. */
  plan: PlanName;
  /** Short description, used in sentences. */
  what: string;
  /** Returns the run's options without the feature, or null if the options do not use it. */
  without(options: Readonly<Record<string, unknown>>): Record<string, unknown> | null;
};

export type PillarDeclaration = PillarWords & {
  /** Matches the pillar in lowercase user input. */
  words: RegExp;
  /** Weight in the quality score. The weights of all pillars add up to 100. */
  weight: number;
  /** Smallest plan that includes the pillar. */
  plan: PlanName;
  features: readonly FeatureDeclaration[];
  /** What a project needs before a run has anything to test. Missing if pages are enough. */
  needs?: "features" | "plan";
  /** The first run is part of a full audit. Empty if this installation cannot run the pillar. */
  runs: readonly RunDeclaration[];
  /** Advice about the pillar's problems. If missing, the advice about findings is used. */
  advice?: ProblemAdvice;
  /** Null if the pillar produces screenshots or steps instead of findings about pages. */
  audit: AuditDeclaration | null;
};

/**
 * Number of pages in progress per run. More than two browser slots can use, so that a worker stays busy, but few enough that one run does
 * not fill the queue before another run's first page.
 */
export const BROWSER_WINDOW = 6;
