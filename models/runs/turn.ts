// Where and when a run is executed: its location, its share of the workers, and its urgency.
import { type Urgency, urgencyOf, weightOf } from "../../domain/durable/turn.ts";
import type { Models } from "../index.ts";
import { planOfOrganisation } from "../organisations/queries.ts";
import { openProjectsOf } from "./openRuns.ts";
import type { Run } from "./schema.ts";

export type RunTurn = { location?: string; weight: number; urgency: Urgency };

/** Returns the weight of the project's new work compared with that of others. */
export async function weightOfProject(
  models: Models,
  { orgId, projectId }: Pick<Run, "orgId" | "projectId">,
): Promise<number> {
  const [plan, open] = await Promise.all([planOfOrganisation(models, orgId), openProjectsOf(models, orgId)]);
  return weightOf(plan ?? "enterprise", new Set([projectId, ...open]).size);
}

/** Returns the values its workflow is started with, by the API or by the reconciler that starts it again. */
export async function turnOfRun(
  models: Models,
  { location, scheduled, ...run }: Pick<Run, "orgId" | "projectId" | "location" | "scheduled">,
): Promise<RunTurn> {
  return {
    ...(location && { location }),
    weight: await weightOfProject(models, run),
    urgency: urgencyOf({ scheduled: scheduled ?? null }),
  };
}
