// Metrics and pictures of a measured page, from its stored data.
import { METRIC_WORDS, METRICS } from "../../../../domain/words/units.ts";

export type Figure = { name: string; unit: "ms" | ""; value: number; low: number; high: number };

/** Returns the measured metrics, each with the minimum and maximum of its runs. */
export function figuresOf(metrics: Readonly<Record<string, number | null>>): Figure[] {
  return METRICS.flatMap((metric) => {
    const { name, unit } = METRIC_WORDS[metric];
    const value = metrics[metric];
    if (typeof value !== "number") return [];
    const [low, high] = [metrics[`${metric}Min`] ?? value, metrics[`${metric}Max`] ?? value];
    return [{ name, unit, value, low, high }];
  });
}

/** Sorts pages slowest first. Pages without a score, which could not be measured, come before all others. */
export const slowestFirst = <Page extends { score: number | null }>(pages: readonly Page[]): Page[] =>
  pages.toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));

/** Accepts only pictures inlined as data URLs, because the data came from the browser of an audited page. */
export function isFrames(data: unknown): data is { frames: { ms: number; data: string }[] } {
  const { frames } = (data ?? {}) as { frames?: unknown };
  return (
    Array.isArray(frames) &&
    frames.length > 0 &&
    frames.every(
      (one: { ms?: unknown; data?: unknown } | null) =>
        typeof one?.ms === "number" && typeof one.data === "string" && one.data.startsWith("data:image/"),
    )
  );
}
