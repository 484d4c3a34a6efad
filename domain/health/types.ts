// Input and result of health.
import type { Pillar } from "../audit/pillars.ts";

/** `code`: for programs. `message`: a complete sentence with the figures. `data`: the figures. */
export type HealthReason = { code: string; message: string; data: Record<string, string | number | null> };

export type HealthRun = {
  runId: string;
  /** Milliseconds since 1970. */
  at: number;
  /** 0 to 100; null if nothing was measured. */
  score: number | null;
  /** Set if the run was limited to some scenarios or features. */
  part?: boolean;
  /** Ids of the places that the run covers: scenarios, or the `places` of its pillar. */
  scenarioIds: readonly string[];
  /** What failed, such as "2 of 8 scenarios failed"; null if the run passed. */
  failed?: string | null;
  /** "starting point: 13 critical findings" for a first run; null for any other. */
  start?: string | null;
};

/** Something that a run can cover. */
export type HealthPlace = { id: string; label: string };

export type HealthInput = {
  /** Milliseconds since 1970. */
  now: number;
  /** Current scenarios; [] means that only the base URL is audited. */
  scenarios: readonly HealthPlace[];
  /** For pillars whose runs cover something other than scenarios, such as features of functional tests. [] means that there is nothing to run. */
  places?: Partial<Record<Pillar, readonly HealthPlace[]>>;
  /** In any order. */
  runs: Partial<Record<Pillar, readonly HealthRun[]>>;
  /** What older runs left failed or unreviewed and the newest run did not cover, in words. */
  leftOpen?: Partial<Record<Pillar, string>>;
};

export type Trend = {
  /** Points per day; null if unknown. */
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
  /** Number of points by which runs differ although nothing changed; null for fewer than three runs. */
  noise: number | null;
  /** Number of runs that the score is based on. */
  runs: number;
  /** What failed in the newest run, which a score over several runs does not show; null if it passed. */
  newestFailed: { runId: string; what: string; older?: true } | null;
  /** ISO 8601. */
  lastRunAt: string | null;
  /** Labels of scenarios that no run audited, at most 50. */
  notCovered: string[];
  notCoveredCount: number;
};

export type QualityRow = {
  pillar: Pillar;
  name: string;
  score: number | null;
  /** Weight from the table. */
  weight: number;
  /** Share of the weights of all pillars with data, 0 to 1; 0 if the pillar has no data. */
  share: number;
  /** Points that it contributes to the score; null if it has no data. */
  points: number | null;
};

export type QualityScore = {
  /** 0 to 100, with one decimal; null if no pillar has data. */
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
