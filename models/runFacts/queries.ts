// Facts about completed runs: read by id, and computed if they are missing or the run has changed since.
import { isWritten, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Run } from "../runs/schema.ts";
import { SHOWN } from "../runs/shown.ts";
import { countFacts, hasFacts } from "./count.ts";
import type { FactName, RunFact, RunFacts } from "./schema.ts";

/** The fields of a run that its facts are found by. */
export type FactsOf = Pick<Run, "_id" | "projectId" | "type" | "seq" | "resultsRevision">;
export const FACTS_OF = { projectId: 1, type: 1, seq: 1, resultsRevision: 1 } as const;

/** Number of runs per read, and number of runs computed at the same time. */
const AT_ONCE = 200;
const COUNTED_AT_ONCE = 4;

const idOf = (runId: string, name: string): string => `${runId}:${name}`;
/** Version of the computation. Changing it makes every fact be computed again. */
const COUNTING = 1;
/** Results never change without one of these values changing afterwards. */
const markOf = ({ seq, resultsRevision }: FactsOf): string => `${COUNTING} ${seq} ${resultsRevision ?? 0}`;

/** Returns one kind of facts about each of these completed runs, by run id. Runs of a type without such facts are left out. */
export async function factsOf<N extends FactName>(
  models: Models,
  runs: readonly FactsOf[],
  name: N,
): Promise<Map<string, RunFacts[N]>> {
  const marks = new Map(runs.map((run) => [run._id, markOf(run)]));
  const found = new Map<string, RunFacts[N]>();
  for (const some of chunksOf([...marks.keys()], AT_ONCE)) {
    const wanted = { _id: { $in: some.map((id) => idOf(id, name)) } };
    for (const { runId, mark, value } of await readInTurns<RunFact>(models.runFacts, wanted, {}))
      if (marks.get(runId) === mark) found.set(runId, JSON.parse(value) as RunFacts[N]);
  }
  const missing = runs.filter((run) => !found.has(run._id) && hasFacts(run, name));
  for (const some of chunksOf(missing, COUNTED_AT_ONCE))
    await Promise.all(
      some.map(async (run) => {
        const counted = (await keepOnce(models, run))[name];
        if (counted !== undefined) found.set(run._id, counted);
      }),
    );
  return found;
}

/** Computations in progress: concurrent readers of the same run share one. */
const counting = new WeakMap<Models, Map<string, Promise<Partial<RunFacts>>>>();

function keepOnce(models: Models, run: FactsOf): Promise<Partial<RunFacts>> {
  const running = counting.get(models) ?? new Map<string, Promise<Partial<RunFacts>>>();
  counting.set(models, running);
  const key = `${run._id} ${markOf(run)}`;
  const known = running.get(key);
  if (known !== undefined) return known;
  const begun = keepFacts(models, run).finally(() => running.delete(key));
  running.set(key, begun);
  return begun;
}

/**
 * Computes the facts of a completed run and stores them. `run` was read before: facts computed after a change that the mark does not
 * include yet are computed once more when it does. Safe to repeat and to race: another process computes the same, or stores an older mark,
 * which is never accepted for this run.
 */
export async function keepFacts(models: Models, run: FactsOf): Promise<Partial<RunFacts>> {
  const facts = await countFacts(models, run);
  await storeFacts(models, run, markOf(run), Object.entries(facts));
  return facts;
}

/** Stores facts of a run by name. `mark`: the state in which they hold. */
export async function storeFacts(
  models: Models,
  { _id: runId, projectId }: Pick<Run, "_id" | "projectId">,
  mark: string,
  facts: Iterable<readonly [name: string, value: unknown]>,
): Promise<void> {
  for (const [name, value] of facts) {
    const $set = { runId, projectId, mark, value: JSON.stringify(value) };
    // Another process may have written the first facts at the same time.
    await isWritten(models.runFacts.updateOne({ _id: idOf(runId, name) }, { $set }, { upsert: true }));
  }
  // A sweep may have deleted the run and its facts since it was read.
  if ((await models.runs.exists({ _id: runId, ...SHOWN })) === null) await models.runFacts.deleteMany({ runId });
}

/** Returns a stored fact, or null if it was not stored in the state `mark`. */
export async function storedFact<T>(models: Models, runId: string, mark: string, name: string): Promise<T | null> {
  const found = await models.runFacts.findOne({ _id: idOf(runId, name) }).lean<RunFact>();
  return found?.mark === mark ? (JSON.parse(found.value) as T) : null;
}

/** Does the same for a run that has just ended, in its current state. */
export async function keepFactsOfEnded(models: Models, runId: string): Promise<void> {
  const run = await models.runs.findOne({ _id: runId, status: "completed" }, FACTS_OF).lean<FactsOf>();
  if (run) await keepFacts(models, run);
}
