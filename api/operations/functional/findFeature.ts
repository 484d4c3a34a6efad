// Finds features, and suggests the closest ones if there is no match.
import { fieldError, ProductError } from "../../../domain/errors.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import { hintOf } from "../../../domain/nearest.ts";
import {
  type FeatureSummary,
  featureHistory,
  featuresOfTicket,
  findFeature,
  listFeatures,
} from "../../../models/features/queries.ts";
import type { FeatureRecord, FeatureVersion } from "../../../models/features/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";

type Models = Pick<OperationContext, "models">;

/** Throws `not_found` with the closest ids. */
export async function requireFeature({ models }: Models, projectId: string, featureId: string): Promise<FeatureRecord> {
  const feature = await findFeature(models, { projectId, featureId });
  if (feature) return feature;
  const known = (await listFeatures(models, projectId)).map((one) => one.featureId);
  const none = "The project has no features yet: create one with frt_create_feature.";
  const hint = hintOf(featureId, known, known.length > 0 ? "frt_list_features lists them." : none);
  throw new ProductError("not_found", `There is no feature "${featureId.slice(0, 100)}".${hint}`);
}

export type FileIds = {
  featureId?: string;
  /** Id of the same feature in earlier versions. */
  formerId?: string;
};

/** Returns the feature that a file contains: the one with its id, else the one with its former id and its name; null if there is none. */
export async function featureOfFile(
  { models }: Models,
  projectId: string,
  { featureId, formerId }: FileIds,
  gherkin: string,
): Promise<FeatureRecord | null> {
  const find = (id?: string) => (id === undefined ? null : findFeature(models, { projectId, featureId: id }));
  const own = await find(featureId);
  const former = own === null ? await find(formerId) : null;
  return former !== null && former.name === compileFeature(gherkin).name ? former : own;
}

/** Finds a feature by its id or by a ticket's id. `others`: further features of the ticket. */
export async function readFeatureOf(
  ctx: Models,
  caller: Caller,
  { project, featureId, ticketId }: { project: Project; featureId?: string; ticketId?: string },
): Promise<{ feature: FeatureRecord; others: string[] }> {
  requireRight(caller, "mcpRead");
  if (featureId !== undefined) return { feature: await requireFeature(ctx, project._id, featureId), others: [] };
  if (ticketId === undefined) throw fieldError("featureId", "Pass featureId or ticketId.");
  const [feature, ...others] = await featuresOfTicket(ctx.models, project._id, ticketId);
  if (feature) return { feature, others: others.map((one) => one.featureId) };
  const tickets = (await listFeatures(ctx.models, project._id)).flatMap((one) => one.tickets);
  const hint = hintOf(ticketId, tickets, "frt_list_features lists the features with their tickets.");
  throw new ProductError("not_found", `No feature carries the ticket "${ticketId.slice(0, 100)}".${hint}`);
}

/** Returns the list views of features, sorted by id. `group`: a folder including its subfolders. */
export async function listProjectFeatures(
  ctx: Models,
  caller: Caller,
  { project, group, tag, status, ticketId }: FeatureFilter & { project: Project },
): Promise<FeatureSummary[]> {
  requireRight(caller, "mcpRead");
  const all = await listFeatures(ctx.models, project._id);
  return all.filter(
    (one) =>
      (group === undefined || group.every((part, at) => one.group[at] === part)) &&
      (tag === undefined || one.tags.includes(tag)) &&
      (status === undefined || one.status === status) &&
      (ticketId === undefined || one.tickets.includes(ticketId)),
  );
}
export type FeatureFilter = { group?: readonly string[]; tag?: string; status?: string; ticketId?: string };

/** Returns earlier versions of the feature, newest first. */
export async function readHistory(
  { models }: Models,
  { projectId, featureId }: FeatureRecord,
): Promise<FeatureVersion[]> {
  return featureHistory(models, { projectId, featureId });
}
