// The runs of a project, newest first, narrowed as the dashboard's table narrows them.
import type { StatusType } from "../../../domain/runTypes.ts";
import { pageOfRuns } from "../../../models/runQueries.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { DEFAULT_LIMIT, decodeCursor, type Paging, page } from "../../lib/paging.ts";
import { appProject, type PlaceInput, placeOf } from "../projects/place.ts";
import { runPositionOf } from "./listRuns.ts";
import { ROW_FIELDS, type RunRowView, runRow } from "./runRow.ts";

export type AppRunsInput = PlaceInput &
  Paging & {
    type?: StatusType;
    status?: "running" | "completed" | "failed";
    verdict?: "pass" | "fail";
    prNumber?: number;
    text?: string;
    /** Parts of full audits too. */
    parts?: boolean;
  };

export async function appRuns(ctx: OperationContext, caller: Caller, slug: string, input: AppRunsInput) {
  requireReadRight(caller);
  const { project, environment, branch } = await placeOf(ctx, caller, slug, input);
  const { type, status, verdict, prNumber, text, parts, limit = DEFAULT_LIMIT, cursor } = input;
  const place = { project, environmentId: environment?._id, branch, ...(prNumber !== undefined && { prNumber }) };
  const found = await pageOfRuns(ctx.models, place, {
    type,
    status,
    verdict,
    text: text?.trim() || undefined,
    alone: !parts,
    after: decodeCursor(cursor, runPositionOf),
    limit: limit + 1,
    fields: ROW_FIELDS,
  });
  const { entries, nextCursor } = page(found, limit, (run) => `${run.createdAt.getTime()}:${run._id}`);
  const runs: RunRowView[] = entries.map(runRow);
  return { project: appProject(project), runs, nextCursor };
}
