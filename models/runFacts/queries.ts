// Facts about completed runs: read by their ids, and counted where they are missing or the run has changed since.
import { isDuplicateKey, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Run } from "../runs/schema.ts";
import { SHOWN } from "../runs/shown.ts";
import { countFacts, hasFacts } from "./count.ts";
import type { FactName, RunFact, RunFacts } from "./schema.ts";

/** As much of a run as its facts are found by. */
export type FactsOf = Pick<Run, "_id" | "projectId" | "type" | "seq" | "resultsRevision">;
export const FACTS_OF = { projectId: 1, type: 1, seq: 1, resultsRevision: 1 } as const;

/** Runs of one read, and runs that are counted at the same time. */
const AT_ONCE = 200;
const COUNTED_AT_ONCE = 4;

const idOf = (runId: string, name: FactName): string => `${runId}:${name}`;
/** What is counted, and how. A change of it makes every fact count anew. */
const COUNTING = 1;
/** Results change only before one of these does. */
const markOf = ({ seq, resultsRevision }: FactsOf): string => `${COUNTING} ${seq} ${resultsRevision ?? 0}`;

/** One kind of facts about each of these completed runs, by the run's id. A run of a type that has none is left out. */
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

/** Countings in progress: readers of the same run at the same time share one. */
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
 * Counts the facts of a completed run and keeps them. `run` was read before: facts that are counted after a change that the mark does not
 * tell yet are counted once more when it does. Safe to repeat and to race: another one counts the same, or keeps an older mark, which
 * nobody takes for this run.
 */
export async function keepFacts(models: Models, run: FactsOf): Promise<Partial<RunFacts>> {
  const { _id: runId, projectId } = run;
  const facts = await countFacts(models, run);
  const mark = markOf(run);
  for (const [name, value] of Object.entries(facts)) {
    const $set = { runId, projectId, mark, value: JSON.stringify(value) };
    try {
      await models.runFacts.updateOne({ _id: idOf(runId, name as FactName) }, { $set }, { upsert: true });
    } catch (error) {
      // Another one wrote the first ones at the same time.
      if (!isDuplicateKey(error)) throw error;
    }
  }
  // A sweep may have deleted the run, and its facts, since it was read.
  if ((await models.runs.exists({ _id: runId, ...SHOWN })) === null) await models.runFacts.deleteMany({ runId });
  return facts;
}

/** The same of a run that has just ended, as it stands now. */
export async function keepFactsOfEnded(models: Models, runId: string): Promise<void> {
  const run = await models.runs.findOne({ _id: runId, status: "completed" }, FACTS_OF).lean<FactsOf>();
  if (run) await keepFacts(models, run);
}
