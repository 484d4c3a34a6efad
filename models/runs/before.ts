// Finds which runs came before a run, and which of them it is compared with: with a known history the nearest in it, otherwise the newest.

import { againstWords } from "../../domain/history/againstWords.ts";
import type { AskedReference } from "../../domain/history/asked.ts";
import { looksAgainSince } from "../../domain/history/repetition.ts";
import { inOrderFor, type Place } from "../../domain/history/runOrder.ts";
import { loadGraph } from "../commits/queries.ts";
import type { Models } from "../index.ts";
import type { Fields } from "../lib/fields.ts";
import type { Project } from "../projects/schema.ts";
import { newest, onMainBranch, type Row, storedAs } from "./queries.ts";
import type { Run } from "./schema.ts";
import { SHOWN } from "./shown.ts";
import { wholeRuns } from "./whole.ts";

/** Maximum number of runs of a branch searched for the nearest one, and of whole ones. */
const MAX_LOOKED_AT = 200;

/** The fields of a run that determine which runs came before it. */
export type Comparable = Pick<
  Run,
  | "projectId"
  | "type"
  | "environmentId"
  | "branch"
  | "commitSha"
  | "prNumber"
  | "scheduled"
  | "createdAt"
  | "upload"
  | "pages"
  | "rerun"
  | "against"
>;

/** Returns the time before which runs are searched: a rerun of what failed is compared with what came before the run that it repeats. */
const endOf = ({ type, createdAt, rerun }: Comparable): Date => rerun?.runs[type]?.from ?? createdAt;

/** Returns the completed runs before a run, of the same type and environment, on `branches`; newest first. `whole`: only whole runs. */
async function completedBefore<F extends keyof Run = keyof Run>(
  models: Models,
  run: Comparable,
  branches: readonly (string | null)[],
  { limit, fields, whole = false }: { limit: number; fields?: Fields<Run, F> | undefined; whole?: boolean },
): Promise<Row<F>[]> {
  const { projectId, type, environmentId, upload, pages } = run;
  // `environmentId` null is the project's own address, so it narrows the search too. Uploaded and captured pictures have no scenario in
  // common. Findings on pages that only a crawl knows would be new to every run of scenarios.
  const source = { upload: upload ? { $ne: null } : null, pages: pages ?? null, ...(whole && wholeRuns(type)) };
  const filter = { projectId, type, environmentId, status: "completed", createdAt: { $lt: endOf(run) }, ...source };
  return newest(models, filter, branches, limit, fields);
}

/** Returns the runs that are searched for the nearest one, newest first: a whole run may be behind any number of partial ones. */
async function candidatesBefore<F extends keyof Run>(
  models: Models,
  run: Comparable,
  branches: readonly (string | null)[],
  fields?: Fields<Run, F>,
): Promise<Row<F>[]> {
  const found = await completedBefore(models, run, branches, { limit: MAX_LOOKED_AT, fields });
  if (found.length < MAX_LOOKED_AT) return found;
  const whole = await completedBefore(models, run, branches, { limit: MAX_LOOKED_AT, fields, whole: true });
  const known = new Set(found.map(({ _id }) => _id));
  return [...found, ...whole.filter(({ _id }) => !known.has(_id))];
}

/** Returns the completed whole runs of a branch before a run, of the same type and environment, from every source of pages; newest first. */
export const wholeRunsBefore = <F extends keyof Run>(
  models: Models,
  run: Comparable,
  { branch, mainBranch, limit }: { branch: string | null; mainBranch: string; limit: number },
  fields: Fields<Run, F>,
): Promise<Row<F>[]> => {
  const { projectId, type, environmentId } = run;
  const filter = { projectId, type, environmentId, status: "completed", ...wholeRuns(type) };
  return newest(models, { ...filter, createdAt: { $lt: endOf(run) } }, storedAs(branch, mainBranch), limit, fields);
};

/** Returns the main branch of a run's project. */
export async function mainBranchOf(models: Models, projectId: string): Promise<string> {
  const project = await models.projects
    .findOne({ _id: projectId }, { mainBranch: 1 })
    .lean<Pick<Project, "mainBranch">>();
  // Older projects were stored without one, and a run may outlive its project.
  return project?.mainBranch ?? "main";
}

/** Returns the completed runs before this one of the same type, environment and branch; newest first. `limit` null: all that are searched. */
export async function runsBefore<F extends keyof Run = keyof Run>(
  models: Models,
  run: Comparable,
  limit: number | null,
  fields?: Fields<Run, F>,
): Promise<Row<F>[]> {
  const branches = storedAs(run.branch, await mainBranchOf(models, run.projectId));
  return limit === null
    ? candidatesBefore(models, run, branches, fields)
    : completedBefore(models, run, branches, { limit, fields });
}

type Found = { _id: string; place: Place; commitSha: string | null };
/** `base` is null if the run is on the main branch itself. */
type OnHistory = { own: Found[]; base: Found[] | null; mainBranch: string };

