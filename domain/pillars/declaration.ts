// What every pillar declares of itself, in `domain/pillars/<pillar>/pillar.ts`. Workflows read it, so it stays light: no checks here.
import type { PlanName } from "../planNames.ts";
import type { PillarReport } from "../report/extraTypes.ts";
import type { PillarWords } from "../words/pillars.ts";
import type { RunWords } from "../words/runs.ts";
import type { ProblemAdvice } from "./advice.ts";
import type { Settings } from "./settings.ts";

/** One kind of run of a pillar, beside what faces call it. */
export type RunDeclaration = RunWords & {
  /** The workflow that does it, by its name in workflows/index.ts. */
  workflow: string;
  /** What its shots become, which count against the plan; left out: its parts are no shots. */
  shots?: "visual" | "baseline";
};

/** How a pillar that audits pages is laid out for its workflow. */
export type AuditDeclaration = {
  /** Which queue's worker gathers pages. */
  queue: "browser" | "lab";
  /** Pages of one run in flight at once. */
  window: number;
  /** There is work over the whole site, after the pages. */
  site: boolean;
  /** One Lighthouse run for the status field of that name. */
  lighthouseSeo: boolean;
  /** Pages of a crawl that a run measures at most, one for each template; absent: all that the plan has room for. */
  sample?: number;
  /** What a project may set for it, besides what every audit has. */
  settings: Settings;
  /** What a report shows of it alone. */
  report: PillarReport;
  /** Its report exists as a workbook too. */
  workbook?: true;
};

/** A part of a pillar that a plan may lack; the run then leaves it out. */
export type FeatureDeclaration = {
  name: string;
  /** The smallest plan that has it. */
  plan: PlanName;
  /** What it is, in a sentence. */
  what: string;
  /** The run's options without it; null: these options do not ask for it. */
  without(options: Readonly<Record<string, unknown>>): Record<string, unknown> | null;
};

export type PillarDeclaration = PillarWords & {
  /** Finds the pillar in what a person writes, in small letters. */
  words: RegExp;
  /** Parts of the quality score; those of all pillars make 100. */
  weight: number;
  /** The smallest plan that has the pillar. */
  plan: PlanName;
  features: readonly FeatureDeclaration[];
  /** What a project must have before a run has something to test; left out: its pages are enough. */
  needs?: "features" | "plan";
  /** The first is what a full audit runs; none: this installation has no run of the pillar. */
  runs: readonly RunDeclaration[];
  /** What guidance advises about its problems; left out: what it advises about findings. */
  advice?: ProblemAdvice;
  /** Null: the pillar gives pictures or steps, no findings about pages. */
  audit: AuditDeclaration | null;
};

/** More than two slots' worth keeps a worker busy; more would let one run fill the queue before another's first page. */
export const BROWSER_WINDOW = 6;
