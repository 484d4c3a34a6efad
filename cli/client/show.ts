// Prints ended runs: a line for each with its result, its problems, and what to do next.
import { progressWords } from "../../domain/durable/progress.ts";
import { sincePart } from "../../domain/history/againstWords.ts";
import { truncate } from "../../domain/text.ts";
import { saidOf } from "../../domain/visual/summary.ts";
import { type Colour, columnsOf, harmless, padded, painter, resultWidth, wrapped } from "../terminal.ts";
import { readableDuration } from "./duration.ts";
import { type Next, nextLines } from "./next.ts";
import { firstOf } from "./outcome.ts";
import { type Problems, problemLines } from "./problems.ts";
import type { Ended } from "./watch.ts";

/** Minimum width of the sentence column; a narrower column is harder to read than a line below. */
const MIN_COLUMN = 24;
const COLOURS: Record<Ended["outcome"]["word"], Colour> = {
  passed: "green",
  failed: "red",
  inconclusive: "yellow",
  running: "dim",
};

/** Lists the parts of a full audit after it, as if each had been started on its own. */
const withParts = (ended: readonly Ended[]): Ended[] => ended.flatMap((one) => [one, ...(one.parts ?? [])]);

/** Returns the runs that have results of their own, i.e. everything but full audits with parts. */
export const leavesOf = (ended: readonly Ended[]): Ended[] =>
  withParts(ended).filter(({ parts = [] }) => !parts.length);

/** `problems`: those of the runs that have results of their own. */
export type Beside = { problems?: readonly Problems[]; next?: Next | null; width?: number };

export function endedLines(
  ended: readonly Ended[],
  { problems = [], next = null, width = resultWidth() }: Beside = {},
): string[] {
  const paint = painter();
  const all = withParts(ended);
  const below = problemLines(problems, width, paint);
  const row = rowsOf(all, width, paint);
  const lines = all.flatMap((one) => [...row(one), ...(below.get(one.run.runId) ?? reasonLines(one, width))]);
  const told = comparedAndKept(all).flatMap((one) => wrapped(harmless(one), width));
  const after = next === null ? [] : nextLines(ended, problems, next, { width, paint });
  return [...lines, ...(told.length + after.length > 0 ? [""] : []), ...told, ...after];
}

type Paint = ReturnType<typeof painter>;

/** Returns how each run is shown: title, word, sentence and time in columns, with the sentence below if there is no room for it. */
function rowsOf(all: readonly Ended[], width: number, paint: Paint): (one: Ended) => string[] {
  const timeOf = ({ run }: Ended) => (run.duration === undefined ? "" : readableDuration(run.duration));
  const words = Math.max(...all.map(({ outcome }) => outcome.word.length));
  const times = Math.max(...all.map((one) => timeOf(one).length));
  const longest = width - words - times - 6;
  const titleOf = ({ title }: Ended) => truncate(harmless(title), longest);
  const titles = Math.max(...all.map((one) => columnsOf(titleOf(one))));
  const room = width - titles - words - times - 6;
  return (one) => {
    const { word } = one.outcome;
    const head = `${padded(titleOf(one), titles)}  ${paint(word, COLOURS[word])}${" ".repeat(words - word.length)}`;
    const time = paint(timeOf(one).padStart(times), "dim");
    const text = textOf(one);
    if (room < MIN_COLUMN || wrapped(text, room).some((line) => columnsOf(line) > room)) {
      const gap = " ".repeat(Math.max(2, width - titles - 2 - words - times));
      return [
        `${head}${gap}${time}`.trimEnd(),
        ...(text === "" ? [] : wrapped(text, width - 2)).map((line) => `  ${line}`),
      ];
    }
    const [first = "", ...more] = wrapped(text, room);
    const rest = more.map((line) => " ".repeat(titles + words + 4) + line);
    return [`${head}  ${padded(first, room)}  ${time}`.trimEnd(), ...rest];
  };
}

/** Returns the sentence of the run, without what it was compared with, which is shown once below. */
function textOf({ run, outcome }: Ended): string {
  if (run.status === "running") return progressWords(run.progress);
  const text = firstOf(run, outcome).replace(sincePart(run.summary?.against), "");
  return harmless(text).replace(/\.$/, "");
}

/** Returns the reasons that no list of problems contains. */
function reasonLines({ run, outcome }: Ended, width: number): string[] {
  if (outcome.word === "passed" || outcome.word === "running") return [];
  const told = firstOf(run, outcome);
  return outcome.reasons
    .filter((reason) => !told.includes(reason))
    .flatMap((reason) =>
      wrapped(harmless(reason), width - 4).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
    );
}

/**
 * Returns each sentence once: what was compared with, whose decisions the results rest on, which baselines were kept, and where pages were
 * opened.
 */
function comparedAndKept(all: readonly Ended[]): string[] {
  const said = all.flatMap(({ run: { summary } }) =>
    saidOf(summary).filter((one) => !summary?.sentence?.includes(one)),
  );
  const against = all.flatMap(({ run: { summary } }) => (summary?.against ? [`Compared with ${summary.against}`] : []));
  const untold = against.filter((one) => !said.some((sentence) => sentence.startsWith(one))).map((one) => `${one}.`);
  const places = all.flatMap(({ run: { location } }) => (location ? [`Pages were opened in ${location}.`] : []));
  return [...new Set([...said, ...untold, ...places])];
}

/** The same for a CI report, where each sentence names its run. */
export const besideOf = (ended: readonly Ended[]): string[] =>
  ended.flatMap(({ title, run: { summary } }) => saidOf(summary).map((one) => `${title}: ${one}`));

export const endedData = (ended: readonly Ended[], problems: readonly Problems[] = []) =>
  ended.map(({ run, title, outcome, parts = [] }) => {
    const ids = [run.runId, ...parts.map((part) => part.run.runId)];
    const of = problems.filter(({ runId }) => ids.includes(runId));
    const found = of.length === 0 ? {} : problemsOf(of);
    return { title, outcome: outcome.word, reasons: outcome.reasons, ...found, ...run };
  });

const problemsOf = (of: readonly Problems[]) => ({
  problems: of.flatMap((one) => one.problems),
  problemCount: of.reduce((sum, { total }) => sum + total, 0),
});
