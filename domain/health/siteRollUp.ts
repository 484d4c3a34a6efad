// Coverage, trend and confidence of a whole site, from those of its pillars.
import { PILLAR_NAME } from "../audit/pillars.ts";
import { capital, inWords } from "../text.ts";
import type { PillarHealth, SiteHealth, Trend } from "./types.ts";

export type SiteRollUp = { coverage: number; trend: Trend; confidence: PillarHealth["confidence"] };

const LEVELS: readonly PillarHealth["confidence"][] = ["low", "medium", "high"];

/**
 * Rolls up the pillars that have a score, with their weights in the score. The site's confidence is that of its least certain pillar. Its
 * trend is the sum of the trends beyond noise; unknown if no pillar has a known trend.
 */
export function siteRollUp({ pillars, weights }: Pick<SiteHealth, "pillars" | "weights">): SiteRollUp {
  const shareOf = (pillar: string) => weights.find((row) => row.pillar === pillar)?.share ?? 0;
  const scored = pillars.filter(({ score }) => score !== null);
  const coverage = scored.reduce((sum, one) => sum + shareOf(one.pillar) * one.coverage, 0);
  const confidence = LEVELS.find((level) => scored.some((one) => one.confidence === level)) ?? "low";
  return { coverage: Math.round(coverage * 1_000) / 1_000, trend: trendOf(scored, shareOf), confidence };
}

function trendOf(scored: readonly PillarHealth[], shareOf: (pillar: string) => number): Trend {
  const known = scored.filter(({ trend }) => trend.direction !== "unknown");
  if (known.length === 0)
    return { perDay: null, direction: "unknown", sentence: "No pillar has enough runs for a trend yet." };
  const moving = known.filter(({ trend }) => trend.direction !== "steady");
  const perDay =
    Math.round(moving.reduce((sum, one) => sum + shareOf(one.pillar) * (one.trend.perDay ?? 0), 0) * 100) / 100;
  const named = (direction: Trend["direction"]) =>
    inWords(known.filter(({ trend }) => trend.direction === direction).map(({ pillar }) => PILLAR_NAME[pillar]));
  const parts = (["rising", "falling", "steady"] as const).flatMap((direction) =>
    named(direction) === "" ? [] : [`${direction}: ${named(direction)}`],
  );
  const sentence = `${parts.join("; ")}.`;
  return {
    perDay,
    direction: perDay > 0 ? "rising" : perDay < 0 ? "falling" : "steady",
    sentence: capital(sentence),
  };
}