/** Returns earlier runs in the order in which this one is compared with them, or null if the history of its commit is unknown. */
async function onHistoryOf(models: Models, run: Comparable): Promise<OnHistory | null> {
  if (!run.commitSha) return null;
  const graph = await loadGraph(models, run.projectId);
  const head = graph.resolve(run.commitSha);
  if (head === null) return null;
  const mainBranch = await mainBranchOf(models, run.projectId);
  const onMain = onMainBranch(run.branch, mainBranch);
  type How = Parameters<typeof inOrderFor>[3];
  const orderOf = async (branch: string | null, how: How): Promise<Found[]> => {
    const runs = await candidatesBefore(models, run, storedAs(branch, mainBranch), { commitSha: 1 });
    return inOrderFor(graph, head, runs, how).map(({ run: { _id, commitSha }, place }) => ({ _id, commitSha, place }));
  };
  const [own, base] = await Promise.all([
    orderOf(run.branch, { base: false, rewritable: !onMain, againSince: looksAgainSince(run, onMain) }),
    onMain ? null : orderOf(null, { base: true, rewritable: false, againSince: null }),
  ]);
  return { own, base, mainBranch };
}

/** Places of runs that show the state before the commit. */
const SHOWS_BEFORE: ReadonlySet<Place> = new Set(["again", "before", "rewritten", "unknown"]);
const firstBefore = (found: readonly Found[]): Found | null =>
  found.find(({ place }) => SHOWS_BEFORE.has(place)) ?? null;

/** Returns the nearest run on its own branch, otherwise the one where the branch began; if neither is known, the previous one by time. */
const previousOf = ({ own, base }: OnHistory): Found | null => firstBefore(own) ?? base?.[0] ?? own[0] ?? null;

async function readRuns<F extends keyof Run = keyof Run>(
  models: Models,
  ids: readonly string[],
  fields?: Fields<Run, F>,
): Promise<Row<F>[]> {
  if (ids.length === 0) return [];
  const rows = await models.runs
    .find({ _id: { $in: [...ids] }, ...SHOWN }, fields && { ...fields, createdAt: 1 })
    .lean<Row<F>[]>();
  return rows.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
}

/**
 * Returns the completed run before this one of the same type and environment: with a history the nearest on its branch (of its own commit
 * only one that it does not repeat), otherwise the one where the branch began; without a history the newest of its branch. Returns null if
 * it is the first. If the caller named a run to compare with, returns that one.
 */
export async function runBefore<F extends keyof Run = keyof Run>(
  models: Models,
  run: Comparable,
  fields?: Fields<Run, F>,
): Promise<Row<F> | null> {
  const asked = run.against?.runs[run.type];
  if (asked) return (await readRuns(models, [asked.runId], fields))[0] ?? null;
  const history = await onHistoryOf(models, run);
  const found = history && previousOf(history);
  const [before = null] = history
    ? await readRuns(models, found ? [found._id] : [], fields)
    : await runsBefore(models, run, 1, fields);
  return before;
}

/** Like `runsBefore`, but with a history nearest ancestors first. */
export const runsComparedBefore: typeof runsBefore = async (models, run, limit, fields) => {
  const history = await onHistoryOf(models, run);
  if (!history) return runsBefore(models, run, limit, fields);
  const ids = history.own.filter(({ place }) => SHOWS_BEFORE.has(place)).map(({ _id }) => _id);
  return readRuns(models, ids.slice(0, limit ?? ids.length), fields);
};

/** `against` and `againstBase` describe `previous` and `base` in words; null if the run has no history, or there is no such run. */
export type ComparableRuns = {
  previous: Run | null;
  base: Run | null;
  byHistory: boolean;
  against: string | null;
  againstBase: string | null;
};

/**
 * Returns what a run is compared with. `base`: for a run of another branch, a completed run on the main branch before it, of the same type
 * and environment: the one nearest to where the branch began; without a history, the newest. `previous`: the run before it on its own
 * branch, otherwise `base`. If the caller named a reference, both are that run.
 */
export async function comparableRuns(models: Models, run: Comparable): Promise<ComparableRuns> {
  if (run.against) return comparableAsAsked(models, run, run.against);
  const history = await onHistoryOf(models, run);
  if (!history) return comparableByTime(models, run);
  const { own, base, mainBranch } = history;
  const previous = previousOf(history);
  const nearest = base?.[0] ?? null;
  const ids = [...new Set([previous, nearest].flatMap((one) => one?._id ?? []))];
  const runs = await readRuns(models, ids);
  const runOf = (found: Found | null): Run | null => runs.find(({ _id }) => _id === found?._id) ?? null;
  const wordsOf = (found: Found | null): string | null =>
    found &&
    againstWords({
      ...found,
      branch: own.includes(found) ? (run.branch ?? mainBranch) : mainBranch,
      ownBranch: own.includes(found),
    });
  return {
    previous: runOf(previous),
    base: runOf(nearest),
    byHistory: true,
    against: wordsOf(previous),
    againstBase: wordsOf(nearest),
  };
}

async function comparableAsAsked(
  models: Models,
  { type }: Pick<Run, "type">,
  { runs }: AskedReference,
): Promise<ComparableRuns> {
  const named = runs[type];
  const [run = null] = await readRuns(models, named ? [named.runId] : []);
  const against = run && named ? named.words : null;
  return { previous: run, base: run, byHistory: true, against, againstBase: against };
}

async function comparableByTime(models: Models, run: Comparable): Promise<ComparableRuns> {
  const mainBranch = await mainBranchOf(models, run.projectId);
  const told = { byHistory: false, against: null, againstBase: null };
  const [own = null] = await completedBefore(models, run, storedAs(run.branch, mainBranch), { limit: 1 });
  if (onMainBranch(run.branch, mainBranch)) return { previous: own, base: null, ...told };
  const [base = null] = await completedBefore(models, run, storedAs(null, mainBranch), { limit: 1 });
  return { previous: own ?? base, base, ...told };
}
