// The score of a run beside those of the runs before it: how far it moved, and how far runs differ without any change.
import { oneDecimal } from "../health/figures.ts";
import { noiseOf } from "../health/statistics.ts";
import { scoreOf } from "./score.ts";

export type ScoreBeside = {
  value: number;
  /** Since the run before; null: there is none that measured one. */
  change: number | null;
  /** What runs differ by anyhow; null: too few of them. A change within it says nothing. */
  spread: number | null;
};

/** `before`: summaries of earlier runs, the nearest first. null: the run has no score. */
export function scoreBeside(summary: object | null, before: readonly (object | null)[]): ScoreBeside | null {
  const value = scoreOf(summary);
  if (value === null) return null;
  const earlier = before.map(scoreOf).filter((score) => score !== null);
  const [previous] = earlier;
  const spread = noiseOf(earlier);
  return {
    value: oneDecimal(value),
    change: previous === undefined ? null : oneDecimal(value - previous),
    spread: spread === null ? null : oneDecimal(spread),
  };
}
