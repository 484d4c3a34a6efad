// How a problem stands after a run: the one algorithm of every pillar.
import {
  type FoundProblem,
  MAX_PLACES,
  type ProblemState,
  placeId,
  type RunProblems,
  type Sighting,
} from "./problem.ts";

/**
 * `before`: how it stood before this run; null: it was not known. `found`: what this run has of it; null: nothing. Answers null where
 * there is nothing to keep. A problem is fixed only when its places were looked at: those that were not stay, and so does the problem.
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
  // Of places that are only counted nobody knows which they are: half of the known ones stand for all.
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
