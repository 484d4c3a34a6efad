// Takes over a tracking plan: pages and events by their ids. Importing it again changes nothing.
import { isDeepStrictEqual } from "node:util";
import { boolean, type InferType, mixed, object } from "yup";
import { parseTrackingPlan, withScenarioIds } from "../../../domain/audit/tracking/parsePlan.ts";
import type { PlanEvent, PlanPage } from "../../../domain/audit/tracking/plan.ts";
import { readTrackingPlan, trackingId } from "../../../models/trackingPlan.ts";
import { resolveProject } from "../access.ts";
import { recordAudit } from "../auditLog.ts";
import type { Caller } from "../context.ts";
import { type AdminContext, checked, mustBeAllowed } from "./admin.ts";
import { projectField } from "./fields.ts";

const INPUT = object({
  project: projectField.required(),
  /** The parsed JSON. */
  file: mixed().required(),
  /** Pages and events that the file does not name are removed. */
  replace: boolean(),
})
  .noUnknown()
  .required();
export type ImportTrackingPlanInput = InferType<typeof INPUT>;

export type PlanCounts = { created: number; updated: number; unchanged: number; removed: number };
export type TrackingImportReport = {
  project: string;
  pages: PlanCounts;
  events: PlanCounts;
  /** Labels in the file that no scenario of the project has. */
  unknownScenarios: string[];
};

/** Throws `validation_error` with paths for a wrong file; nothing is changed then. */
export async function importTrackingPlan(
  ctx: AdminContext,
  caller: Caller,
  input: ImportTrackingPlanInput,
): Promise<TrackingImportReport> {
  mustBeAllowed(caller, "edit");
  const { project: reference, file, replace } = checked(INPUT, input);
  const imported = parseTrackingPlan(file as object);
  const project = await resolveProject(ctx, caller, reference);
  const scenarios = await ctx.models.scenarios.find({ projectId: project._id }, { label: 1 }).lean();
  const idOf = new Map(scenarios.map((s) => [s.label, s._id]));
  const plan = withScenarioIds(imported, (label) => idOf.get(label));
  const stored = await readTrackingPlan(ctx.models, project._id);
  const { trackingPages, trackingEvents } = ctx.models;

  const place = { ctx, projectId: project._id, replace: replace === true };
  const pages = await put(place, plan.pages, stored.pages, trackingPages as unknown as PlanCollection);
  const events = await put(place, plan.events, stored.events, trackingEvents as unknown as PlanCollection);
  await recordAudit(ctx, caller, "tracking.import", project._id, { project: project.slug, pages, events });
  const labels = imported.pages.flatMap((page) => page.scenarios);
  const unknownScenarios = [...new Set(labels.filter((label) => !idOf.has(label)))];
  return { project: project.slug, pages, events, unknownScenarios };
}

/** What both collections are asked for. */
type PlanCollection = {
  updateOne(filter: { _id: string }, update: object, options: { upsert: true }): Promise<unknown>;
  deleteOne(filter: { _id: string }): Promise<unknown>;
};

async function put<T extends PlanPage | PlanEvent>(
  { ctx, projectId, replace }: { ctx: AdminContext; projectId: string; replace: boolean },
  wanted: T[],
  stored: T[],
  collection: PlanCollection,
): Promise<PlanCounts> {
  const known = new Map(stored.map((item) => [item.id, item]));
  const counts: PlanCounts = { created: 0, updated: 0, unchanged: 0, removed: 0 };
  for (const item of wanted) {
    const before = known.get(item.id);
    if (before && isDeepStrictEqual(before, item)) {
      counts.unchanged += 1;
      continue;
    }
    // The order of the plan is that of its making.
    const update = { $set: { ...item, projectId }, $setOnInsert: { createdAt: ctx.now() } };
    await collection.updateOne({ _id: trackingId(projectId, item.id) }, update, { upsert: true });
    counts[before ? "updated" : "created"] += 1;
  }
  if (!replace) return counts;
  const kept = new Set(wanted.map((item) => item.id));
  for (const item of stored.filter((one) => !kept.has(one.id))) {
    await collection.deleteOne({ _id: trackingId(projectId, item.id) });
    counts.removed += 1;
  }
  return counts;
}
