// What waits for review across all runs and branches of a project.
import { createHash } from "node:crypto";
import { given } from "../../../domain/given.ts";
import { OPEN_REVIEW_STATES } from "../../../domain/review/states.ts";
import { countWaiting } from "../../../domain/review/waiting.ts";
import { runIdOfShot } from "../../../domain/shotIds.ts";
import { createTinyClasses } from "../../../domain/visual/reading/tiny.ts";
import { inReviewOrder } from "../../../domain/visual/reviewGroups.ts";
import type { Models } from "../../../models/index.ts";
import { chunksOf } from "../../../models/lib/chunks.ts";
import { openItems } from "../../../models/reviewItems/queries.ts";
import type { ReviewItem } from "../../../models/reviewItems/schema.ts";
import { findRunOf, latestRunOfType } from "../../../models/runs/queries.ts";
import { type ListedShot, listedShotsOf } from "../../../models/shots/reviews.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { placeOf } from "../projects/place.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { COMMIT_FIELDS, commitOf, ROW_FIELDS, runRow } from "../runs/runRow.ts";
import { reviewPage, type Wanted } from "./reviewPage.ts";
import { reviewFilterOf, waitingView } from "./waitingView.ts";

/** States to filter by; defaults to everything that is open. */
export type InboxInput = Wanted & {
  environment?: string;
  branch?: string;
  state?: (typeof OPEN_REVIEW_STATES)[number];
};

export async function readInbox(ctx: OperationContext, caller: Caller, slug: string, input: InboxInput) {
  requireReadRight(caller);
  const { models } = ctx;
  const place = await placeOf(ctx, caller, slug, input);
  const { project } = place;
  const states = input.state ? [input.state] : OPEN_REVIEW_STATES;
  const filter = reviewFilterOf(place);
  const [all, last] = await Promise.all([
    openItems(models, project._id, given({ environmentId: filter.environmentId })),
    latestRunOfType(models, { project, environmentId: place.environment?._id, branch: place.branch }, "vrt-test", {
      fields: ROW_FIELDS,
    }),
  ]);
  const open = all.filter(({ line }) => filter.line === undefined || line === filter.line);
  const wanted = open.filter(({ state }) => (states as readonly string[]).includes(state));
  const itemOf = new Map(wanted.flatMap((item) => (item.shotId === null ? [] : [[item.shotId, item] as const])));
  const runOfShot = (shotId: string): string | undefined => itemOf.get(shotId)?.runId ?? runIdOfShot(shotId);
  const ofItems = new Set(wanted.map(({ runId }) => runId));
  const tiny = createTinyClasses();
  const listed = (await listedOf(ctx, [...itemOf.values()])).map((shot) => ({ ...shot, index: indexOf(shot._id) }));
  for (const { changes } of listed) tiny.add(changes ?? []);
  const groups = inReviewOrder(listed, tiny).map((group) => ({ ...group, results: byPlace(group.results) }));
  // Requested results are limited to those of the project.
  const runsNamed = (input.shots ?? []).flatMap((shotId) => runOfShot(shotId) ?? []);
  const named = await runsOf(ctx, project._id, runsNamed);
  const page = await reviewPage(ctx, { projectId: project._id, groups, tiny }, input, (ids) =>
    [...Map.groupBy(ids, (id) => runOfShot(id) ?? "")].filter(([runId]) => ofItems.has(runId) || named.has(runId)),
  );
  const shown = [...page.shots, ...page.details].flatMap(({ shotId }) => runOfShot(shotId) ?? []);
  const others = shown.filter((runId) => !named.has(runId));
  const runs = new Map([...named, ...(await runsOf(ctx, project._id, others))]);
  const inbox = <T extends { shotId: string }>(shot: T) => ({
    ...shot,
    index: indexOf(shot.shotId),
    runId: runOfShot(shot.shotId) ?? "",
  });
  return {
    project: viewProjectHead(project),
    waiting: waitingView(countWaiting(open.filter(({ state }) => state === "waiting"))),
    progress: progressOf(open),
    branches: branchesOf(
      all.filter(({ state }) => state === "waiting"),
      project.mainBranch,
    ),
    runs: [...runs.values()].map((run) => ({
      runId: run._id,
      ...commitOf(run),
      environmentName: run.environmentName,
      createdAt: run.createdAt.toISOString(),
    })),
    last: last && runRow(last),
    ...page,
    shots: page.shots.map(inbox),
    details: page.details.map(inbox),
  };
}

/** Returns the index of a result across all runs; it is the same on every page and as long as the result waits. */
const indexOf = (shotId: string): number =>
  Number.parseInt(createHash("sha256").update(shotId).digest("hex").slice(0, 12), 16);

const PLACE_ORDER = ["scenarioLabel", "_id"] as const;

/** Sorts results so that those of one scenario are next to each other. */
const byPlace = (results: readonly ListedShot[]): ListedShot[] =>
  results.toSorted((a, b) => {
    const field = PLACE_ORDER.find((one) => a[one] !== b[one]);
    return field === undefined ? 0 : a[field] < b[field] ? -1 : 1;
  });

/** Number of parallel reads; more would only queue in the database. */
const AT_ONCE = 8;

/** One read per run, because a list of ids does not narrow a read on the embedded database. */
async function listedOf({ models }: OperationContext, items: readonly ReviewItem[]): Promise<ListedShot[]> {
  const idsOf = (own: readonly ReviewItem[]) => own.flatMap(({ shotId }) => shotId ?? []);
  const byRun = [...Map.groupBy(items, ({ runId }) => runId)];
  const listed: ListedShot[] = [];
  for (const some of chunksOf(byRun, AT_ONCE))
    listed.push(...(await Promise.all(some.map(([runId, own]) => listedShotsOf(models, runId, idsOf(own))))).flat());
  return listed;
}

const RUN_FIELDS = { ...COMMIT_FIELDS, environmentName: 1 } as const;

const readRun = (models: Models, projectId: string, id: string) => findRunOf(models, projectId, id, RUN_FIELDS);
type ReadRun = NonNullable<Awaited<ReturnType<typeof readRun>>>;

/** Returns the project's runs with these ids, each once; runs of other projects are left out. */
async function runsOf(
  { models }: OperationContext,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, ReadRun>> {
  const runs = new Map<string, ReadRun>();
  for (const some of chunksOf([...new Set(ids)], AT_ONCE))
    for (const run of await Promise.all(some.map((id) => readRun(models, projectId, id))))
      if (run) runs.set(run._id, run);
  return runs;
}

/** Returns how many of the open results are decided. Approved results are no longer open. */
export function progressOf(open: readonly ReviewItem[]) {
  const count = (state: ReviewItem["state"]) => open.filter((item) => item.state === state).length;
  const { changes, changedScreenshots } = countWaiting(open);
  const rejected = count("rejected");
  return {
    total: open.length,
    judged: rejected,
    approved: 0,
    rejected,
    later: count("later"),
    ignored: 0,
    changes,
    changedScreenshots,
  };
}

/** Returns how much waits on each branch, main branch first. */
function branchesOf(waiting: readonly ReviewItem[], mainBranch: string) {
  return [...Map.groupBy(waiting, ({ line }) => line)]
    .map(([line, own]) => ({ branch: line || mainBranch, ...waitingView(countWaiting(own)) }))
    .sort(
      (a, b) => Number(b.branch === mainBranch) - Number(a.branch === mainBranch) || (a.branch < b.branch ? -1 : 1),
    );
}
