// Links an event of the plan to a step of a functional feature, or removes links.

import { ProductError } from "../../../domain/errors.ts";
import { sameStep } from "../../../domain/functional/trackingLinks.ts";
import { nearest, quoted } from "../../../domain/nearest.ts";
import { MAX_FRT_LINKS } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { FrtLink, PlanEvent } from "../../../domain/pillars/tracking/plan.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { requireFeature } from "../functional/findFeature.ts";
import { changeRow, type RowChange, unknownRow } from "./rows.ts";

/**
 * Adds one link per step of a feature; linking the same step again only updates the text. Throws `not_found` for an unknown event or
 * feature, because a link to a missing feature would count the event as tested. `hasStep`: whether the feature has a step with this text;
 * the link may be made before the step is written.
 */
export async function linkEventFrt(
  ctx: OperationContext,
  caller: Caller,
  { project, eventId, link }: { project: Project; eventId: string; link: FrtLink },
): Promise<{ event: PlanEvent; change: RowChange; hasStep: boolean }> {
  requireRight(caller, "mcpWrite");
  const same = (one: FrtLink) => one.featureId === link.featureId && one.stepIndex === link.stepIndex;
  let change: RowChange = "unchanged";
  let hasStep = true;
  const { after, ...done } = await changeRow(ctx, "event", project._id, eventId, async (event) => {
    if (!event) throw await unknownRow(ctx, "event", project._id, eventId);
    const { sentences } = await requireFeature(ctx, project._id, link.featureId);
    hasStep = link.stepText.trim() === "" || sentences.some((one) => sameStep(one, link.stepText));
    const known = event.frtLinks.some(same);
    change = known ? "updated" : "created";
    if (known) return { ...event, frtLinks: event.frtLinks.map((one) => (same(one) ? link : one)) };
    if (event.frtLinks.length >= MAX_FRT_LINKS)
      throw new ProductError(
        "conflict",
        `The event "${eventId}" is linked to the maximum of ${MAX_FRT_LINKS} steps; unlink a feature first.`,
      );
    return { ...event, frtLinks: [...event.frtLinks, link] };
  });
  if (done.change === "unchanged") return { event: after, change: "unchanged", hasStep };
  await recordAudit(ctx, caller, "tracking.set", project._id, { event: eventId, linkedStep: link });
  return { event: after, change, hasStep };
}

/** `stepIndex`: only removes the link to this step; otherwise all links to the feature. Throws `not_found` if there is none. */
export async function unlinkEventFrt(
  ctx: OperationContext,
  caller: Caller,
  input: { project: Project; eventId: string; featureId: string; stepIndex?: number },
): Promise<{ event: PlanEvent; removed: FrtLink[] }> {
  requireRight(caller, "mcpWrite");
  const { project, eventId, featureId, stepIndex } = input;
  let removed: FrtLink[] = [];
  const { after } = await changeRow(ctx, "event", project._id, eventId, async (event) => {
    if (!event) throw await unknownRow(ctx, "event", project._id, eventId);
    removed = event.frtLinks.filter(
      (one) => one.featureId === featureId && (stepIndex === undefined || one.stepIndex === stepIndex),
    );
    if (removed.length === 0) throw notLinked(event, featureId, stepIndex);
    return { ...event, frtLinks: event.frtLinks.filter((one) => !removed.includes(one)) };
  });
  await recordAudit(ctx, caller, "tracking.delete", project._id, { event: eventId, linkedSteps: removed });
  return { event: after, removed };
}

function notLinked({ id, frtLinks }: PlanEvent, featureId: string, stepIndex: number | undefined): ProductError {
  const own = frtLinks.filter((one) => one.featureId === featureId);
  const features = [...new Set(frtLinks.map((one) => one.featureId))];
  const close = nearest(featureId, features);
  const hint =
    own.length > 0
      ? `It is linked to step ${own.map((one) => one.stepIndex).join(", ")} of this feature.`
      : features.length > 0
        ? `It is linked to ${quoted((close.length > 0 ? close : features).slice(0, 5))}.`
        : "It is not linked to any feature.";
  const step = stepIndex === undefined ? "" : `step ${stepIndex} of `;
  return new ProductError(
    "not_found",
    `The event "${id}" is not linked to ${step}the feature "${featureId.slice(0, 200)}". ${hint}`,
  );
}
