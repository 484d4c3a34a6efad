// The tracking plan on the dashboard: its rows with the results of the last audit, saving (only on top of the current version), and proofs.
import { array, object } from "yup";
import {
  MAX_PLAN_EVENTS,
  MAX_PLAN_PAGES,
  PLAN_EVENT,
  PLAN_PAGE,
  type WrittenEvent,
  type WrittenPage,
} from "../../../domain/pillars/tracking/parsePlan.ts";
import { resolveProject } from "../../lib/access.ts";
import { closed, requiredText, text } from "../../lib/validate.ts";
import { placeOf } from "../../operations/projects/place.ts";
import { deleteEvent } from "../../operations/tracking/deleteEvent.ts";
import { deletePage } from "../../operations/tracking/deletePage.ts";
import { readEditablePlan } from "../../operations/tracking/readPlan.ts";
import { readTrackingProof } from "../../operations/tracking/readProof.ts";
import { saveEvent, savePage } from "../../operations/tracking/saveRow.ts";
import { readPlan } from "../../operations/tracking/trackingPlan.ts";
import { type PlanSections, updatePlan } from "../../operations/tracking/updatePlan.ts";
import { done } from "../answers/accounts.ts";
import {
  appImportedPlan,
  appSavedEvent,
  appSavedPage,
  appTracking,
  appTrackingProof,
} from "../answers/app/tracking.ts";
import { defineEndpoint, type EndpointArea } from "../define.ts";
import { UNKNOWN_PLACE } from "../words.ts";
import { edits, inProject, reads, STALE, UNKNOWN_PROJECT } from "./shared.ts";

const { id: _pageId, ...pageFields } = PLAN_PAGE;
const { id: _eventId, ...eventFields } = PLAN_EVENT;
const rev = text(64).defined();
const ofPage = { ...inProject, pageId: "Id of the plan page" };
const ofEvent = { ...inProject, eventId: "Id of the plan event" };

const plan = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/tracking",
  id: "readAppTrackingPlan",
  summary: "The tracking plan, with the last audit of each row",
  params: inProject,
  query: closed({ environment: text(), branch: text() }),
  answers: { 200: { description: "All rows, oldest first.", json: appTracking } },
  refusals: { 404: UNKNOWN_PLACE },
  handle: async ({ ctx, caller, params, query }) => ({
    json: await readEditablePlan(ctx, caller, await placeOf(ctx, caller, params.slug, query)),
  }),
});

const savePlanPage = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/tracking/pages/{pageId}",
  id: "saveAppPlanPage",
  summary: "Create or change a page of the plan",
  description: 'Omitted fields are not changed. `rev`: of the changed row; "" for a new one.',
  params: ofPage,
  body: closed({ rev, row: closed(pageFields).required() }),
  bounds: "run",
  answers: { 200: { description: "The row as it is now.", json: appSavedPage } },
  refusals: { 404: "The project or a scenario is unknown.", 409: STALE },
  async handle({ ctx, caller, params: { slug, pageId }, body }) {
    const project = await resolveProject(ctx, caller, slug);
    const page = { ...body.row, id: pageId } as WrittenPage;
    return { json: await savePage(ctx, caller, { project, page, rev: body.rev }) };
  },
});

const savePlanEvent = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/tracking/events/{eventId}",
  id: "saveAppPlanEvent",
  summary: "Create or change an event of the plan",
  description: 'Omitted fields are not changed. `rev`: of the changed row; "" for a new one.',
  params: ofEvent,
  body: closed({ rev, row: closed(eventFields).required() }),
  bounds: "run",
  answers: { 200: { description: "The row as it is now.", json: appSavedEvent } },
  refusals: { 404: "The project, the page or a feature is unknown.", 409: STALE },
  async handle({ ctx, caller, params: { slug, eventId }, body }) {
    const project = await resolveProject(ctx, caller, slug);
    const event = { ...body.row, id: eventId } as WrittenEvent;
    return { json: await saveEvent(ctx, caller, { project, event, rev: body.rev }) };
  },
});

const removePage = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/tracking/pages/{pageId}",
  id: "deleteAppPlanPage",
  summary: "Delete a page of the plan",
  params: ofPage,
  query: closed({ rev: requiredText(64) }),
  answers: { 200: { description: "It is gone.", json: done } },
  refusals: { 404: "The project or the page is unknown.", 409: `${STALE} Or events belong to it.` },
  async handle({ ctx, caller, params: { slug, pageId }, query }) {
    await deletePage(ctx, caller, { project: await resolveProject(ctx, caller, slug), pageId, rev: query.rev });
    return { json: { success: true } };
  },
});

const removeEvent = defineEndpoint({
  ...edits,
  method: "delete",
  path: "/api/app/projects/{slug}/tracking/events/{eventId}",
  id: "deleteAppPlanEvent",
  summary: "Delete an event of the plan",
  params: ofEvent,
  query: closed({ rev: requiredText(64) }),
  answers: { 200: { description: "It is gone.", json: done } },
  refusals: { 404: "The project or the event is unknown.", 409: STALE },
  async handle({ ctx, caller, params: { slug, eventId }, query }) {
    await deleteEvent(ctx, caller, { project: await resolveProject(ctx, caller, slug), eventId, rev: query.rev });
    return { json: { success: true } };
  },
});

const exportPlan = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/tracking/export",
  id: "exportAppTrackingPlan",
  summary: "The tracking plan as a file that the import takes",
  params: inProject,
  answers: {
    200: { description: "The file, as a download.", types: ["application/json"], headers: ["Content-Disposition"] },
  },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params: { slug }, res }) {
    const file = await readPlan(ctx, caller, { project: slug });
    res.attachment("tracking-plan.json").json(file);
  },
});

const rows = (most: number) => array().of(object().required()).max(most);
const importPlan = defineEndpoint({
  ...edits,
  method: "post",
  path: "/api/app/projects/{slug}/tracking/import",
  id: "importAppTrackingPlan",
  summary: "Replace sections of the tracking plan",
  description: "A given list replaces its section; rows that are not in it are deleted.",
  params: inProject,
  body: closed({
    plan: closed({ pages: rows(MAX_PLAN_PAGES), events: rows(MAX_PLAN_EVENTS) }).required(),
    reason: requiredText(500),
  }),
  bounds: "tool",
  answers: { 200: { description: "What changed; null of a section that was not given.", json: appImportedPlan } },
  refusals: { 404: UNKNOWN_PROJECT },
  async handle({ ctx, caller, params: { slug }, body: { plan: fields, reason } }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await updatePlan(ctx, caller, { project, fields: fields as PlanSections, reason }) };
  },
});

const proof = defineEndpoint({
  ...reads,
  method: "get",
  path: "/api/app/projects/{slug}/tracking/proof",
  id: "readAppTrackingProof",
  summary: "Proof of one row in a run: step, push, beacons, screenshot",
  params: inProject,
  query: closed({ runId: requiredText(100), id: requiredText(120) }),
  answers: { 200: { description: "Where the row did worst.", json: appTrackingProof } },
  refusals: { 404: "The project or the run is unknown, or the run did not check the row." },
  async handle({ ctx, caller, params: { slug }, query }) {
    const project = await resolveProject(ctx, caller, slug);
    return { json: await readTrackingProof(ctx, caller, { project, ...query }) };
  },
});

export const appTrackingEndpoints: EndpointArea = {
  name: "appTracking",
  endpoints: [plan, savePlanPage, savePlanEvent, removePage, removeEvent, exportPlan, importPlan, proof],
};
