// What guidance reasons over: read once by api/operations/guidance/gatherFacts.ts, judged by the pure rules of this folder.

import type { Pillar } from "../audit/pillars.ts";
import type { GateThresholds } from "../health/gateThresholds.ts";
import type { Counts, GateRun } from "../health/gateTypes.ts";
import type { Mover, Moves } from "../health/movedBy.ts";
import type { PillarHealth, QualityScore } from "../health/types.ts";
import type { PlanName } from "../plans.ts";
import type { FoundProblem, OpenStatus } from "../problems/problem.ts";
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
  /** The newest run as the gate sees it. */
  gate: GateRun | null;
};

export type ScenarioFact = {
  id: string;
  label: string;
  key: string;
  /** Viewports that have no baseline on the main branch yet; all of them: nothing can be compared. */
  withoutBaseline: readonly string[];
  viewports: number;
};

/** An open problem of the main branch that asks for work, as much as guidance needs of it. */
export type OpenProblem = Pick<
  FoundProblem,
  "rule" | "severity" | "kind" | "title" | "sentence" | "help" | "places" | "placeCount" | "evidence"
> & {
  id: string;
  pillar: Pillar;
  status: OpenStatus;
  priority: number;
  /** Places that the pillar knows of. */
  knownPlaces: number;
  /** The newest run that has it. */
  runId: string;
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
  /** The highest priority first. */
  problems: readonly OpenProblem[];
  /** Rolling, in the order of the contract. */
  health: readonly PillarHealth[];
  /** Rolling without the newest runs, against which those are held. */
  healthBefore: readonly PillarHealth[];
  quality: QualityScore;
  /** What moved the score since the run before. */
  change: Moves & { movedBy: readonly Mover[] };
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
