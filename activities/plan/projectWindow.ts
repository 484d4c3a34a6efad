// How many parts of one run are in flight: a project's runs share one window, so that many of them leave room for others and for
// the site. Fixed when a run is planned; when a run ends, runs planned later get larger windows.
import { STAGES } from "../../domain/audit/stages.ts";
import { PROJECT_WINDOW, shareOfWindow, sharesOfAudit } from "../../domain/durable/window.ts";
import { BROWSER_WINDOW } from "../../domain/pillars/declaration.ts";
import { auditPillarOf, type StatusType, shotKindOf } from "../../domain/runTypes.ts";
import type { Models } from "../../models/index.ts";
import { openPartsOf, openRunCount } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";

/** Window of a run of this type if it is the project's only one. */
function ownWindow(type: StatusType): number {
  if (shotKindOf(type) !== null) return PROJECT_WINDOW;
  const pillar = auditPillarOf(type);
  return pillar === null ? BROWSER_WINDOW : STAGES[pillar].window;
}

export async function projectWindow(
  models: Models,
  { _id, projectId, type, parentRunId }: Pick<Run, "_id" | "projectId" | "type" | "parentRunId">,
): Promise<number> {
  const runs = await openRunCount(models, projectId);
  if (!parentRunId) return shareOfWindow(ownWindow(type), runs);
  const parts = await openPartsOf(models, parentRunId);
  const windows = parts.map((part) => ownWindow(part.type));
  const shares = sharesOfAudit(shareOfWindow(PROJECT_WINDOW, runs), windows);
  return shares[parts.findIndex((part) => part._id === _id)] ?? 1;
}
