// Reads and changes single events of the tracking plan.
import { object, string } from "yup";
import { FRT_LINK, PLAN_EVENT, type WrittenEvent } from "../../../../domain/pillars/tracking/parsePlan.ts";
import { requireRight } from "../../../lib/access.ts";
import { deleteEvent } from "../../../operations/tracking/deleteEvent.ts";
import { linkEventFrt, unlinkEventFrt } from "../../../operations/tracking/linkEventFrt.ts";
import { findRow } from "../../../operations/tracking/rows.ts";
import { upsertEvent } from "../../../operations/tracking/upsertEvent.ts";
import { changeData } from "../../answers.ts";
import { described, projectArg } from "../../args.ts";
import { next, startOf } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { defineTool } from "../../tool.ts";
import { eventData, eventIdArg, eventView, fieldsOf, frtLinksData, said } from "./shapes.ts";

const { id, label, eventType, pageId, trigger, attributes, frtLinks, count, order, closed, sentAs } = PLAN_EVENT;

export const getEvent = defineTool({
  name: "tracking_get_event",
  title: "Event of the tracking plan",
  description:
    "One event of the plan: page, trigger, attributes and linked steps. Call tracking_get_audit_event_proof to see whether it is sent.",
  area: "tracking",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), eventId: eventIdArg() },
  data: object({ event: eventData.required() }),
  example: { eventId: "event-add-to-cart" },
  async run({ ctx, caller, project, environment }, { eventId }) {
    requireRight(caller, "mcpRead");
    const event = await findRow(ctx, "event", project._id, eventId);
    return {
      summary: oneLine(
        `${quotedText(event.label)} (${event.eventType}) on ${event.pageId ?? "no page"}: ${plural(event.attributes.length, "attribute")}.`,
      ),
      data: { event: eventView(event, true) },
      nextActions: [
        next({ project, environment }, "What the latest audit proves of it", "tracking_get_audit_event_proof", {
          eventId,
        }),
      ],
    };
  },
});

export const upsertEventTool = defineTool({
  name: "tracking_upsert_event",
  title: "Create or change a plan event",
  description:
    "Creates an event of the plan, or changes the given fields of one; trigger sets how audits trigger it. Then call tracking_set_event_attribute and run_full_audit (pillars: tracking).",
  area: "tracking",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    id,
    label,
    eventType: described(eventType, "Its name in the data layer"),
    pageId: described(pageId, "Plan page; else the page of the trigger's path"),
    trigger,
    attributes,
    frtLinks,
    count: described(count, "Expected count; default 1"),
    order: described(order, "Ascending among events of one page"),
    closed: described(closed, "Unplanned attributes fail"),
    sentAs: described(sentAs, "Its name in beacons"),
  },
  quiet: ["attributes", "frtLinks", "count", "order", "closed", "sentAs"],
  data: object({ event: eventData.required(), change: changeData() }),
  example: {
    id: "event-add-to-cart",
    label: "Added to cart",
    eventType: "add_to_cart",
    pageId: "page-cart",
    trigger: { on: "click", selector: "#add" },
  },
  async run({ ctx, caller, project, environment }, given) {
    const fields = fieldsOf<WrittenEvent>(PLAN_EVENT, given);
    const { event, change, warnings } = await upsertEvent(ctx, caller, { project, event: fields });
    return {
      summary: oneLine(`The event ${event.id} (${event.eventType}) ${said(change)}.`),
      data: { event: eventView(event), change },
      warnings,
      nextActions: [
        event.attributes.length === 0
          ? next({ project, environment }, "See what the other events have to send", "tracking_get_plan")
          : startOf({ project, environment }, "tracking", "Test the plan"),
      ],
    };
  },
});

export const deleteEventTool = defineTool({
  name: "tracking_delete_event",
  title: "Delete a plan event",
  description: "Deletes an event of the plan with its attributes and links. Call tracking_list_events for the ids.",
  area: "tracking",
  profile: "full",
  mutating: true,
  destructive: true,
  idempotent: true,
  args: { project: projectArg(), eventId: eventIdArg() },
  data: object({ deleted: eventData.required() }),
  example: { eventId: "event-add-to-cart" },
  async run({ ctx, caller, project }, { eventId }) {
    const event = await deleteEvent(ctx, caller, { project, eventId });
    return {
      summary: oneLine(`The event ${eventId} (${event.eventType}) was deleted from the plan.`),
      data: { deleted: eventView(event, true) },
    };
  },
});

export const linkFrt = defineTool({
  name: "tracking_link_event_frt",
  title: "Link a plan event to a feature's step",
  description:
    "Links an event of the plan to the step of a functional feature in which it must happen. Call it for events without a simple trigger.",
  area: "tracking",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    eventId: eventIdArg(),
    ...FRT_LINK,
    stepText: FRT_LINK.stepText.required(),
  },
  data: object({
    eventId: string().required(),
    change: changeData(),
    frtLinks: frtLinksData(),
  }),
  example: { eventId: "event-purchase", featureId: "checkout", stepIndex: 4, stepText: "I pay" },
  async run({ ctx, caller, project }, { eventId, featureId, stepIndex, stepText }) {
    const link = { featureId, stepIndex, stepText };
    const { event, change, hasStep } = await linkEventFrt(ctx, caller, { project, eventId, link });
    const how = { created: "is linked to", updated: "has a new text for", unchanged: "was already linked to" }[change];
    return {
      summary: oneLine(`The event ${eventId} ${how} step ${stepIndex} of the feature ${featureId}.`),
      data: { eventId, change, frtLinks: event.frtLinks },
      warnings: hasStep
        ? []
        : [`The feature ${featureId} has no step ${quotedText(stepText)}, so no run proves the event until it has.`],
    };
  },
});

export const unlinkFrt = defineTool({
  name: "tracking_unlink_event_frt",
  title: "Unlink a plan event from a feature",
  description:
    "Takes away the links between an event of the plan and a functional feature, or only that to one step. Call tracking_get_event to see the links.",
  area: "tracking",
  profile: "full",
  mutating: true,
  destructive: true,
  idempotent: true,
  args: {
    project: projectArg(),
    eventId: eventIdArg(),
    featureId: FRT_LINK.featureId,
    stepIndex: described(FRT_LINK.stepIndex.optional(), "Default: all steps"),
  },
  data: object({
    eventId: string().required(),
    removed: frtLinksData(),
    frtLinks: frtLinksData(),
  }),
  example: { eventId: "event-purchase", featureId: "checkout" },
  async run({ ctx, caller, project }, { eventId, featureId, stepIndex }) {
    const { event, removed } = await unlinkEventFrt(ctx, caller, { project, eventId, featureId, stepIndex });
    return {
      summary: oneLine(
        `${plural(removed.length, "link")} of the event ${eventId} to the feature ${featureId} removed.`,
      ),
      data: { eventId, removed, frtLinks: event.frtLinks },
    };
  },
});
