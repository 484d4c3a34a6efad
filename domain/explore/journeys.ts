// Derives journeys through an explored site: the shortest path to each state, ranked by how much of the site they reach, with their drafts.
import { gherkinOf } from "../functional/create/compose.ts";
import { SAY } from "../functional/library/sentences.ts";
import { oneLine, truncate } from "../text.ts";
import { nameOfPage } from "../untrusted/quote.ts";
import { sentencesOf } from "./actions.ts";
import type { Journey } from "./explore.ts";
import type { ExploredGraph, TriedPlace } from "./graph.ts";
import { EXPLORE_LIMITS } from "./limits.ts";

export type Way = {
  name: string;
  /** Ids of states, beginning with the start. */
  states: string[];
  steps: { keyword: "Given" | "When" | "Then"; text: string }[];
  /** Number of buttons and forms on the path. */
  acts: number;
};

/** Returns the path to every state that has an expectation, in the order of the states. The start itself is not a path. */
export function waysOf({ firsts }: Pick<ExploredGraph, "firsts">, consent: string | null): Way[] {
  return [...firsts.keys()].flatMap((id) => wayTo(firsts, id, consent) ?? []);
}

function wayTo(firsts: ExploredGraph["firsts"], end: string, consent: string | null): Way | null {
  const chain: (TriedPlace & { id: string })[] = [];
  for (let id = end; ; ) {
    const place = firsts.get(id);
    if (!place || chain.length > EXPLORE_LIMITS.depth + 1) return null;
    chain.unshift({ ...place, id });
    if (place.from === "") break;
    id = place.from;
  }
  const [start, ...rest] = chain;
  const last = firsts.get(end);
  if (!start || !last || rest.length === 0 || last.seen.expectation === "") return null;
  const steps: Way["steps"] = [{ keyword: "Given", text: SAY.open(start.path) }];
  if (consent !== null) steps.push({ keyword: "Given", text: SAY.click("button", consent) });
  for (const { acts, action } of rest) {
    const act = acts.at(-1);
    for (const text of act ? sentencesOf(act) : [action]) steps.push({ keyword: "When", text });
  }
  if (steps.length > EXPLORE_LIMITS.journeySteps) return null;
  steps.push({ keyword: "Then", text: last.seen.expectation });
  return {
    name: nameOf(titleOf(start), rest),
    states: chain.map(({ id }) => id),
    steps,
    acts: rest.filter(({ acts }) => acts.length > 0).length,
  };
}

/** A page whose heading or title contains instructions instead of a name is named by its path. */
const titleOf = ({ seen, path }: Pick<TriedPlace, "seen" | "path">): string =>
  nameOfPage(seen?.heading ?? "") || nameOfPage(seen?.title ?? "") || path;

function nameOf(start: string, rest: readonly TriedPlace[]): string {
  const last = rest.at(-1);
  const end = last ? titleOf(last) : "";
  const act = last?.acts.at(-1);
  const done = act === undefined ? "" : act.kind === "click" ? act.name : act.submit || "form";
  const what = done === "" ? "" : `, ${nameOfPage(done) || "a control"}`;
  const plain = oneLine(`From ${start} to ${end}${what}`.replace(/["\\#@|<>{}]/g, ""));
  return truncate(plain, 110);
}

/** Ranks by how much each adds to the previous ones; among equals, by the number of actions, then the shorter, then the first. */
export function rankByReach(ways: readonly Way[], { edges }: Pick<ExploredGraph, "edges">, most: number): Journey[] {
  const onward = new Map<string, Set<string>>();
  for (const { from, to } of edges) onward.set(from, (onward.get(from) ?? new Set()).add(to));
  const left = ways.map((way) => {
    const reach = new Set(way.states);
    for (const id of way.states) for (const to of onward.get(id) ?? []) reach.add(to);
    return { way, reach };
  });
  const covered = new Set<string>();
  const ranked: Journey[] = [];
  while (ranked.length < most && left.length > 0) {
    let best = 0;
    let bestAdds = -1;
    for (const [at, { way, reach }] of left.entries()) {
      let adds = 0;
      for (const id of reach) if (!covered.has(id)) adds += 1;
      const before = left[best]?.way;
      const isBetter =
        adds > bestAdds ||
        (adds === bestAdds &&
          before !== undefined &&
          (way.acts > before.acts || (way.acts === before.acts && way.steps.length < before.steps.length)));
      if (isBetter) [best, bestAdds] = [at, adds];
    }
    const [taken] = left.splice(best, 1);
    if (!taken) break;
    for (const id of taken.reach) covered.add(id);
    ranked.push(journeyOf(taken.way, taken.reach.size, bestAdds));
  }
  return ranked;
}

export const journeyOf = (way: Way, reach: number, adds: number): Journey => ({
  name: way.name,
  reach,
  adds,
  states: way.states,
  gherkin: gherkinOf(way.name, way.steps),
});
