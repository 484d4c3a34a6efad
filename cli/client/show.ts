// What is printed of runs that ended: a table, and what is against each run.
import { newAndFixed } from "../../domain/audit/newAndFixed.ts";
import { measuredWords } from "../../domain/runs/measured.ts";
import { saidOf } from "../../domain/visual/summary.ts";
import { type Row, table } from "../output.ts";
import { type Colour, lineWidth, painter, wrapped } from "../terminal.ts";
import { readableDuration } from "./duration.ts";
import type { Problems } from "./problems.ts";
import type { Ended } from "./watch.ts";

export function endedLines(ended: readonly Ended[]): string[] {
  const rows: Row[] = ended.map(({ run, title, outcome }) => ({
    run: title,
    result: outcome.word,
    figures: figuresOf(run.summary),
    time: run.duration === undefined ? null : readableDuration(run.duration),
    id: run.runId,
  }));
  const reasons = ended
    .filter(({ outcome }) => outcome.word === "failed" || outcome.word === "inconclusive")
    .flatMap(({ title, outcome }) =>
      outcome.reasons.flatMap((reason) => wrapped(`${title}: ${reason}`, lineWidth() - 4).map(indented)),
    );
  const told = toldOf(ended).flatMap((one) => wrapped(one, lineWidth() - 4).map(indented));
  const paint = painter();
  const [heading = "", ...lines] = table(rows);
  const coloured = lines.map((line, at) => {
    const word = ended[at]?.outcome.word ?? "running";
    return line.replace(new RegExp(`  ${word}\\b`), `  ${paint(word, COLOURS[word])}`);
  });
  return [
    ...(lines.length > 0 ? [paint(heading, "dim")] : []),
    ...coloured,
    ...(reasons.length > 0 ? ["", ...reasons] : []),
    ...(told.length > 0 ? ["", ...told] : []),
  ];
}

/** What the runs say beside their figures, a sentence each: what they were compared with, and what is new since then. */
export const toldOf = (ended: readonly Ended[]): string[] =>
  ended.flatMap(({ title, run: { summary } }) => {
    const since = summary?.against === undefined ? [] : [`${newAndFixed(summary)}.`];
    return [...since, ...saidOf(summary)].map((one) => `${title}: ${one}`);
  });

const COLOURS: Record<Ended["outcome"]["word"], Colour> = {
  passed: "green",
  failed: "red",
  inconclusive: "yellow",
  running: "dim",
};
/** What does not fit into a line stands further in than what begins one. */
const indented = (line: string, at: number): string => (at === 0 ? `  ${line}` : `    ${line}`);

export const endedData = (ended: readonly Ended[], problems: readonly Problems[] = []) =>
  ended.map(({ run, title, outcome }) => {
    const of = problems.find(({ runId }) => runId === run.runId);
    const found = of && { problems: of.problems, problemCount: of.total };
    return { title, outcome: outcome.word, reasons: outcome.reasons, ...found, ...run };
  });

export function figuresOf(summary: Ended["run"]["summary"]): string | null {
  if (summary === null) return null;
  const { score, total, passed, pages, notMeasured = 0, pageErrors = 0 } = summary;
  if (typeof score === "number")
    return `score ${Math.round(score)}${pages === undefined ? "" : `, ${measuredWords({ parts: pages, notMeasured: notMeasured + pageErrors }, "page")}`}`;
  return total === undefined ? null : `${passed ?? 0} of ${total} passed`;
}
