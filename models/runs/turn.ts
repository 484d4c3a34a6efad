// Where a run is done and when: its place, its share of the workers, and what it goes before.
import { type Urgency, urgencyOf, weightOf } from "../../domain/durable/turn.ts";
import type { Models } from "../index.ts";
import { planOfOrganisation } from "../organisations/queries.ts";
import type { Run } from "./schema.ts";

export type RunTurn = { location?: string; weight: number; urgency: Urgency };

/** As its workflow is started with it: by the API, and by the reconciler that starts it again. */
export async function turnOfRun(
  models: Models,
  { orgId, projectId, location, scheduled }: Pick<Run, "orgId" | "projectId" | "location" | "scheduled">,
): Promise<RunTurn> {
  const [plan, open] = await Promise.all([
    planOfOrganisation(models, orgId),
    models.runs.find({ status: "running", orgId }, { projectId: 1 }).lean<Pick<Run, "projectId">[]>(),
  ]);
  const projects = new Set([projectId, ...open.map((one) => one.projectId)]);
  return {
    ...(location && { location }),
    weight: weightOf(plan ?? "enterprise", projects.size),
    urgency: urgencyOf({ scheduled: scheduled ?? null }),
  };
}
