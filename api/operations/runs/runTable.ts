// The dashboard's table of a project's runs, with its filters.
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Paging } from "../../lib/paging.ts";
import { type PlaceInput, placeOf } from "../projects/place.ts";
import { viewProjectHead } from "../projects/projectView.ts";
import { listRuns, type RunNarrowing } from "./listRuns.ts";
import { ROW_FIELDS, type RunRowView, runRow } from "./runRow.ts";

export type RunTableInput = PlaceInput &
  Paging &
  Omit<RunNarrowing, "alone"> & {
    /** Include parts of full audits. */
    parts?: boolean;
  };

export async function runTable(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { environment: named, branch: wanted, parts, text, ...input }: RunTableInput,
) {
  requireReadRight(caller);
  const place = await placeOf(ctx, caller, slug, { environment: named, branch: wanted });
  const asked = { ...input, ...place, text: text?.trim() || undefined, alone: !parts, fields: ROW_FIELDS };
  const { runs: found, nextCursor } = await listRuns(ctx, caller, asked);
  const runs: RunRowView[] = found.map(runRow);
  return { project: viewProjectHead(place.project), runs, nextCursor };
}
