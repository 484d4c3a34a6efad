// Explains what moved the score of a site since the previous runs: the pillars, in points, and the problems of each that changed with its
// newest run.
import { PILLAR_NAME, type Pillar } from "../audit/pillars.ts";
import { isFresh } from "../problems/priority.ts";
import type { ProblemStatus } from "../problems/problem.ts";
import { inWords, oneLine, plural, truncate } from "../text.ts";
import { oneDecimal } from "./figures.ts";
import { qualityScore } from "./qualityScore.ts";
import type { HealthInput, HealthRun, PillarHealth } from "./types.ts";

/** A problem that appeared or disappeared with a run. */
export type ChangedProblem = { id: string; title: string; status: ProblemStatus; priority: number };

/** `points`: share of its pillar's points, in proportion to its priority among all problems that changed the same way. */
export type MovingProblem = { id: string; title: string; status: ProblemStatus; points: number };

/**
 * `points`: points of the overall score; negative if it fell. `sentence` may contain text of the page. `problems`: the first of the
 * changed problems.
 */
export type Mover = { pillar: Pillar; points: number; sentence: string; problems: MovingProblem[] };

/** By how many points each pillar moved the overall score; null if the pillar had no score before. */
export type Moves = { before: number | null; change: number | null; points: Readonly<Record<string, number | null>> };

export const MAX_MOVERS = 3;
const MAX_PROBLEMS = 3;
const MAX_TITLE = 100;

export const newestOf = (runs: readonly HealthRun[] = []): HealthRun | null =>
  runs.toSorted((a, b) => b.at - a.at)[0] ?? null;

/** Returns the input without the newest run of each pillar. */
export function beforeNewest(input: HealthInput): HealthInput {
  const entries = Object.entries(input.runs) as [Pillar, readonly HealthRun[]][];
  const runs = entries.map(([pillar, own]) => {
    const newest = newestOf(own);
    return [pillar, own.filter((run) => run !== newest)];
  });
  return { ...input, runs: Object.fromEntries(runs) as HealthInput["runs"] };
}

/** Compares the overall score with the score if a pillar had stayed unchanged. */
export function movesOf(now: readonly PillarHealth[], before: readonly PillarHealth[]): Moves {
  const score = qualityScore(now).score;
  const scoreBefore = qualityScore(before).score;
  const points = now.map(({ pillar }): [Pillar, number | null] => {
    const own = before.find((one) => one.pillar === pillar)?.score ?? null;
    if (own === null || score === null) return [pillar, null];
    const held = qualityScore(now.map((one) => (one.pillar === pillar ? { pillar, score: own } : one))).score;
    return [pillar, held === null ? null : oneDecimal(score - held)];
  });
  return {
    before: scoreBefore,
    change: score === null || scoreBefore === null ? null : oneDecimal(score - scoreBefore),
    points: Object.fromEntries(points),
  };
}

const shortTitle = (title: string): string => truncate(oneLine(title), MAX_TITLE);

/** Returns the pillars that moved the score, largest move first. */
export function moversOf({ points }: Moves): { pillar: Pillar; points: number }[] {
  const moved = (Object.entries(points) as [Pillar, number | null][]).flatMap(([pillar, by]) =>
    by === null || by === 0 ? [] : [{ pillar, points: by }],
  );
  return moved.sort((a, b) => Math.abs(b.points) - Math.abs(a.points)).slice(0, MAX_MOVERS);
}

/**
 * `changed`: problems that appeared or disappeared with the pillar's newest run. Those that appeared explain a fall, those that
 * disappeared a rise.
 */
export function moverOf(
  { pillar, points }: { pillar: Pillar; points: number },
  changed: readonly ChangedProblem[],
): Mover {
  const causes = changed
    .filter(({ status }) => (points < 0 ? isFresh(status) : status === "fixed"))
    .toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));
  const all = causes.reduce((sum, { priority }) => sum + priority, 0);
  const problems = causes.slice(0, MAX_PROBLEMS).map(({ id, title, status, priority }) => ({
    id,
    title: shortTitle(title),
    status,
    points: all === 0 ? 0 : oneDecimal((points * priority) / all),
  }));
  const way = points < 0 ? "down" : "up";
  const moved = `${PILLAR_NAME[pillar]}: ${plural(Math.abs(points), "point")} ${way}.`;
  if (problems.length === 0) return { pillar, points, sentence: moved, problems };
  // Problems of one title differ only in their place, so the title is named once.
  const groups = [...Map.groupBy(causes, ({ title }) => shortTitle(title))].slice(0, MAX_PROBLEMS);
  const rest = groups.reduce((left, [, own]) => left - own.length, causes.length);
  const named = groups.map(([title, { length }]) => title.replace(/\.$/, "") + (length > 1 ? ` (${length})` : ""));
  if (rest > 0) named.push(`${rest} more`);
  return { pillar, points, sentence: `${moved} ${points < 0 ? "New" : "Fixed"}: ${inWords(named)}.`, problems };
}
