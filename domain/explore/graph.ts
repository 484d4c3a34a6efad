// Builds the graph of an exploration from the places that were tried: states, edges between them, and what was left alone.
import { SAY } from "../functional/library/sentences.ts";
import type { Act, ExploreResult, GraphEdge, GraphState, KeptState } from "./explore.ts";
import { EXPLORE_LIMITS } from "./limits.ts";

/** As stored in the database, in the order of the places. */
export type TriedPlace = {
  path: string;
  acts: readonly Act[];
  from: string;
  action: string;
  depth: number;
  state: string;
  reached: string;
  first: boolean;
  reason: string;
  seen: KeptState | null;
  pictureId: string | null;
};

export type ExploredGraph = Pick<ExploreResult, "states" | "edges" | "leftAlone" | "failed"> & {
  /** The place that showed each state first, by the state's id. */
  firsts: ReadonlyMap<string, TriedPlace & { seen: KeptState }>;
  disallowed: number;
  forms: number;
  /** Number of edges beyond those that are stored. */
  edgesLeftOut: number;
};

/** Returns the graph. Deterministic for the places and their order. */
export function graphOf(places: readonly TriedPlace[]): ExploredGraph {
  const firsts = new Map<string, TriedPlace & { seen: KeptState }>();
  const byPath = new Map<string, string>();
  for (const place of places) {
    const { seen } = place;
    if (place.first && seen) firsts.set(place.reached, { ...place, seen });
    if (place.acts.length === 0 && place.reached !== "") byPath.set(place.path, place.reached);
  }
  const states: GraphState[] = [...firsts].map(([id, { path, depth, pictureId, seen }]) => {
    return { id, path, title: seen.title, heading: seen.heading, depth, pictureId };
  });
  const edges = new Map<string, GraphEdge>();
  const add = (edge: GraphEdge): void => {
    const key = `${edge.from} ${edge.to}`;
    if (edge.from !== edge.to && firsts.has(edge.from) && firsts.has(edge.to) && !edges.has(key)) edges.set(key, edge);
  };
  for (const [id, { seen }] of firsts)
    for (const { name, to } of seen.links)
      add({ from: id, to: byPath.get(to) ?? "", action: name === "" ? SAY.open(to) : SAY.click("link", name) });
  for (const { acts, from, reached, action } of places) if (acts.length > 0) add({ from, to: reached, action });
  const failed = places.filter(
    ({ state, reason }) => (state === "failed" || state === "interrupted") && reason !== "robots",
  );
  const leftAlone = new Map<string, ExploreResult["leftAlone"][number]>();
  for (const { path, seen } of firsts.values())
    for (const { what, why } of seen.leftAlone) {
      // What is left alone on every page is listed once.
      if (!leftAlone.has(`${what} ${why}`)) leftAlone.set(`${what} ${why}`, { path, what, why });
    }
  return {
    firsts,
    states,
    edges: [...edges.values()].slice(0, EXPLORE_LIMITS.edges),
    edgesLeftOut: Math.max(0, edges.size - EXPLORE_LIMITS.edges),
    leftAlone: [...leftAlone.values()],
    failed: failed.map(({ path, action, reason }) => ({ path, action, reason })),
    disallowed: places.filter(({ reason }) => reason === "robots").length,
    forms: places.filter(({ acts, state }) => acts.at(-1)?.kind === "form" && state !== "waiting").length,
  };
}
