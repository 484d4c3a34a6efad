// Moves the problems of a branch that was renamed within its pull request to its new name, with what people decided about them.
import type { Sighting } from "../../domain/problems/problem.ts";
import { areDuplicateKeys, type Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { mainBranchOf } from "../runs/before.ts";
import { newest } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { refreshList } from "./lists.ts";
import { namedEntryOf } from "./listTexts.ts";
import { openProblems } from "./queries.ts";
import { stateOf, withPeople } from "./schema.ts";
import { type ProblemLine, peopleKeys, problemIdOf, shelfOf } from "./shelf.ts";

/** Number of problems per round. */
const BATCH = 500;

/**
 * `at`: where the problems of the run belong. `fixedIn`: the run. Under the former name they are closed and not deleted, so that an older run does not report
 * them again. Safe to repeat and to race: what a newer run wrote stays.
 */
export async function moveRenamed(models: Models, at: ProblemLine, run: Run, fixedIn: Sighting): Promise<void> {
  const from = await formerLine(models, at, run);
  if (from === null) return;
  const open = (await openProblems(models, from)).filter(({ runAt }) => runAt <= run.createdAt);
  if (open.length === 0) return;
  const written = { changeRunId: null, runId: run._id, runAt: run.createdAt };
  const closed = { status: "fixed" as const, fixedIn, shelfId: shelfOf(from, false), ...written };
  for (const some of chunksOf(open, BATCH)) {
    const copies = some.map((problem) => {
      const { _id: __, ...fields } = withPeople(problem);
      const kept = {
        ...fields,
        ...at,
        ...peopleKeys(at, problem),
        shelfId: shelfOf(at, true),
        before: stateOf(problem),
      };
      const filter = { _id: problemIdOf(at, problem.cause), runAt: { $lte: problem.runAt } };
      return { updateOne: { filter, update: { $set: { ...kept, ...written } }, upsert: true } };
    });
    await models.problems.bulkWrite(copies, { ordered: false }).catch((error: unknown) => {
      // A run under the new name has already written the problem.
      if (!areDuplicateKeys(error)) throw error;
    });
    // One that was changed in the meantime is moved by the next run.
    await models.problems.bulkWrite(
      some.map(({ _id, rev, runId }) => ({ updateOne: { filter: { _id, rev, runId }, update: { $set: closed } } })),
    );
  }
  await refreshList(models, at, []);
  await refreshList(
    models,
    from,
    open.map((problem) => namedEntryOf({ ...problem, ...closed })),
  );
}

/** Returns where the problems of the run's pull request belonged under the last other name of its branch; null if it had none. */
async function formerLine(models: Models, at: ProblemLine, run: Run): Promise<ProblemLine | null> {
  const { projectId, type, environmentId, prNumber, prUrl, branch, createdAt } = run;
  if (prNumber === null || at.line === "") return null;
  const others = { $nin: [branch, await mainBranchOf(models, projectId), null] };
  const before = { status: "completed", branch: others, createdAt: { $lt: createdAt } };
  const filter = { projectId, type, environmentId, prNumber, prUrl, ...before };
  const [former] = await newest(models, filter, null, 1, { branch: 1 });
  return former?.branch ? { ...at, line: former.branch } : null;
}
