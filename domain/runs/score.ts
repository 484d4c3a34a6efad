// The score of a run, 0 to 100, as every face shows it.
import { oneDecimal } from "../health/figures.ts";

type Figures = { score?: number | null; approved?: number; total?: number; passed?: number };

/** Of a run as a whole: one that was cancelled or could not be worked on has none, whatever of it was measured. */
export const scoreOfRun = ({ status, summary }: { status: string; summary: object | null }): number | null =>
  status === "completed" ? scoreOf(summary) : null;

/** The score of an audit; of a visual or functional run the share of results that passed or were approved. */
export function scoreOf(summary: object | null): number | null {
  const { score, approved, total = 0, passed = 0 }: Figures = summary ?? {};
  if (score !== undefined) return score;
  return approved === undefined || total === 0 ? null : oneDecimal((100 * passed) / total);
}
