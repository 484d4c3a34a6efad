// What a rerun of failures needs at its start: an id that equal calls share, and the failed pillars of a full audit.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { makeId } from "../../../domain/ids.ts";
import type { AuditExtra } from "../../../domain/runs/part.ts";
import { RUN_NAME, type StatusType, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { callerId } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { claimRunId, hash } from "../../lib/idempotency.ts";
import type { WhatFailed } from "./whatFailed.ts";

/**
 * Returns the run id. Two simultaneous equal calls get the same run, with or without an Idempotency-Key, because until it ends both are
 * based on the same last runs.
 */
export async function freshId(
  ctx: OperationContext,
  caller: Caller,
  { type, project, body }: { type: StatusType; project: Pick<Project, "_id">; body: unknown },
  failed: WhatFailed | null,
): Promise<string> {
  const fresh = makeId("run", ctx.ulid());
  if (failed === null) return fresh;
  const key = hash([project._id, type, failed.rerun?.runs, failed.newest, body]);
  return claimRunId(ctx.models, { callerId: callerId(caller), route: "what failed", key, body }, fresh, ctx.now());
}

/** Returns the `extra` of a full audit reduced to its failed pillars, with a warning about each of the others. `asked`: those with a last run. */
export function partsOfRerun(extra: Record<string, unknown>, { rerun, last, missing }: WhatFailed) {
  const { pillars = [], warnings = [], named } = extra as AuditExtra & { warnings?: string[] };
  const isAgain = (pillar: Pillar): boolean => rerun?.runs[TYPE_OF_PILLAR[pillar] as StatusType] !== undefined;
  // It says nothing about pillars without a run.
  const asked = pillars.filter((pillar) => last.some(({ type }) => type === TYPE_OF_PILLAR[pillar]));
  return {
    ...extra,
    pillars: pillars.filter(isAgain),
    asked,
    named: named || missing.length > 0,
    warnings: [...warnings, ...leftOut({ last, missing })],
  };
}

/** Returns sentences on which types are not run again, and why. */
const leftOut = ({ last, missing }: Pick<WhatFailed, "last" | "missing">): string[] => [
  ...last
    .filter(({ failed }) => !failed)
    .map(({ type, runId }) => `${RUN_NAME[type]}: nothing failed in ${runId}, so it was not run again.`),
  ...missing.map((type) => `${RUN_NAME[type]}: no run has ended here, so nothing was run again.`),
];
