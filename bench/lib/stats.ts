// Statistics of repeated measurements.

/** Returns the middle value, or the mean of the two middle ones for an even count. */
export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[half] ?? 0) : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2;
}

/** Returns the 95th percentile (nearest rank). */
export function p95(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}

/** Returns 0 if there are no values. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

/** Least-squares fit of a line; `r2` is 1 if all points lie on it. */
export function slopeOf(points: readonly (readonly [x: number, y: number])[]): {
  slope: number;
  offset: number;
  r2: number;
} {
  const [mx, my] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const sum = (of: (dx: number, dy: number) => number) =>
    points.reduce((total, [x, y]) => total + of(x - mx, y - my), 0);
  const [xx, xy, yy] = [sum((dx) => dx * dx), sum((dx, dy) => dx * dy), sum((_, dy) => dy * dy)];
  const slope = xx === 0 ? 0 : xy / xx;
  return { slope, offset: my - slope * mx, r2: xx === 0 || yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}
