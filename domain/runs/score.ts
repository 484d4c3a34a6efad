// The score of a run, 0 to 100, as shown everywhere.
import { oneDecimal } from "../health/figures.ts";

/** What determines the score of a run. */
export type Scored = { status: string; summary: object | null };
type Figures = { score?: number | null; approved?: number; total?: number; passed?: number };

/**
 * Returns the score of an audit, or the percentage of passed or approved results of a visual or functional run. A run that was cancelled or
 * could not be executed has none, whatever it measured.
 */
export function scoreOf({ status, summary }: Scored): number | null {
  if (status !== "completed") return null;
  const { score, approved, total = 0, passed = 0 }: Figures = summary ?? {};
  if (score !== undefined) return score;
  return approved === undefined || total === 0 ? null : oneDecimal((100 * passed) / total);
}
