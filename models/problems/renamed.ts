// Moves the problems of a branch that was renamed within its pull request to its new name, with what people decided about them.
import type { Sighting } from "../../domain/problems/problem.ts";
import type { NamedEntry } from "../../domain/problems/texts.ts";
import type { Models } from "../index.ts";
import { mainBranchOf } from "../runs/before.ts";
import { newest } from "../runs/queries.ts";
import type { Run } from "../runs/schema.ts";
import { refreshList } from "./lists.ts";
import { namedEntryOf } from "./listTexts.ts";
import { openProblems } from "./queries.ts";
import { type Problem, stateOf, withPeople } from "./schema.ts";
import { type ProblemLine, peopleKeys, problemIdOf, shelfOf } from "./shelf.ts";
import { writeProblems } from "./writeRun.ts";

/** The next run moves what is left after this many rounds. */
const MAX_ROUNDS = 5;

/**
 * `at`: where the problems of the run belong. `fixedIn`: the run. Under the former name they are closed and not deleted, so that an older
 * run does not report them again. Safe to repeat and to race: what a newer run wrote stays.
 */
export async function moveRenamed(models: Models, at: ProblemLine, run: Run, fixedIn: Sighting): Promise<void> {
  const from = await formerLine(models, at, run);
  if (from === null) return;
  const written = { changeRunId: null, runId: run._id, runAt: run.createdAt };
  const closed = { status: "fixed" as const, fixedIn, shelfId: shelfOf(from, false), ...written };
  const gone: NamedEntry[] = [];
  // What somebody changes in the meantime stays open there, and is read and copied again.
  for (let round = 1; round <= MAX_ROUNDS; round++) {
    const open = (await openProblems(models, from)).filter(({ runAt }) => runAt <= run.createdAt);
    if (open.length === 0) break;
    await writeProblems(
      models,
      open.map((problem) => copyOf(problem, at, written)),
    );
    await writeProblems(
      models,
      open.map(({ _id, rev, runId }) => ({ updateOne: { filter: { _id, rev, runId }, update: { $set: closed } } })),
    );
    gone.push(...open.map((problem) => namedEntryOf({ ...problem, ...closed })));
  }
  if (gone.length === 0) return;
  await refreshList(models, at, []);
  await refreshList(models, from, gone);
}

/** Writes the problem under another line, unless a run there has already written it. */
function copyOf(problem: Problem, at: ProblemLine, written: Pick<Problem, "changeRunId" | "runId" | "runAt">) {
  const { _id: _, ...fields } = withPeople(problem);
  const kept = { ...fields, ...at, ...peopleKeys(at, problem), shelfId: shelfOf(at, true), before: stateOf(problem) };
  const older = [{ runAt: { $lte: problem.runAt } }, { runId: written.runId, rev: { $lt: problem.rev } }];
  const filter = { _id: problemIdOf(at, problem.cause), $or: older };
  return { updateOne: { filter, update: { $set: { ...kept, ...written } }, upsert: true } };
}

type Renamed = Pick<Run, "projectId" | "type" | "environmentId" | "prNumber" | "prUrl" | "branch" | "createdAt">;

/**
 * Returns where the results of the run's pull request belonged under the last other name of its branch; null if it had none, or if another
 * pull request has that name now. Pull requests of two repositories may have the same number.
 */
export async function formerLine<L extends { line: string }>(models: Models, at: L, run: Renamed): Promise<L | null> {
  const { projectId, type, environmentId, prNumber, prUrl, branch, createdAt } = run;
  if (prNumber === null || at.line === "") return null;
  const others = { $nin: [branch, await mainBranchOf(models, projectId), null] };
  const before = { projectId, type, environmentId, status: "completed", createdAt: { $lt: createdAt } };
  const [former] = await newest(models, { ...before, prNumber, prUrl, branch: others }, null, 1, { branch: 1 });
  if (!former?.branch) return null;
  const facts = { prNumber: 1, prUrl: 1 } as const;
  const [last] = await newest(models, { ...before, prNumber: { $ne: null } }, [former.branch], 1, facts);
  return last?.prNumber === prNumber && last.prUrl === prUrl ? { ...at, line: former.branch } : null;
}
