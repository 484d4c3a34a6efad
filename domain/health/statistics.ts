// Robust statistics for health: a single outlier must not move them.
import { median, robustSpread, sum } from "../statistics.ts";

/**
 * Returns the value at which half of the weight is reached, or the average of two neighbors if exactly half lies below. With equal weights
 * this is the median. null if no weight is above 0.
 */
export function weightedMedian(values: readonly { value: number; weight: number }[]): number | null {
  const sorted = values.filter(({ weight }) => weight > 0).sort((a, b) => a.value - b.value);
  const total = sum(sorted.map(({ weight }) => weight));
  let below = 0;
  for (const [i, { value, weight }] of sorted.entries()) {
    below += weight;
    const next = sorted[i + 1];
    // Sums of weights are inexact, so a value very close to the half counts as the half.
    if (next !== undefined && Math.abs(below - total / 2) < total * 1e-9) return (value + next.value) / 2;
    if (below > total / 2) return value;
  }
  return null;
}

/** Returns the spread of the values; null for fewer than three values, which are too few to tell. */
export const noiseOf = (values: readonly number[]): number | null => (values.length < 3 ? null : robustSpread(values));

/** Returns the Theil–Sen slope: the median of the slopes of all pairs, per unit of `at`. null if all points have the same time. */
export function slopeOf(points: readonly { at: number; value: number }[]): number | null {
  const slopes: number[] = [];
  for (const [i, a] of points.entries())
    for (const b of points.slice(i + 1)) if (a.at !== b.at) slopes.push((b.value - a.value) / (b.at - a.at));
  return median(slopes);
}
