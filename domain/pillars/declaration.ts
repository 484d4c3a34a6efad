// What every pillar declares of itself, in `domain/pillars/<pillar>/pillar.ts`. Workflows read it, so it stays light: no checks here.
import type { PlanName } from "../planNames.ts";
import type { PillarReport } from "../report/extraTypes.ts";
import type { Settings } from "./settings.ts";

/** One kind of run of a pillar. */
export type RunDeclaration = {
  /** What the status answer calls it. */
  type: string;
  /** What people call it. */
  name: string;
  /** The name in a sentence: "a visual test". */
  inSentence: string;
  /** The workflow that does it, by its name in workflows/index.ts. */
  workflow: string;
  /** What its shots become, which count against the plan; left out: its parts are no shots. */
  shots?: "visual" | "baseline";
  /** What starts it. */
  trigger: string;
  /** Older names of the trigger; each is a path below /api/tests too. */
  aliases: readonly string[];
  /** Whether the closed list of types of POST /api/ci/run has it. */
  ci: boolean;
  /** Its path below /api/tests. */
  path: string;
};

/** How a pillar that audits pages is laid out for its workflow. */
export type AuditDeclaration = {
  /** Its place where audits are listed. */
  place: number;
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

export type PillarDeclaration = {
  name: string;
  /** What people call it. */
  title: string;
  /** What one part of its runs is, as progress counts them. */
  unit: string;
  /** Finds the pillar in what a person writes, in small letters. */
  words: RegExp;
  /** Parts of the quality score; those of all pillars make 100. */
  weight: number;
  /** The smallest plan that has the pillar. */
  plan: PlanName;
  features: readonly FeatureDeclaration[];
  /** The first is what a full audit runs; none: this installation has no run of the pillar. */
  runs: readonly RunDeclaration[];
  /** Null: the pillar gives pictures or steps, no findings about pages. */
  audit: AuditDeclaration | null;
};

/** More than two slots' worth keeps a worker busy; more would let one run fill the queue before another's first page. */
export const BROWSER_WINDOW = 6;
