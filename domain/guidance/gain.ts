// Gain of a step: the maximum rise of the quality score, or the weight that gets a score.
import type { Pillar } from "../audit/pillars.ts";
import { oneDecimal } from "../health/figures.ts";
import { PILLAR_WEIGHTS } from "../health/weights.ts";
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

export function weightOf(pillars: readonly Pillar[]): string {
  const sum = (names: readonly Pillar[]) => names.reduce((all, pillar) => all + PILLAR_WEIGHTS[pillar], 0);
  return `${sum(pillars)} of ${sum(Object.keys(PILLAR_WEIGHTS) as Pillar[])} parts of the quality score`;
}
