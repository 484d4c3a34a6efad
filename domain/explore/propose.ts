// Proposes journeys that fit a goal, from what is known about a site: first the goal's own steps, then matching paths through the graph.
import { nameOfGoal, readGoal } from "../functional/create/clauses.ts";
import { compose, gherkinOf, type SeenControl } from "../functional/create/compose.ts";
import type { Band, Found } from "../functional/find/rank.ts";
import { SAY } from "../functional/library/sentences.ts";
import { oneLine, truncate } from "../text.ts";
import { sentencesOf } from "./actions.ts";
import type { Act } from "./explore.ts";
import type { ExploredGraph } from "./graph.ts";
import type { Way } from "./journeys.ts";

export type ProposedJourney = {
  name: string;
  /** Source of the journey: the goal's clauses as steps, or a path through the graph. */
  by: "goal" | "graph";
  /** How well it fits the goal, 0 to 1; null without a goal. */
  score: number | null;
  band: Band | null;
  states: string[];
  gherkin: string;
};
export type ProposeResult = {
  goal: string;
  startPath: string;
  /** The job whose exploration was used, and when it ended; may be this job. */
  exploredBy: string;
  exploredAt: string;
  states: number;
  journeys: ProposedJourney[];
  unresolved: { clause: string; reason: string }[];
  /** Parts of the goal that concern tracking and were left out. */
  tracking: string[];
  warnings: string[];
};

export type ByGoal = Pick<ProposeResult, "unresolved" | "tracking"> & { journey: ProposedJourney | null };

/** Turns the goal's clauses into steps, using the names of visited pages. Every draft expects something that was seen. */
export async function composeByGoal(
  goal: string,
  startPath: string,
  { firsts }: Pick<ExploredGraph, "firsts">,
  consent: string | null,
): Promise<ByGoal> {
  const { clauses, tracking, rest } = readGoal(goal);
  if (clauses.length === 0) return { journey: null, unresolved: [], tracking };
  const byPath = new Map(
    [...firsts].filter(([, { acts }]) => acts.length === 0).map(([id, place]) => [place.path, { id, ...place }]),
  );
  const visited: string[] = [];
  const readPage = async (path: string): Promise<readonly SeenControl[] | null> =>
    byPath.get(path)?.seen.controls ?? null;
  const composed = await compose(startPath, clauses, readPage);
  const steps = [...composed.steps];
  // Pages were recorded after the banner had been closed, so none of them shows its button.
  if (consent !== null) steps.splice(1, 0, { keyword: "Given", text: SAY.click("button", consent) });
  const isEmpty = steps.every(({ keyword }) => keyword === "Given");
  if (!steps.some(({ keyword }) => keyword === "Then")) {
    const last = afterwards(firsts, composed.path, steps.at(-1)?.text ?? "");
    if (last) steps.push({ keyword: "Then", text: last });
  }
  const start = byPath.get(startPath);
  if (start) visited.push(start.id);
  const end = byPath.get(composed.path);
  if (end && end.id !== start?.id) visited.push(end.id);
  const name = truncate(oneLine(nameOfGoal(clauses, startPath)), 110);
  const unresolved = [...composed.unresolved, ...rest];
  const isWhole = unresolved.length === 0;
  return {
    journey: isEmpty
      ? null
      : {
          name,
          by: "goal",
          score: isWhole ? 1 : 0.5,
          band: isWhole ? "match" : "maybe",
          states: visited,
          gherkin: gherkinOf(name, steps),
        },
    unresolved,
    tracking,
  };
}

/**
 * Returns what was seen after the last step: the resulting state of an action that was tried, otherwise the state of the page where the
 * steps end.
 */
function afterwards(firsts: ExploredGraph["firsts"], path: string, last: string): string | null {
  const places = [...firsts.values()];
  const acted = places.find(
    (place) => place.path === path && place.acts.length > 0 && sentencesOfLast(place).at(-1) === last,
  );
  const there = acted ?? places.find((place) => place.path === path && place.acts.length === 0);
  return there?.seen.expectation || null;
}

function sentencesOfLast({ acts }: { acts: readonly Act[] }): string[] {
  const act = acts.at(-1);
  return act ? sentencesOf(act) : [];
}

/** Returns the fields of a path that are matched against the goal. */
export const findableOf = (way: Way, at: number) => ({
  id: String(at),
  title: way.name,
  text: `${way.name}. ${way.steps.map(({ text }) => text).join(". ")}`,
});

/** Returns the matching paths, best first. */
export function fittingWays(found: readonly Found[], ways: readonly Way[], most: number): ProposedJourney[] {
  return found
    .filter(({ band }) => band !== "none")
    .slice(0, most)
    .flatMap(({ id, score, band }) => {
      const way = ways[Number(id)];
      if (!way) return [];
      return [
        {
          name: way.name,
          by: "graph" as const,
          score,
          band,
          states: way.states,
          gherkin: gherkinOf(way.name, way.steps),
        },
      ];
    });
}
