// Imports a tracking plan: pages and events by their ids. Importing it again changes nothing.
import { boolean, type InferType, mixed, object } from "yup";
import { refused } from "../../../domain/import/problems.ts";
import { parseTrackingPlan, withScenarioIds } from "../../../domain/pillars/tracking/parsePlan.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked, mustBeAllowed } from "../../lib/admin.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";
import { brokenLinks } from "./featureLinks.ts";
import { type PlanCounts, putRows, removeOthers } from "./putRows.ts";
import { scenarioIds } from "./scenarioOf.ts";

const INPUT = object({
  project: projectField.required(),
  /** The parsed JSON. */
  file: mixed().required(),
  /** Remove pages and events that the file does not contain. */
  replace: boolean(),
})
  .noUnknown()
  .required();
export type ImportTrackingPlanInput = InferType<typeof INPUT>;

export type { PlanCounts };
export type TrackingImportReport = {
  project: string;
  pages: PlanCounts;
  events: PlanCounts;
  /** Labels in the file for which the project has no scenario. */
  unknownScenarios: string[];
};

/** Throws `validation_error` with paths for an invalid file, and for links to missing features; then nothing is changed. */
export async function importTrackingPlan(
  ctx: AdminContext,
  caller: Caller,
  input: ImportTrackingPlanInput,
): Promise<TrackingImportReport> {
  mustBeAllowed(caller, "edit");
  const { project: reference, file, replace } = checked(INPUT, input);
  const imported = parseTrackingPlan(file as object);
  const project = await resolveProject(ctx, caller, reference);
  const idOf = await scenarioIds(ctx, project._id);
  const plan = withScenarioIds(imported, (label) => idOf.get(label));
  const stored = await readTrackingPlan(ctx.models, project._id);
  const broken = await brokenLinks(ctx, project._id, plan.events, stored.events);
  if (broken.length > 0) throw refused("The tracking plan cannot be imported", broken);

  const pages = await putRows(ctx, "page", project._id, plan.pages, stored.pages);
  const events = await putRows(ctx, "event", project._id, plan.events, stored.events);
  if (replace) {
    events.removed = await removeOthers(ctx, "event", project._id, plan.events, stored.events);
    pages.removed = await removeOthers(ctx, "page", project._id, plan.pages, stored.pages);
  }
  await recordAudit(ctx, caller, "tracking.import", project._id, { project: project.slug, pages, events });
  const labels = imported.pages.flatMap((page) => page.scenarios);
  const unknownScenarios = [...new Set(labels.filter((label) => !idOf.has(label)))];
  return { project: project.slug, pages, events, unknownScenarios };
}
