// Where a run is done and when: its place, its share of the workers, and what it goes before.
import { type Urgency, urgencyOf, weightOf } from "../../domain/durable/turn.ts";
import type { Models } from "../index.ts";
import { planOfOrganisation } from "../organisations/queries.ts";
import { openProjectsOf } from "./openRuns.ts";
import type { Run } from "./schema.ts";

export type RunTurn = { location?: string; weight: number; urgency: Urgency };

/** What work of the project that starts now weighs beside that of others. */
export async function weightOfProject(
  models: Models,
  { orgId, projectId }: Pick<Run, "orgId" | "projectId">,
): Promise<number> {
  const [plan, open] = await Promise.all([planOfOrganisation(models, orgId), openProjectsOf(models, orgId)]);
  return weightOf(plan ?? "enterprise", new Set([projectId, ...open]).size);
}

/** As its workflow is started with it: by the API, and by the reconciler that starts it again. */
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
