// What is printed of runs that ended: a table, and what is against each run.
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
    time: run.duration === undefined ? null : readableDuration(run.duration),
    id: run.runId,
  }));
  const reasons = ended.flatMap(({ title, run, outcome }) =>
    toldOf(run, outcome).flatMap((one) => wrapped(`${title}: ${one}`, lineWidth() - 4).map(indented)),
  );
  const told = besideOf(ended).flatMap((one) => wrapped(one, lineWidth() - 4).map(indented));
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

/** What runs say beside their sentence: what they were compared with, and whose decisions they rest on. */
export const besideOf = (ended: readonly Ended[]): string[] =>
  ended.flatMap(({ title, run: { summary } }) => saidOf(summary).map((one) => `${title}: ${one}`));

/** The service's sentence, then the reasons that it leaves out. */
function toldOf({ summary }: Ended["run"], { reasons }: Ended["outcome"]): string[] {
  const { sentence } = summary ?? {};
  return sentence === undefined ? reasons : [sentence, ...reasons.filter((reason) => !sentence.includes(reason))];
}

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
