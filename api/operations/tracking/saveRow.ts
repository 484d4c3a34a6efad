// Saves a plan row from the editor, only if the edited revision is still current.
import type { WrittenEvent, WrittenPage } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { revisionOfRow } from "./rows.ts";
import { upsertEvent } from "./upsertEvent.ts";
import { upsertPage } from "./upsertPage.ts";

export async function savePage(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; page: WrittenPage; rev: string },
) {
  const { page, change, warnings } = await upsertPage(ctx, caller, input);
  return { row: page, rev: revisionOfRow(page), change, warnings };
}

export async function saveEvent(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; event: WrittenEvent; rev: string },
) {
  const { event, change, warnings } = await upsertEvent(ctx, caller, input);
  return { row: event, rev: revisionOfRow(event), change, warnings };
}
