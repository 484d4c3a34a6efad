// Gain of a step: the maximum rise of the quality score, or the weight that gets a score.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { oneDecimal } from "../health/figures.ts";
import { PILLAR_WEIGHTS } from "../health/weights.ts";
import { sum } from "../statistics.ts";
import { inWords } from "../text.ts";
import type { Facts } from "./facts.ts";

/** `points`: by how much the quality score can rise at most; null if unknown. */
export type Gain = { sentence: string; points: number | null };

/** Returns the maximum rise of the quality score if this part (0 to 1) of what the pillar lacks is fixed. */
export function gainOf(facts: Facts, pillar: Pillar, part: number, what: string): Gain {
  const row = facts.quality.table.find((one) => one.pillar === pillar);
  if (!row || row.score === null || row.share === 0) return { sentence: `${what}.`, points: null };
  const points = oneDecimal((100 - row.score) * row.share * Math.min(1, Math.max(0, part)));
  return {
    sentence: points > 0 ? `${what}; the quality score can rise by up to ${points}.` : `${what}.`,
    points,
  };
}

/** Returns "14 % of the quality score"; the weights of all pillars add up to 100. */
export const weightOf = (pillars: readonly Pillar[]): string =>
  `${sum(pillars.map((pillar) => PILLAR_WEIGHTS[pillar]))} % of the quality score`;

/** Returns the gain of pillars without a score: "SEO and Privacy, 14 % of the quality score, get their first scores." */
export function firstScores(...pillars: Pillar[]): Gain {
  const got = pillars.length === 1 ? "gets its first score" : "get their first scores";
  const names = inWords(pillars.map((pillar) => PILLAR_NAME[pillar]));
  return { sentence: `${names}, ${weightOf(pillars)}, ${got}.`, points: null };
}
