// Sums, means, medians and spreads of a few figures. Returns null for no figures, because an unmeasured value is not zero.

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** Returns the middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  return high === undefined || low === undefined ? null : (high + low) / 2;
}

/** Returns 1.4826 × the median absolute deviation: the standard deviation for normally distributed values, but robust against single outliers. */
export function robustSpread(values: readonly number[]): number | null {
  const middle = median(values);
  return middle === null ? null : 1.4826 * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}

/** Rounds to `decimals` decimal places; null stays null. */
export function rounded(value: number | null, decimals = 0): number | null {
  const scale = 10 ** decimals;
  return value === null ? null : Math.round(value * scale) / scale;
}
