// Writes what a run found into the problems of its branch. Safe to repeat and to race: the newest run wins, and repeating a run changes
// nothing.

import { nextState } from "../../domain/problems/nextState.ts";
import { isFresh, priorityOf } from "../../domain/problems/priority.ts";
import {
  type FoundProblem,
  isOpenState,
  keptOf,
  type ProblemState,
  type RunProblems,
  type Sighting,
} from "../../domain/problems/problem.ts";
import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { refreshList } from "./lists.ts";
import { namedEntryOf } from "./listTexts.ts";
import { openProblems, problemsByIds } from "./queries.ts";
import { type Problem, stateOf } from "./schema.ts";
import { type ProblemLine, problemIdOf, shelfOf } from "./shelf.ts";

/** Number of writes per call. */
const BATCH = 500;

/** `truncated`: whether more was found than was read. `knownPlaces`: for the priority. Returns the number of written problems. */
export async function writeRunProblems(
  models: Models,
  at: ProblemLine,
  run: Sighting,
  problems: RunProblems & { truncated: boolean; knownPlaces: number },
): Promise<number> {
  const kept = keptOf(problems.found);
  const covered = { ...problems, truncated: problems.truncated || kept.length < problems.found.length };
  const found = new Map(kept.map((one) => [problemIdOf(at, one.cause), one]));
  const stored = await readConcerned(models, at, [...found.keys()]);
  const fresh = [...found].filter(([id]) => !stored.has(id));
  const ofMain =
    at.line === ""
      ? new Map<string, Problem>()
      : await readMain(
          models,
          at,
          fresh.map(([, one]) => one),
        );
  const writes = [];
  for (const id of new Set([...stored.keys(), ...found.keys()])) {
    const problem = stored.get(id) ?? null;
    // An older run does not change what a newer one wrote; the same run starts again from the state before it.
    if (problem && problem.runAt.getTime() > run.at.getTime()) continue;
    const before = problem === null ? null : problem.runId === run.runId ? problem.before : stateOf(problem);
    const one = found.get(id) ?? null;
    const next = nextState(before, one, covered, run);
    if (next === null || next === before) continue;
    const state = before === null && one ? asKnown(next, one, ofMain.get(one.cause)) : next;
    writes.push(writeOf(id, at, run, { state, before, knownPlaces: problems.knownPlaces }));
  }
  await writeProblems(
    models,
    writes.map(({ write }) => write),
  );
  const gone = writes.filter(({ entry }) => entry.status === "fixed").map(({ entry }) => entry);
  if (writes.length > 0) await refreshList(models, at, gone);
  return writes.length;
}

/** Makes the writes whose guard the stored problem fits; what a newer run has already written stays. */
export async function writeProblems(
  { problems }: Models,
  writes: Parameters<Models["problems"]["bulkWrite"]>[0],
): Promise<void> {
  // The guard of an upsert may reject it.
  for (const some of chunksOf(writes, BATCH)) await isWritten(problems.bulkWrite(some, { ordered: false }));
}

/** Returns all open problems of the line, and those that were found again. */
async function readConcerned(models: Models, at: ProblemLine, ids: readonly string[]): Promise<Map<string, Problem>> {
  const stored = new Map((await openProblems(models, at)).map((one) => [one._id, one]));
  const others = ids.filter((id) => !stored.has(id));
  for (const one of await problemsByIds(models, others, {})) stored.set(one._id, one);
  return stored;
}

/** Returns the main branch's problems with the same causes, by cause. */
async function readMain(
  models: Models,
  at: ProblemLine,
  found: readonly FoundProblem[],
): Promise<Map<string, Problem>> {
  const ids = found.map(({ cause }) => problemIdOf({ ...at, line: "" }, cause));
  return new Map((await problemsByIds(models, ids, {})).map((one) => [one.cause, one]));
}

/** A problem that the branch's base has too, or that an earlier run already found, is not new although it was not stored before. */
function asKnown(state: ProblemState, found: FoundProblem, ofMain: Problem | undefined): ProblemState {
  const onMain = ofMain && ofMain.status !== "fixed" ? ofMain : null;
  if (found.known !== true && onMain === null) return state;
  const firstSeen = onMain?.firstSeen ?? { ...state.firstSeen, ...found.firstSeen };
  return { ...state, status: state.status === "new" ? "ongoing" : state.status, firstSeen };
}

function writeOf(
  id: string,
  at: ProblemLine,
  run: Sighting,
  { state, before, knownPlaces }: { state: ProblemState; before: ProblemState | null; knownPlaces: number },
) {
  const priority = priorityOf(state, knownPlaces);
  const fields = {
    ...state,
    before,
    priority,
    lookedAt: knownPlaces,
    shelfId: shelfOf(at, isOpenState(state)),
    changeRunId: isFresh(state.status) || state.fixedIn?.runId === run.runId ? run.runId : null,
    runId: run.runId,
    runAt: run.at,
  };
  const updateOne = {
    filter: { _id: id, runAt: { $lte: run.at } },
    update: { $set: fields, $setOnInsert: { ...at, rev: 0 } },
    upsert: true,
  };
  return { write: { updateOne }, entry: namedEntryOf({ ...state, _id: id, priority }) };
}
