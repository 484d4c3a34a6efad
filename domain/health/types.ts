// What health is worked out from, and what it says.
import type { Pillar } from "../audit/pillars.ts";

/** `code` for programs, `message` a whole sentence with the figures, `data` the figures. */
export type HealthReason = { code: string; message: string; data: Record<string, string | number | null> };

/** One completed run. */
export type HealthRun = {
  runId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** 0 to 100; null when nothing was measured. */
  score: number | null;
  /** It was limited to some scenarios or features. */
  part?: boolean;
  /** Ids of the places about which the run says something: scenarios, or what `places` has for its pillar. */
  scenarioIds: readonly string[];
  /** Of a run that failed: what failed, as "2 of 8 scenarios failed"; null where it passed. */
  failed?: string | null;
  /** "starting point: 13 critical findings" of a first run; null of any other. */
  start?: string | null;
};

/** What a run can cover. */
export type HealthPlace = { id: string; label: string };

export type HealthInput = {
  /** Milliseconds since 1970. */
  now: number;
  /** The present scenarios; [] means that the base address alone is audited. */
  scenarios: readonly HealthPlace[];
  /** Pillars whose runs are about something else than scenarios: features of functional tests. [] means that there is nothing to run. */
  places?: Partial<Record<Pillar, readonly HealthPlace[]>>;
  /** In any order. */
  runs: Partial<Record<Pillar, readonly HealthRun[]>>;
  /** What older runs left failing or undecided and the newest one did not look at, in words. */
  leftOpen?: Partial<Record<Pillar, string>>;
};

export type Trend = {
  /** Points a day; null when it cannot be told. */
  perDay: number | null;
  direction: "rising" | "falling" | "steady" | "unknown";
  sentence: string;
};

export type PillarHealth = {
  pillar: Pillar;
  /** 0 to 100, with one decimal; null without data. */
  score: number | null;
  /** 0 to 1: the share of scenarios that were audited, each halved for every 14 days since. */
  coverage: number;
  trend: Trend;
  confidence: "high" | "medium" | "low";
  /** Points by which runs differ though nothing changed; null below three runs. */
  noise: number | null;
  /** How many runs the score rests on. */
  runs: number;
  /** What failed in the newest run, which a score over several runs does not show; null where it passed. */
  newestFailed: { runId: string; what: string; older?: true } | null;
  /** ISO 8601. */
  lastRunAt: string | null;
  /** Labels of scenarios that no run audited, 50 at most. */
  notCovered: string[];
  notCoveredCount: number;
};

export type QualityRow = {
  pillar: Pillar;
  name: string;
  score: number | null;
  /** Of the table. */
  weight: number;
  /** Its part of all weights that have data, 0 to 1; 0 where there is none. */
  share: number;
  /** What it adds to the score; null where there is no data. */
  points: number | null;
};

export type QualityScore = {
  /** 0 to 100, with one decimal; null when no pillar has data. */
  score: number | null;
  table: QualityRow[];
  reasons: HealthReason[];
};

export type SiteHealth = {
  pillars: PillarHealth[];
  score: number | null;
  weights: QualityRow[];
  reasons: HealthReason[];
};
