// The robust figures that health rests on: one odd run must not move them.

/** The middle of the values; the mean of the two middle ones. null for none. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  return high === undefined || low === undefined ? null : (high + low) / 2;
}

/**
 * The value at which half of the weight is reached; the mean of two neighbours where exactly half lies below. With
 * equal weights it is the median. null where no weight is above 0.
 */
export function weightedMedian(values: readonly { value: number; weight: number }[]): number | null {
  const sorted = values.filter(({ weight }) => weight > 0).sort((a, b) => a.value - b.value);
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  let below = 0;
  for (const [i, { value, weight }] of sorted.entries()) {
    below += weight;
    const next = sorted[i + 1];
    // Sums of weights are not exact: a hair beside the half is the half.
    if (next !== undefined && Math.abs(below - total / 2) < total * 1e-9) return (value + next.value) / 2;
    if (below > total / 2) return value;
  }
  return null;
}

/** 1.4826 × the median absolute deviation: of normally spread values, their standard deviation. null below three values. */
export function noiseOf(values: readonly number[]): number | null {
  const middle = median(values);
  if (middle === null || values.length < 3) return null;
  return 1.4826 * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}

/** Theil–Sen: the median of the slopes of all pairs, per unit of `at`. null where all are of one moment. */
export function slopeOf(points: readonly { at: number; value: number }[]): number | null {
  const slopes: number[] = [];
  for (const [i, a] of points.entries())
    for (const b of points.slice(i + 1)) if (a.at !== b.at) slopes.push((b.value - a.value) / (b.at - a.at));
  return median(slopes);
}
