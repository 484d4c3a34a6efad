// Sums, means, medians and spreads of a handful of figures. null for none: what nobody measured is not zero.

export const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : sum(values) / values.length;

/** The middle of the values; the mean of the two middle ones. */
export function median(values: readonly number[]): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.floor((sorted.length - 1) / 2)];
  return high === undefined || low === undefined ? null : (high + low) / 2;
}

/** 1.4826 × the median absolute deviation: of normally spread values their standard deviation, blind to single outliers. */
export function robustSpread(values: readonly number[]): number | null {
  const middle = median(values);
  return middle === null ? null : 1.4826 * (median(values.map((value) => Math.abs(value - middle))) ?? 0);
}

/** `decimals`: of the figure; null stays null. */
export function rounded(value: number | null, decimals = 0): number | null {
  const scale = 10 ** decimals;
  return value === null ? null : Math.round(value * scale) / scale;
}
