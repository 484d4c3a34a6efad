// Decides the state of a problem after a run, with the same algorithm for every pillar.
import {
  type FoundProblem,
  MAX_PLACES,
  type ProblemPlace,
  type ProblemState,
  placeId,
  type RunProblems,
  type Sighting,
} from "./problem.ts";

/**
 * `before`: state before this run; null if the problem was unknown. `found`: the problem as this run found it; null if it did not. Returns
 * null if there is nothing to store. A problem is fixed only if its places were looked at: places that were not looked at remain, and so
 * does the problem. `truncated`: whether more was found than is stored; what is missing is then not fixed.
 */
export function nextState(
  before: ProblemState | null,
  found: FoundProblem | null,
  { looked: wasLookedAt, absent, truncated }: Omit<RunProblems, "found"> & { truncated: boolean },
  run: Sighting,
): ProblemState | null {
  const sameScope = before?.lastSeen.scope === run.scope;
  const looked: RunProblems["looked"] = (place, rule) => wasLookedAt(place, rule) || (sameScope && absent(place));
  const acceptedPart = before !== null && found?.accepted !== undefined && leavesOpen(before, found, looked);
  if (found && !acceptedPart) return seen(before, found, looked, run);
  if (before === null) return null;
  if (truncated || before.status === "fixed") return before;
  const isAccepted = placesIn(acceptedPart ? found.places : []);
  const left = before.places.filter((place) => !isAccepted(place) && !looked(place, before.rule));
  const lookedAt = before.places.length - left.length;
  if (lookedAt === 0) return before;
  // Places that are only counted are unknown, so half of the known places represent all of them.
  const gone = before.placeCount > before.places.length ? left.length <= lookedAt : left.length === 0;
  const told = { ...before, lookedIn: before.lookedIn + 1 };
  if (gone) return { ...told, status: "fixed", fixedIn: run };
  return { ...told, places: left, placeCount: before.placeCount - lookedAt };
}

const placesIn = (places: readonly ProblemPlace[]): ((place: ProblemPlace) => boolean) => {
  const ids = new Set(places.map(placeId));
  return (place) => ids.has(placeId(place));
};

/** Returns the known places of an open problem that a run neither found nor looked at. */
function unseenPlaces(before: ProblemState | null, found: FoundProblem, looked: RunProblems["looked"]): ProblemPlace[] {
  if (before === null || before.status === "fixed") return [];
  const isFound = placesIn(found.places);
  return before.places.filter((place) => !isFound(place) && !looked(place, found.rule));
}

/** Returns whether nobody has accepted places that the run did not look at. An acceptance covers only the places of its own run. */
const leavesOpen = (before: ProblemState, found: FoundProblem, looked: RunProblems["looked"]): boolean =>
  before.accepted === null && unseenPlaces(before, found, looked).length > 0;

function seen(
  before: ProblemState | null,
  { accepted, known: _, added: _added, countsAs: _countsAs, firstSeen: __, ...found }: FoundProblem,
  looked: RunProblems["looked"],
  run: Sighting,
): ProblemState {
  const stays = unseenPlaces(before, found, looked);
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
