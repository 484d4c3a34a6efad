// One feature for the editor: its text, problems, versions, and what is linked to it.
import { ProductError } from "../../../domain/errors.ts";
import { featureAt } from "../../../models/features/queries.ts";
import type { FeatureVersion } from "../../../models/features/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { checkGherkin } from "./checkGherkin.ts";
import { readFeatureOf, readHistory, requireFeature } from "./findFeature.ts";
import { linkedEvents } from "./saveFeature.ts";

export async function readEditedFeature(
  ctx: OperationContext,
  caller: Caller,
  { project, featureId }: { project: Project; featureId: string },
) {
  const { feature } = await readFeatureOf(ctx, caller, { project, featureId });
  const { gherkin, name, group, status, origin, version, tags, tickets, updatedAt, updatedBy } = feature;
  const [history, events, { ready, problems, scenarios }] = await Promise.all([
    readHistory(ctx, feature),
    linkedEvents(ctx, project._id, featureId),
    checkGherkin(ctx, caller, { project, gherkin, suggest: false }),
  ]);
  return {
    featureId,
    name,
    group,
    status,
    origin,
    version,
    tags,
    tickets,
    gherkin,
    ready,
    problems,
    scenarios,
    updatedAt: updatedAt.toISOString(),
    updatedBy,
    history: history.map(versionView),
    linkedEvents: events,
  };
}

const versionView = ({ version, what, at, by, status }: FeatureVersion) => ({
  version,
  what,
  at: at.toISOString(),
  by,
  status,
});

/** Throws `not_found`, also for a version that is no longer stored. */
export async function readFeatureVersion(
  ctx: OperationContext,
  caller: Caller,
  { project, featureId, version }: { project: Project; featureId: string; version: string },
) {
  requireReadRight(caller);
  await requireFeature(ctx, project._id, featureId);
  const place = { projectId: project._id, featureId };
  const kept = /^[1-9]\d{0,8}$/.test(version) ? await featureAt(ctx.models, place, Number(version)) : null;
  if (kept) return { ...versionView(kept), gherkin: kept.gherkin };
  throw new ProductError("not_found", `Version ${version} of the feature "${featureId}" is not stored.`);
}
