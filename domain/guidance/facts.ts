// What guidance reasons over: read once by api/operations/guidance/gatherFacts.ts, judged by the pure rules of this folder.

import type { FindingPages } from "../audit/causes.ts";
import type { Severity } from "../audit/finding.ts";
import type { AuditPillar, Pillar } from "../audit/pillars.ts";
import type { FailureClass } from "../functional/attempt.ts";
import type { GateThresholds } from "../health/gateThresholds.ts";
import type { AuditedRun, Counts } from "../health/gateTypes.ts";
import type { PillarHealth, QualityScore } from "../health/types.ts";
import type { PlanName } from "../plans.ts";
import type { RunStatus, StatusType } from "../runTypes.ts";
import { oneLine, truncate } from "../text.ts";

/** Times are milliseconds since 1970; `key` is a page's address without the site's origin. */
export type RunFact = {
  runId: string;
  type: StatusType;
  status: RunStatus;
  /** Its end, or its beginning while it runs. */
  at: number;
  error: string | null;
  /** What it came to, as every face says it. */
  sentence: string;
  /** 0 to 100; of a visual or functional run the share of results that passed. */
  score: number | null;
  verdict: "pass" | "fail" | null;
  /** Of an audit that passed because there was no earlier run: what it found. */
  startingPoint: { critical: number; serious: number } | null;
  /** Why, in the sentences of an audit's summary. */
  reasons: readonly string[];
  /** Of a visual or functional run that completed; `passed` includes what was approved. */
  counts: Counts | null;
  /** Of an audit: its pages, and whether the plan locks its score. */
  audited?: Pick<AuditedRun, "pages" | "scoreLocked">;
  /** Performance budgets that were sent with the run. */
  budget: { pass: boolean; violations: readonly string[] } | null;
};

export type PillarFacts = {
  pillar: Pillar;
  /** The organisation's plan does not have it. */
  locked: boolean;
  /** The newest run, whatever came of it. */
  latest: RunFact | null;
  /** The newest run that completed. */
  completed: RunFact | null;
  /** Pages that it could not measure. */
  notMeasured: number;
};

export type ScenarioFact = {
  id: string;
  label: string;
  key: string;
  /** Viewports that have no baseline on the main branch yet; all of them: nothing can be compared. */
  withoutBaseline: readonly string[];
  viewports: number;
};

/** A picture that is neither equal nor approved. */
export type PictureFailure = {
  scenarioLabel: string;
  key: string;
  selector: string;
  viewport: string;
  browser: string;
  /** Percent 0 to 100; null where nothing was compared. */
  mismatchPercent: number | null;
  /** Code and sentence of the first reason. */
  code: string;
  message: string;
  /** Equal changes have equal ones. */
  fingerprint: string | null;
  flaky: boolean;
  /** It could not be captured at all. */
  broken: boolean;
};

/** A scenario of a functional test that did not pass in one browser and viewport, or passed only later. */
export type JourneyFailure = {
  /** The same in every run: of the feature, the scenario, the browser and the viewport. */
  id: string;
  featureId: string;
  feature: string;
  scenario: string;
  /** The page where it failed; "" where no page was open. */
  key: string;
  viewport: string;
  browser: string;
  cause: FailureClass;
  /** The sentence that failed; "" where no step was reached. */
  step: string;
  message: string;
  help: string;
  isNew: boolean | null;
  flaky: boolean;
  /** It could not be judged at all. */
  broken: boolean;
};

/** A finding that failed. */
export type OpenFinding = {
  pillar: AuditPillar;
  rule: string;
  severity: Severity;
  fingerprint: string;
  /** "" is the whole site. */
  key: string;
  target: string;
  message: string;
  help: string;
  isNew: boolean | null;
  cause?: string | null;
  /** Of a finding of several pages: how many there are, of how many, and the first of them. */
  pages?: FindingPages | null;
  /** The keys of the pages that it names; without it `key` alone. */
  keys?: readonly string[];
};

/** A page of the site that somebody or something has named. */
export type KnownPage = {
  key: string;
  title: string;
  source: "base" | "crawl" | "audit" | "tracking";
  /** Pages of one template have the same group; "" where it is not known. */
  group: string;
  /** Clicks from the first page; null where it is not known. */
  depth: number | null;
};

export type Facts = {
  now: number;
  project: string;
  projectName: string;
  baseUrl: string;
  /** Slug of the environment that was asked for; null: all of them. */
  environment: string | null;
  mainBranch: string;
  plan: PlanName;
  /** Whether the caller may call tools that change something. */
  mayChange: boolean;
  thresholds: GateThresholds;
  /** By label. */
  scenarios: readonly ScenarioFact[];
  tracking: { pages: number; events: number };
  knownPages: readonly KnownPage[];
  /** A crawl has been done. */
  crawled: boolean;
  /** Runs that have not ended, oldest first. */
  running: readonly RunFact[];
  /** The newest baseline run. */
  baselineRun: RunFact | null;
  /** Pillars that this installation can run, in the order of the contract. */
  pillars: readonly PillarFacts[];
  failures: readonly PictureFailure[];
  journeys: readonly JourneyFailure[];
  findings: readonly OpenFinding[];
  /** Rolling, in the order of the contract. */
  health: readonly PillarHealth[];
  /** Rolling without the newest runs, against which those are held. */
  healthBefore: readonly PillarHealth[];
  quality: QualityScore;
};

export const DAY_MS = 86_400_000;
/** After so many days an audit counts half in health, and as out of date here. */
export const STALE_DAYS = 14;

export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS));

export const pillarFacts = (facts: Pick<Facts, "pillars">, pillar: Pillar): PillarFacts | undefined =>
  facts.pillars.find((one) => one.pillar === pillar);

/** Compares texts the same way on every machine. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Text of audited pages is data: one line, cut. */
export const cut = (text: string, most = 200): string => truncate(oneLine(text), most);

/** Somebody stopped it: nothing is wrong with the set-up, it only has to run again. */
export const wasCancelled = ({ status, error }: Pick<RunFact, "status" | "error">): boolean =>
  status === "failed" && /^cancelled by /.test(error ?? "");
