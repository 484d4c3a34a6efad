// Runs of one pillar, newest first, with its rolling score.

import type { Pillar } from "../../../domain/audit/pillars.ts";
import { pillarHealth } from "../../../domain/health/siteHealth.ts";
import type { PillarHealth } from "../../../domain/health/types.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { pageOfRuns, type RunPosition } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { gatherHealth } from "../health/gather.ts";
import { runTypeOf } from "./pillarReport.ts";

const FIELDS = {
  status: 1,
  verdict: 1,
  summary: 1,
  part: 1,
  error: 1,
  branch: 1,
  commitSha: 1,
  environmentName: 1,
  createdAt: 1,
  duration: 1,
} as const;
export type HistoryRow = Pick<Run, "_id" | keyof typeof FIELDS>;
export type PillarHistory = { runs: (HistoryRow & { score: number | null })[]; nextCursor: string | null };

export type HistoryInput = Paging & {
  project: Project;
  environment: Environment | null;
  pillar: Pillar;
  branch?: string;
};

const placeOf = (text: string): RunPosition | undefined => {
  const match = /^(\d{1,15}):([\w-]{1,100})$/.exec(text);
  return match ? { at: new Date(Number(match[1])), id: match[2] ?? "" } : undefined;
};

/** Lists runs of every branch unless one is named, whatever their result. */
export async function pillarHistory(
  ctx: OperationContext,
  caller: Caller,
  input: HistoryInput,
): Promise<PillarHistory> {
  requireReadRight(caller);
  const { project, environment, pillar, branch, limit = DEFAULT_LIMIT } = input;
  const after = decodeCursor(input.cursor, placeOf);
  const place = { project, environmentId: environment?._id, branch };
  const type = runTypeOf(pillar);
  const found = await pageOfRuns(ctx.models, place, { type, after, limit: limit + 1, fields: FIELDS });
  const { entries, nextCursor } = page(found, limit, (run) => `${run.createdAt.getTime()}:${run._id}`);
  return { runs: entries.map((run) => ({ ...run, score: scoreOf(run) })), nextCursor };
}

/** Returns score, trend and noise over the latest runs of the main branch, as a reference for single runs. */
export async function rollingScore(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, pillar }: { project: Project; environment: Environment | null; pillar: Pillar },
): Promise<PillarHealth> {
  requireReadRight(caller);
  const health = await gatherHealth(ctx, { project, environmentId: environment?._id, pillars: [pillar] });
  return pillarHealth(pillar, health);
}
