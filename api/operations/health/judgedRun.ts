// The run of a pillar that the gate judges: for a merge, and for a release of the main branch.

import { given } from "../../../domain/given.ts";
import { gatePr as judge, ORDER } from "../../../domain/health/gate.ts";
import { type GateThresholds, readThresholds } from "../../../domain/health/gateThresholds.ts";
import type { GateRun } from "../../../domain/health/gateTypes.ts";
import { conclusionOf, worstRun } from "../../../domain/runs/measured.ts";
import { pillarOf } from "../../../domain/runTypes.ts";
import { countEnvironments } from "../../../models/environments/queries.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { latestRunsOfType, type RunPlace } from "../../../models/runs/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { GATE_FIELDS, type GateRow, gateRun } from "./gateRun.ts";
import { type ProjectReads, readsOf } from "./projectReads.ts";

/** `several`: whether the project has several environments. */
export type ProjectGating = ProjectReads & { thresholds: GateThresholds; several: boolean };

/** Reads what all runs of a project are judged by, for one request. */
export async function gatingOf(ctx: OperationContext, project: Project): Promise<ProjectGating> {
  const { _id, settings } = project;
  const environments = (await countEnvironments(ctx.models, [_id])).get(_id) ?? 0;
  // Older projects were stored without settings.
  const thresholds = readThresholds(settings);
  return { ...readsOf(ctx, project), thresholds, several: environments > 1 };
}

/** Maximum number of runs of one commit that are read, which allows for as many environments. */
const MAX_OF_COMMIT = 20;

/**
 * Returns the newest run. Without an environment, returns the one with the worst verdict of those with which the environments tested its
 * commit, so that none hides what fails in another one, and names its environment if there are several.
 */
export async function judgedRun(
  ctx: OperationContext,
  place: RunPlace,
  newest: GateRow,
  gating: ProjectGating,
): Promise<{ row: GateRow; run: GateRun }> {
  const rows = place.environmentId ? [newest] : await lastOfCommit(ctx, place, newest);
  const read = await Promise.all(rows.map(async (row) => ({ row, run: await gateRun(ctx, row, gating) })));
  const { row, run } = worst(read, gating.thresholds);
  if (place.environmentId || !(gating.several || rows.length > 1)) return { row, run };
  return { row, run: { ...run, ...given({ environment: row.environmentName ?? undefined }) } };
}

/** Returns the last run of each environment that tested the commit. */
async function lastOfCommit({ models }: OperationContext, place: RunPlace, newest: GateRow): Promise<GateRow[]> {
  const { type, commitSha } = newest;
  if (!commitSha) return [newest];
  const ofCommit = { ...place, commitSha };
  const runs = await latestRunsOfType(models, ofCommit, type, { limit: MAX_OF_COMMIT, fields: GATE_FIELDS });
  const last = Map.groupBy(runs, ({ environmentId }) => environmentId);
  return last.size > 1 ? [...last.values()].flatMap(([first]) => first ?? []) : [newest];
}

type Read = { row: GateRow; run: GateRun };

/** Judges each run by itself, with what people decided and what earlier runs left open. */
function worst(read: readonly Read[], thresholds: GateThresholds): Read {
  const [first] = read as [Read];
  if (read.length === 1) return first;
  const judged = read.map((one) => {
    const pillar = pillarOf(one.row.type);
    const runs = pillar === null ? {} : { [pillar]: one.run };
    const { verdict } = judge({ subject: "", runs, health: [], thresholds: { ...thresholds, required: [] } });
    return { ...one, verdict, conclusion: conclusionOf(one.row) };
  });
  const verdict = ORDER.find((one) => judged.some((run) => run.verdict === one));
  return worstRun(judged.filter((one) => one.verdict === verdict)) ?? first;
}
