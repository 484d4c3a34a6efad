// Deletes items that nobody will review: of deleted scenarios and environments, of branches that have been quiet for a long time, and of
// browsers that a branch is no longer tested in.
import { QUIET_BRANCH_DAYS } from "../../domain/words/retention.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import type { Project } from "../projects/schema.ts";
import type { ReviewItem } from "./schema.ts";

const QUIET_MS = QUIET_BRANCH_DAYS * 86_400_000;

/** Deletes the items of a deleted scenario. */
export async function deleteItemsOfScenario(models: Models, projectId: string, scenarioId: string): Promise<void> {
  await models.reviewItems.deleteMany({ projectId, scenarioId });
}

/** Deletes the items of a deleted environment. */
export async function deleteItemsOfEnvironment(
  models: Models,
  projectId: string,
  environmentId: string,
): Promise<void> {
  await models.reviewItems.deleteMany({ projectId, environmentId });
}

const FIELDS = { lineId: 1, line: 1, environmentId: 1, scope: 1, browser: 1, runAt: 1 } as const;
type Row = Pick<ReviewItem, "_id" | keyof typeof FIELDS>;

/** Processes one project per round. Returns the number of deleted items, or null if every project was processed today. */
export async function sweepReview(models: Models, now: Date): Promise<number | null> {
  const today = now.toISOString().slice(0, 10);
  const project = await models.projects
    .findOne({ reviewSweptOn: { $ne: today } }, { _id: 1 })
    .lean<Pick<Project, "_id">>();
  if (project === null) return null;
  const projectId = project._id;
  // Marked first, so that a project that cannot be swept does not block the others.
  await models.projects.updateOne({ _id: projectId }, { $set: { reviewSweptOn: today } });
  const [items, environments] = await Promise.all([
    readInTurns<ReviewItem, Row>(models.reviewItems, { projectId }, { fields: FIELDS }),
    models.environments.find({ projectId }, { _id: 1 }).lean<{ _id: string }[]>(),
  ]);
  const known = new Set(environments.map(({ _id }) => _id));
  const quietSince = now.getTime() - QUIET_MS;
  let deleted = 0;
  for (const [lineId, own] of Map.groupBy(items, (item) => item.lineId)) {
    const [first] = own;
    if (!first) continue;
    const isGone = first.environmentId !== null && first.environmentId !== undefined && !known.has(first.environmentId);
    const isQuiet = first.line !== "" && own.every(({ runAt }) => runAt.getTime() < quietSince);
    const gone = isGone || isQuiet ? [{ filter: { lineId }, until: newestOf(own) }] : untested(lineId, own);
    // The date keeps items of a run that ended in the meantime.
    for (const { filter, until } of gone)
      deleted += (await models.reviewItems.deleteMany({ ...filter, runAt: { $lte: new Date(until) } })).deletedCount;
  }
  return deleted;
}

const newestOf = (items: readonly Row[]): number =>
  items.reduce((newest, { runAt }) => Math.max(newest, runAt.getTime()), 0);

/**
 * Returns browsers and scopes that no run of a branch has covered for a long time while others continued: no run will clear their items. A
 * branch that is not tested at all keeps what its last run found.
 */
function untested(lineId: string, items: readonly Row[]) {
  const since = newestOf(items) - QUIET_MS;
  return [...Map.groupBy(items, ({ scope, browser }) => JSON.stringify([scope, browser])).values()].flatMap((own) => {
    const [first] = own;
    const until = newestOf(own);
    if (!first || until >= since) return [];
    return [{ filter: { lineId, scope: first.scope, browser: first.browser }, until }];
  });
}
