// What a run proves about one plan row, with a screenshot link that the dashboard can use.
import type { Project } from "../../../models/projects/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { runOf } from "../trends/compare.ts";
import { readEventProof } from "./readEventProof.ts";

export async function readTrackingProof(
  ctx: OperationContext,
  caller: Caller,
  { project, runId, id }: { project: Project; runId: string; id: string },
) {
  const run = await runOf(ctx, project, runId);
  const { planRow, screenshotId, ...proof } = await readEventProof(ctx, caller, { run, eventId: id });
  const { kind, label, eventType, page, status, reason, push, beacons, notJudged, violations, elsewhere } = proof;
  return {
    runId,
    id: proof.id,
    kind,
    label,
    eventType,
    page,
    status,
    reason,
    push,
    beacons,
    notJudged,
    violations,
    elsewhere,
    trigger: planRow && "trigger" in planRow ? planRow.trigger : null,
    screenshot: screenshotId === null ? null : artifactLink(ctx, screenshotId),
  };
}
