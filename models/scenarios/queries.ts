// Queries for scenarios.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { DECLARED, type Scenario } from "./schema.ts";

/** Returns the scenario with this id, or null if there is none. */
export function findScenario(models: Models, scenarioId: string): Promise<Scenario | null> {
  return models.scenarios.findOne({ _id: scenarioId }).lean<Scenario>();
}

/** Returns scenarios of a project by id. */
export function scenariosWithIds(models: Models, projectId: string, ids: readonly string[]): Promise<Scenario[]> {
  return models.scenarios.find({ projectId, _id: { $in: [...ids] } }).lean<Scenario[]>();
}

/** Returns the scenario of a project with this label, or null if there is none. */
export function scenarioLabelled(models: Models, projectId: string, label: string): Promise<Scenario | null> {
  return models.scenarios.findOne({ projectId, label }).lean<Scenario>();
}

const visitedFromFilter = (branch: string | null) => ({
  onlyBranches: { $in: [null, ...(branch === null ? [] : [branch])] },
});

const ORDERS = { label: { label: 1 }, creation: { createdAt: 1, _id: 1 } } as const;

/**
 * Returns the scenarios of a project, sorted if `by` is given. `declared`: only those that runs visit. `labels`: only these. `after`: only
 * those with a later label. `visitedFrom`: only those that runs of this branch visit; null: those that are visited on every branch.
 */
export function scenariosOf<F extends keyof Scenario = keyof Scenario>(
  models: Models,
  projectId: string,
  wanted: {
    declared?: boolean;
    labels?: readonly string[];
    after?: string | null;
    visitedFrom?: string | null | undefined;
    fields?: Fields<Scenario, F>;
    by?: keyof typeof ORDERS;
    limit?: number;
  } = {},
): Promise<Row<Scenario, F>[]> {
  const { declared = false, labels, after = null, visitedFrom, fields, by, limit } = wanted;
  const label = { ...(labels && { $in: [...labels] }), ...(after !== null && { $gt: after }) };
  const filter: Record<string, unknown> = { projectId, ...(declared && DECLARED) };
  if (Object.keys(label).length > 0) filter.label = label;
  if (visitedFrom !== undefined) Object.assign(filter, visitedFromFilter(visitedFrom));
  return readInTurns(models.scenarios, filter, { fields, sort: by && ORDERS[by], limit });
}

/** Returns the labels of scenarios by id. */
export async function labelsOfScenarios(models: Models, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await models.scenarios.find({ _id: { $in: [...ids] } }, { label: 1 }).lean<Row<Scenario, "label">[]>();
  return new Map(found.map(({ _id, label }) => [_id, label]));
}

export const countScenariosOf = (models: Models, projectId: string): Promise<number> =>
  models.scenarios.countDocuments({ projectId });

/** Returns the number of scenarios that runs of a branch visit; null means runs without a branch. */
export const countVisitedScenarios = (
  models: Models,
  { projectId, branch }: { projectId: string; branch: string | null },
): Promise<number> => models.scenarios.countDocuments({ projectId, ...DECLARED, ...visitedFromFilter(branch) });

/** Returns the total number of scenarios of these projects. */
export const countScenarios = (models: Models, projectIds: readonly string[]): Promise<number> =>
  models.scenarios.countDocuments({ projectId: { $in: [...projectIds] } });

/** Returns the number of scenarios per project; projects without any are missing. */
export async function scenarioCounts(models: Models, projectIds: readonly string[]): Promise<Map<string, number>> {
  const counts = await models.scenarios.aggregate<{ _id: string; count: number }>([
    { $match: { projectId: { $in: [...projectIds] } } },
    { $group: { _id: "$projectId", count: { $sum: 1 } } },
  ]);
  return new Map(counts.map(({ _id, count }) => [_id, count]));
}

/** Returns the scenarios that a run of a project visits, sorted by id: those with these labels, or all of its branch. */
export async function declaredScenarios(
  models: Models,
  { projectId, branch }: { projectId: string; branch: string | null },
  labels: readonly string[] | null = null,
): Promise<Scenario[]> {
  const wanted = { declared: true, labels: labels ?? undefined, visitedFrom: branch };
  const found = await scenariosOf(models, projectId, wanted);
  return found.sort((a, b) => (a._id < b._id ? -1 : 1));
}
