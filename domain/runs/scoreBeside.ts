// Compares the score of a run with those of earlier runs: how far it moved, and how far runs vary without any change.
import { oneDecimal } from "../health/figures.ts";
import { noiseOf } from "../health/statistics.ts";
import { type Scored, scoreOf } from "./score.ts";

export type ScoreBeside = {
  value: number;
  /** Change since the previous run with a score; null if there is none. */
  change: number | null;
  /** Normal variation between runs; null if there are too few. A smaller change is not significant. */
  spread: number | null;
};

/** `before`: earlier runs, most recent first. Returns null if the run has no score. */
export function scoreBeside(run: Scored, before: readonly Scored[]): ScoreBeside | null {
  const value = scoreOf(run);
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
