// Decides the state of a problem after a run, with the same algorithm for every pillar.
import {
  type FoundProblem,
  MAX_PLACES,
  type ProblemState,
  placeId,
  type RunProblems,
  type Sighting,
} from "./problem.ts";

/**
 * `before`: state before this run; null if the problem was unknown. `found`: the problem as this run found it; null if it did not. Returns
 * null if there is nothing to store. A problem is fixed only if its places were looked at: places that were not looked at remain, and so
 * does the problem.
 */
export function nextState(
  before: ProblemState | null,
  found: FoundProblem | null,
  { looked: wasLookedAt, absent, truncated }: Omit<RunProblems, "found">,
  run: Sighting,
): ProblemState | null {
  const sameScope = before?.lastSeen.scope === run.scope;
  const looked: RunProblems["looked"] = (place, rule) => wasLookedAt(place, rule) || (sameScope && absent(place));
  if (found) return seen(before, found, looked, run);
  if (before === null) return null;
  if (truncated || before.status === "fixed") return before;
  const left = before.places.filter((place) => !looked(place, before.rule));
  const lookedAt = before.places.length - left.length;
  if (lookedAt === 0) return before;
  // Places that are only counted are unknown, so half of the known places represent all of them.
  const gone = before.placeCount > before.places.length ? left.length <= lookedAt : left.length === 0;
  const told = { ...before, lookedIn: before.lookedIn + 1 };
  if (gone) return { ...told, status: "fixed", fixedIn: run };
  return { ...told, places: left, placeCount: before.placeCount - lookedAt };
}

function seen(
  before: ProblemState | null,
  { accepted, known: _, added: _added, countsAs: _countsAs, firstSeen: __, ...found }: FoundProblem,
  looked: RunProblems["looked"],
  run: Sighting,
): ProblemState {
  const known = new Set(found.places.map(placeId));
  const stays = (before?.status === "fixed" ? [] : (before?.places ?? [])).filter(
    (place) => !known.has(placeId(place)) && !looked(place, found.rule),
  );
  const state = {
    ...found,
    places: [...found.places, ...stays].slice(0, MAX_PLACES),
    placeCount: found.placeCount + stays.length,
    accepted: accepted ?? null,
    lastSeen: run,
    fixedIn: null,
  };
  const status = accepted ? "accepted" : statusOf(before);
  if (before === null) return { ...state, status, firstSeen: run, seenIn: 1, lookedIn: 1 };
  const { firstSeen, seenIn, lookedIn } = before;
  return { ...state, status, firstSeen, seenIn: seenIn + 1, lookedIn: lookedIn + 1 };
}

function statusOf(before: ProblemState | null): "new" | "ongoing" | "regressed" {
  if (before === null) return "new";
  return before.status === "fixed" ? "regressed" : "ongoing";
}
