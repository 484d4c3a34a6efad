// Health of one page in one pillar: its latest result among the runs that audited it, and its trend.
import type { Pillar } from "../audit/pillars.ts";
import { trendOf } from "./siteHealth.ts";
import { noiseOf } from "./statistics.ts";
import type { Trend } from "./types.ts";

/** Result of the page in one completed run. `score`: 0 to 100; for a visual run, the percentage of its screenshots that passed. */
export type PageResultAt = {
  runId: string;
  /** Milliseconds since 1970. */
  at: number;
  status: "passed" | "failed" | "not_measured";
  reason: string | null;
  score: number | null;
};
export type PagePillarHealth = {
  pillar: Pillar;
  /** `never`: no run in the window audited the page. */
  status: PageResultAt["status"] | "never";
  runId: string | null;
  /** ISO 8601. */
  at: string | null;
  score: number | null;
  /** Why the page was not measured, or what is wrong with it. */
  reason: string | null;
  trend: Pick<Trend, "direction" | "sentence">;
};

/** `results` may be in any order. */
export function pagePillarHealth(pillar: Pillar, results: readonly PageResultAt[]): PagePillarHealth {
  const newestFirst = [...results].sort((a, b) => b.at - a.at);
  const scored = newestFirst.flatMap(({ at, score }) => (score === null ? [] : [{ at, score }]));
  const { direction, sentence } = trendOf(scored, noiseOf(scored.map(({ score }) => score)));
  const [latest] = newestFirst;
  return {
    pillar,
    status: latest?.status ?? "never",
    runId: latest?.runId ?? null,
    at: latest ? new Date(latest.at).toISOString() : null,
    score: latest?.score ?? null,
    reason: latest?.reason ?? null,
    trend: { direction, sentence },
  };
}
