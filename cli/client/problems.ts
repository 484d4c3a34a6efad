// The problems of runs that did not pass, for the terminal: each problem once, at most fifteen lines in total.
import type { AnswerAt } from "../../api/endpoints/typedPath.ts";
import { truncate } from "../../domain/text.ts";
import { columnsOf, harmless, padded, type painter, wrapped } from "../terminal.ts";
import { needsAttention } from "./outcome.ts";
import { runOfType } from "./runs.ts";
import type { Service } from "./service.ts";
import type { Ended } from "./watch.ts";

type Listed = AnswerAt<"GET", "/api/ci/runs/{runId}/problems">["problems"][number];
type Problem = Pick<Listed, "title" | "where"> & Partial<Pick<Listed, "scenarios" | "severity">>;
/** The first problems of one run; `total` counts all of them. */
export type Problems = {
  runId: string;
  /** Absolute URL of the run's page in the dashboard; null if the service does not report it. */
  url?: string | null;
  /** Whether they are regressions of the site; otherwise they are the reasons why the run is inconclusive. */
  against: boolean;
  /** Whether the run has changes that may be intended. */
  approvable: boolean;
  problems: Problem[];
  total: number;
};

/** Maximum number of lines for all runs together, and of problems shown per run. */
const MAX_LINES = 15;
/** Maximum number of lines of a title; a longer one is cut. */
const MAX_TITLE_LINES = 3;
const INDENT = 4;

/** Reads the problems of runs that did not pass. An earlier version of the service has no list; the verdict does not depend on it. */
export async function readProblems(service: Service, ended: readonly Ended[], limit = MAX_LINES): Promise<Problems[]> {
  const found = await Promise.all(
    ended
      .filter(({ outcome }) => needsAttention(outcome))
      .map(async ({ run: { runId, type }, outcome }): Promise<Problems> => {
        const answer = await service
          .get("/api/ci/runs/{runId}/problems", { params: { runId }, query: { limit }, retryForMs: 0 })
          .catch(() => ({ url: null, problems: [], total: 0 }));
        const against = outcome.word === "failed";
        const approvable = runOfType(type)?.reviewed === true && against;
        const url = URL.canParse(answer.url ?? "") ? answer.url : null;
        return { runId, url, against, approvable, problems: answer.problems, total: answer.total };
      }),
  );
  return found.filter(({ total }) => total > 0);
}

/** Keeps as many problems as are printed. */
export const printed = (all: readonly Problems[]): Problems[] =>
  all.map((one) => ({ ...one, problems: one.problems.slice(0, MAX_LINES) }));

/** Returns the one scenario that shows all problems; null if there are several, or if not all problems are known. */
export function onlyScenario({ problems, total }: Pick<Problems, "problems" | "total">): string | null {
  const labels = new Set(problems.flatMap(({ scenarios = [] }) => scenarios));
  const [label] = labels;
  const all = problems.length === total && problems.every(({ scenarios = [] }) => scenarios.length === 1);
  return all && labels.size === 1 && label !== undefined ? label : null;
}

/** Returns the lines of each run by its id, within the total limit: runs that need fewer lines leave the rest to others. */
export function problemLines(
  all: readonly Problems[],
  width: number,
  paint: ReturnType<typeof painter>,
): Map<string, string[]> {
  const whole = all.map((one) => ({ one, told: toldOf(one, width, paint) }));
  const byNeed = whole.toSorted((a, b) => a.told.flat().length - b.told.flat().length);
  const lines = new Map<string, string[]>();
  let rest = MAX_LINES;
  for (const [at, { one, told }] of byNeed.entries()) {
    const share = Math.max(1, Math.floor(rest / (byNeed.length - at)));
    const shown = fitting(told, share);
    rest -= shown.lines.length;
    const more = one.total - shown.count;
    lines.set(one.runId, more > 0 ? [...shown.lines, `    and ${more} more`] : shown.lines);
  }
  return lines;
}

/** Returns as many complete problems as fit, but at least the beginning of the first one. */
function fitting(told: readonly string[][], share: number): { lines: string[]; count: number } {
  const [first = []] = told;
  const lines = first.slice(0, share);
  let count = 1;
  for (const one of told.slice(1)) {
    if (lines.length + one.length > share) break;
    lines.push(...one);
    count += 1;
  }
  return { lines, count };
}

/** Returns the lines of each problem, with places in a separate column if the titles leave room for it. */
function toldOf({ problems, against }: Problems, width: number, paint: ReturnType<typeof painter>): string[][] {
  const sign = against ? paint("✖", "red") : paint("!", "yellow");
  const room = width - INDENT;
  const texts = problems.map(({ title, where }) => ({ title: harmless(title), where: harmless(where) }));
  const together = texts.filter(({ title, where }) => columnsOf(title) + 2 + columnsOf(where) <= room);
  const widest = Math.max(0, ...together.map(({ where }) => columnsOf(where)));
  const column = Math.max(
    0,
    ...together.map(({ title }) => columnsOf(title)).filter((title) => title + 2 + widest <= room),
  );
  return texts.map(({ title, where }) => {
    const place = where === "" ? "" : paint(where, "dim");
    if (columnsOf(title) + 2 + columnsOf(where) <= room) {
      const fits = Math.max(column, columnsOf(title)) + 2 + columnsOf(where) <= room;
      return [`  ${sign} ${where === "" ? title : `${fits ? padded(title, column) : title}  ${place}`}`];
    }
    const [first = "", ...more] = cut(wrapped(title, room));
    const below = where === "" ? [] : wrapped(where, room).map((line) => paint(line, "dim"));
    return [`  ${sign} ${first}`, ...[...more, ...below].map((line) => `    ${line}`)];
  });
}

function cut(lines: readonly string[]): string[] {
  const kept = lines.slice(0, MAX_TITLE_LINES);
  const last = kept.at(-1);
  if (kept.length === lines.length || last === undefined) return kept;
  return [...kept.slice(0, -1), truncate(`${last} …`, last.length)];
}
