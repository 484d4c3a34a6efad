// Figures and pictures of a measured page, out of what is stored with it.
import { METRIC_WORDS, METRICS } from "../../../../domain/words/units.ts";

export type Figure = { name: string; unit: "ms" | ""; value: number; low: number; high: number };

/** What was measured, each with the smallest and the largest of its runs. */
export function figuresOf(metrics: Readonly<Record<string, number | null>>): Figure[] {
  return METRICS.flatMap((metric) => {
    const { name, unit } = METRIC_WORDS[metric];
    const value = metrics[metric];
    if (typeof value !== "number") return [];
    const [low, high] = [metrics[`${metric}Min`] ?? value, metrics[`${metric}Max`] ?? value];
    return [{ name, unit, value, low, high }];
  });
}

/** The slowest first: that is what one came for. Those without a score, which could not be measured, before all. */
export const slowestFirst = <Page extends { score: number | null }>(pages: readonly Page[]): Page[] =>
  pages.toSorted((a, b) => (a.score ?? -1) - (b.score ?? -1));

/** Only pictures within the answer itself are drawn: it came from the browser of an audited page. */
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
