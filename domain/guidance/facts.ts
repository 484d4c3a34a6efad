// Facts that guidance is based on: read once by api/operations/guidance/gatherFacts.ts, evaluated by the pure rules of this folder.

import type { Pillar } from "../audit/pillars.ts";
import type { GateThresholds } from "../health/gateThresholds.ts";
import type { Counts, GateRun } from "../health/gateTypes.ts";
import type { Mover, Moves } from "../health/movedBy.ts";
import type { PillarHealth, QualityScore } from "../health/types.ts";
import type { PlanName } from "../plans.ts";
import type { FoundProblem, OpenStatus } from "../problems/problem.ts";
import type { RunStatus, StatusType } from "../runTypes.ts";
import { oneLine, truncate } from "../text.ts";

/** Times are epoch ms; `key` is a page's address without the site's origin. */
export type RunFact = {
  runId: string;
  type: StatusType;
  status: RunStatus;
  /** Labels, for a run of some scenarios; null if it includes all. */
  scenarios: readonly string[] | null;
  /** Args of a call that repeats it: elsewhere it would not be the same run. */
  place: { environment?: string; branch?: string; prNumber?: number; baseUrl?: string };
  /** Its end, or its start while it is running. */
  at: number;
  error: string | null;
  /** The result, worded as in every interface. */
  sentence: string;
  /** 0 to 100; for a visual or functional run the share of results that passed. */
  score: number | null;
  verdict: "pass" | "fail" | null;
  /** Findings of an audit that passed because there was no earlier run. */
  startingPoint: { critical: number; serious: number } | null;
  /** Reasons, as the sentences of an audit's summary. */
  reasons: readonly string[];
  /** For a completed visual or functional run; `passed` includes approved results. */
  counts: Counts | null;
  /** Performance budgets that were passed with the run. */
  budget: { pass: boolean; violations: readonly string[] } | null;
};

export type PillarFacts = {
  pillar: Pillar;
  /** Whether the organisation's plan excludes it. */
  locked: boolean;
  /** The newest run, whatever its result. */
  latest: RunFact | null;
  /** The newest run that completed. */
  completed: RunFact | null;
  /** The run by which the gate judges the pillar: of several environments that tested the newest run's commit, the worst. */
  gate: GateRun | null;
};

export type ScenarioFact = {
  id: string;
  label: string;
  key: string;
  /** Viewports that have no baseline on the main branch yet; if that is all of them, nothing can be compared. */
  withoutBaseline: readonly string[];
  viewports: number;
};

/** An open problem of the main branch that requires work, with the fields that guidance needs. */
export type OpenProblem = Pick<
  FoundProblem,
  "rule" | "severity" | "kind" | "title" | "sentence" | "help" | "places" | "placeCount" | "evidence"
> & {
  id: string;
  pillar: Pillar;
  status: OpenStatus;
  priority: number;
  /** Number of places that the pillar knows. */
  knownPlaces: number;
  /** The newest run that has it. */
  runId: string;
};

/** A page of the site that is known from any source. */
export type KnownPage = {
  key: string;
  title: string;
  source: "base" | "crawl" | "audit" | "tracking";
  /** Equal for pages of one template; "" if unknown. */
  group: string;
  /** Clicks from the first page; null if unknown. */
  depth: number | null;
};

export type Facts = {
  now: number;
  project: string;
  projectName: string;
  baseUrl: string;
  /** Slug of the requested environment; null for all of them. */
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
  /** Whether the site has been crawled. */
  crawled: boolean;
  /** Runs that have not ended, oldest first. */
  running: readonly RunFact[];
  /** The newest baseline run. */
  baselineRun: RunFact | null;
  /** Pillars that this installation can run, in the order of the contract. */
  pillars: readonly PillarFacts[];
  /** Highest priority first. */
  problems: readonly OpenProblem[];
  /** Rolling, in the order of the contract. */
  health: readonly PillarHealth[];
  /** Rolling, of the judged pillars without the judged runs, as the basis for comparing those. */
  healthBefore: readonly PillarHealth[];
  quality: QualityScore;
  /** What moved the score since the previous run. */
  change: Moves & { movedBy: readonly Mover[] };
};

export const DAY_MS = 86_400_000;
/** Days after which an audit counts half in health, and as outdated here. */
export const STALE_DAYS = 14;

export const daysSince = (at: number, now: number): number => Math.max(0, Math.floor((now - at) / DAY_MS));

export const pillarFacts = (facts: Pick<Facts, "pillars">, pillar: Pillar): PillarFacts | undefined =>
  facts.pillars.find((one) => one.pillar === pillar);

/** Compares texts the same way on every machine. */
export const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Cuts a text of an audited page to one line, because it is untrusted data. */
export const cut = (text: string, most = 200): string => truncate(oneLine(text), most);

/** Whether somebody stopped the run, so that nothing is wrong with the set-up and it only has to run again. */
export const wasCancelled = ({ status, error }: Pick<RunFact, "status" | "error">): boolean =>
  status === "failed" && /^cancelled by /.test(error ?? "");
