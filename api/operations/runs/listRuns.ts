// Lists the runs of a project, newest first.

import type { Environment } from "../../../models/environments/schema.ts";
import type { Fields } from "../../../models/lib/fields.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { pageOfRuns, type Row, type RunFilter, type RunPosition } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";

export type RunNarrowing = RunFilter & { prNumber?: number };
export type ListRunsInput<F extends keyof Run = keyof Run> = Paging &
  RunNarrowing & {
    project: Project;
    environment: Environment | null;
    branch?: string;
    /** Defaults to all fields. */
    fields?: Fields<Run, F>;
  };

/** Parses a run's position in a list from a cursor. */
const runPositionOf = (text: string): RunPosition | undefined => {
  const match = /^(\d{1,15}):([\w-]{1,100})$/.exec(text);
  return match ? { at: new Date(Number(match[1])), id: match[2]! } : undefined;
};

export async function listRuns<F extends keyof Run = keyof Run>(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, branch, prNumber, limit = DEFAULT_LIMIT, cursor, ...narrowed }: ListRunsInput<F>,
): Promise<{ runs: Row<F>[]; nextCursor: string | null }> {
  requireReadRight(caller);
  const after = decodeCursor(cursor, runPositionOf);
  const place = { project, environmentId: environment?._id, branch, ...(prNumber !== undefined && { prNumber }) };
  const found = await pageOfRuns(ctx.models, place, { ...narrowed, after, limit: limit + 1 });
  const { entries, nextCursor } = page(found, limit, (run) => `${run.createdAt.getTime()}:${run._id}`);
  return { runs: entries, nextCursor };
}
