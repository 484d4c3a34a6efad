// The runs of a project, newest first.
import type { StatusType } from "../../../domain/runTypes.ts";
import type { Environment } from "../../../models/environment.ts";
import type { Project } from "../../../models/project.ts";
import type { Run } from "../../../models/run.ts";
import { pageOfRuns, type RunPosition } from "../../../models/runQueries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";

export type ListRunsInput = Paging & {
  project: Project;
  environment: Environment | null;
  type?: StatusType;
  branch?: string;
};

/** A run's place in a list, as cursors hold it. */
export const runPositionOf = (text: string): RunPosition | undefined => {
  const match = /^(\d{1,15}):([\w-]{1,100})$/.exec(text);
  return match ? { at: new Date(Number(match[1])), id: match[2]! } : undefined;
};

export async function listRuns(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, type, branch, limit = DEFAULT_LIMIT, cursor }: ListRunsInput,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  requireReadRight(caller);
  const after = decodeCursor(cursor, runPositionOf);
  const place = { project, environmentId: environment?._id, branch };
  const found = await pageOfRuns(ctx.models, place, { type, after, limit: limit + 1 });
  const { entries, nextCursor } = page(found, limit, (run) => `${run.createdAt.getTime()}:${run._id}`);
  return { runs: entries, nextCursor };
}
