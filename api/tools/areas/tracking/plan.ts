// The tracking plan as a whole: read, listed, discovered from the scenarios, replaced.
import { array, number, object, string } from "yup";
import {
  MAX_PLAN_EVENTS,
  MAX_PLAN_PAGES,
  type WrittenEvent,
  type WrittenPage,
} from "../../../../domain/pillars/tracking/parsePlan.ts";
import { MAX_LIMIT, pageOf } from "../../../lib/paging.ts";
import { closed, requiredText, text } from "../../../lib/validate.ts";
import { discoverPlanPages } from "../../../operations/tracking/discoverPlanPages.ts";
import { listAttributes } from "../../../operations/tracking/listAttributes.ts";
import { countRows, listRows } from "../../../operations/tracking/listRows.ts";
import { findRow } from "../../../operations/tracking/rows.ts";
import { updatePlan } from "../../../operations/tracking/updatePlan.ts";
import { listData, rowsData } from "../../answers.ts";
import { described, labelsArg, pagingArgs, projectArg, verboseArg } from "../../args.ts";
import { next, startOf } from "../../next.ts";
import { oneLine, plural } from "../../sentences.ts";
import { type AnyTool, defineTool } from "../../tool.ts";
import { eventData, eventView, pageData, pageView } from "./shapes.ts";

const nextCursorData = () => string().nullable().defined();

export const getPlan = defineTool({
  name: "tracking_get_plan",
  title: "Tracking plan",
  description:
    "The tracking plan: pages and events with what each has to send. Call it before changing the plan; then tracking_upsert_event, or run_full_audit (pillars: tracking) to test it.",
  intent: { does: "the tracking plan", when: [["tracking", "plan"]] },
  area: "tracking",
  profile: "qa",
  mutating: false,
  args: { project: projectArg(), ...pagingArgs, verbose: verboseArg() },
  data: object({
    counts: object({ pages: number().required(), events: number().required() }).required(),
    pages: listData(pageData),
    events: listData(eventData),
    nextCursor: nextCursorData(),
  }),
  example: {},
  async run(use, { limit, cursor, verbose }) {
    const { ctx, caller, project } = use;
    const [counts, { rows, more }] = await Promise.all([
      countRows(ctx, project),
      listRows(ctx, caller, { project, kinds: ["page", "event"], limit: limit ?? MAX_LIMIT, cursor }),
    ]);
    const empty = counts.pages + counts.events === 0;
    return {
      summary: empty
        ? `The project ${oneLine(project.name, 100)} has no tracking plan yet.`
        : `The tracking plan has ${plural(counts.pages, "page")} and ${plural(counts.events, "event")}.`,
      data: {
        counts,
        pages: rows.flatMap((one) => (one.kind === "page" ? [pageView(one.row, verbose)] : [])),
        events: rows.flatMap((one) => (one.kind === "event" ? [eventView(one.row, verbose)] : [])),
        nextCursor: more ? (rows.at(-1)?.cursor ?? null) : null,
      },
      warnings: more ? ["This is only a part of the plan. Call again with the cursor for the rest."] : [],
      nextActions: empty
        ? [next(use, "Create pages from the scenarios", "tracking_discover_from_pages")]
        : [startOf(use, "tracking", "Test the plan")],
    };
  },
});

export const discover = defineTool({
  name: "tracking_discover_from_pages",
  title: "Plan pages from scenarios",
  description:
    "Adds a plan page for each address among the scenarios, with a guessed pageType; existing pages stay. Call it to begin a plan; then tracking_upsert_event for what the pages must send.",
  intent: {
    does: "plan pages from the scenarios",
    when: [
      ["tracking", "crawl"],
      ["tracking", "plan", "create"],
    ],
  },
  area: "tracking",
  profile: "qa",
  mutating: true,
  idempotent: true,
  narrows: true,
  args: { project: projectArg(), scenarios: labelsArg() },
  data: object({
    created: listData(pageData),
    existing: rowsData({ pageId: string().required(), scenarioLabels: listData(string().required()) }),
    skipped: rowsData({ scenarioLabel: string().required(), reason: string().required() }),
  }),
  example: {},
  async run({ ctx, caller, project, environment }, { scenarios }) {
    const { created, known, skipped } = await discoverPlanPages(ctx, caller, { project, scenarios });
    const none = created.length + known.length + skipped.length === 0;
    return {
      summary: none
        ? "The project has no scenario to discover pages from."
        : `${plural(created.length, "page")} added to the plan, ${known.length} already there.`,
      data: { created: created.map((page) => pageView(page)), existing: known, skipped },
      nextActions: [
        none
          ? next({ project, environment }, "Find pages of the site", "crawl_site")
          : next({ project, environment }, "See the plan", "tracking_get_plan"),
      ],
    };
  },
});

const pagingOf = { project: projectArg(), ...pagingArgs };

export const listPages = defineTool({
  name: "tracking_list_pages",
  title: "Pages of the tracking plan",
  description: "The pages of the tracking plan. Call tracking_get_page for one with its events.",
  area: "tracking",
  profile: "full",
  mutating: false,
  args: { ...pagingOf, verbose: verboseArg() },
  data: object({ pages: listData(pageData), nextCursor: nextCursorData() }),
  example: { limit: 20 },
  async run({ ctx, caller, project, environment }, { limit, cursor, verbose }) {
    const { rows, more } = await listRows(ctx, caller, { project, kinds: ["page"], limit, cursor });
    const pages = rows.flatMap((one) => (one.kind === "page" ? [pageView(one.row, verbose)] : []));
    return {
      summary:
        pages.length === 0 ? "No pages." : `${plural(pages.length, "page")}${more ? ", and there are more" : ""}.`,
      data: { pages, nextCursor: more ? (rows.at(-1)?.cursor ?? null) : null },
      nextActions:
        pages.length === 0 && cursor === undefined
          ? [next({ project, environment }, "Create pages from the scenarios", "tracking_discover_from_pages")]
          : [],
    };
  },
});

export const listEvents = defineTool({
  name: "tracking_list_events",
  title: "Events of the tracking plan",
  description:
    "The events of the tracking plan, of one page when pageId is given. Call tracking_get_audit_event_proof to see whether one is sent.",
  area: "tracking",
  profile: "full",
  mutating: false,
  args: { ...pagingOf, pageId: described(text(120), "Only events of this page"), verbose: verboseArg() },
  data: object({ events: listData(eventData), nextCursor: nextCursorData() }),
  example: { pageId: "page-cart" },
  async run({ ctx, caller, project }, { limit, cursor, pageId, verbose }) {
    if (pageId !== undefined) await findRow(ctx, "page", project._id, pageId);
    const { rows, more } = await listRows(ctx, caller, { project, kinds: ["event"], pageId, limit, cursor });
    const events = rows.flatMap((one) => (one.kind === "event" ? [eventView(one.row, verbose)] : []));
    return {
      summary:
        events.length === 0 ? "No events." : `${plural(events.length, "event")}${more ? ", and there are more" : ""}.`,
      data: { events, nextCursor: more ? (rows.at(-1)?.cursor ?? null) : null },
    };
  },
});

function listAttributesTool(kind: "page" | "event"): AnyTool {
  const idName = `${kind}Id`;
  return defineTool({
    name: `tracking_list_${kind}_attributes`,
    title: kind === "page" ? "Attributes of plan pages" : "Attributes of plan events",
    description: `What the ${kind}s of the plan have to send, attribute by attribute; of one ${kind} when ${idName} is given. Change one with tracking_set_${kind}_attribute.`,
    area: "tracking",
    profile: "full",
    mutating: false,
    args: { ...pagingOf, [idName]: described(text(120), `Only of this ${kind}`) },
    data: object({
      attributes: rowsData({ [idName]: string().required(), name: string().required(), expected: string().required() }),
      total: number().required(),
      nextCursor: nextCursorData(),
    }),
    example: {},
    async run({ ctx, caller, project }, given) {
      const { limit, cursor, [idName]: id } = given as { limit?: number; cursor?: string; [k: string]: unknown };
      const all = await listAttributes(ctx, caller, { project, kind, id: id as string | undefined });
      const { entries, nextCursor } = pageOf(all, { limit, cursor }, 7);
      const attributes = entries.map(({ rowId, name, expected }) => ({ [idName]: rowId, name, expected }));
      return {
        summary: `${plural(all.length, "attribute")}${all.length > attributes.length ? `, ${attributes.length} of them here` : ""}.`,
        data: { attributes, total: all.length, nextCursor },
      };
    },
  });
}

export const listPageAttributes = listAttributesTool("page");
export const listEventAttributes = listAttributesTool("event");

const countsData = object({
  created: number().required(),
  updated: number().required(),
  unchanged: number().required(),
  removed: number().required(),
});

export const updatePlanTool = defineTool({
  name: "tracking_update_plan",
  title: "Replace sections of the tracking plan",
  description:
    "Replaces the plan's pages, its events, or both, as a whole: what the list lacks is deleted. Rows are those of tracking_get_plan. For single changes call tracking_upsert_page or tracking_upsert_event.",
  area: "tracking",
  profile: "full",
  mutating: true,
  destructive: true,
  idempotent: true,
  args: {
    project: projectArg(),
    fields: described(
      // Rows are validated with the plan as a whole: including the schema of a row would cost agents 700 tokens.
      closed({
        pages: array().of(object().required()).typeError("fields.pages must be a list").max(MAX_PLAN_PAGES),
        events: array().of(object().required()).typeError("fields.events must be a list").max(MAX_PLAN_EVENTS),
      })
        .required("fields is required: pages, events or both")
        .test(
          "sections",
          "fields needs pages, events or both",
          (f) => f?.pages !== undefined || f?.events !== undefined,
        ),
      "pages and/or events: lists of rows",
    ),
    reason: described(requiredText(500), "Why; kept in the audit log"),
  },
  data: object({ pages: countsData.nullable().defined(), events: countsData.nullable().defined() }),
  example: {
    fields: { pages: [{ id: "page-cart", label: "Cart", pageType: "cart", path: "/cart" }] },
    reason: "The shop has a new cart page",
  },
  async run({ ctx, caller, project, environment }, { fields, reason }) {
    const sections = fields as { pages?: WrittenPage[]; events?: WrittenEvent[] };
    const data = await updatePlan(ctx, caller, { project, fields: sections, reason });
    const said = (["pages", "events"] as const).flatMap((name) => {
      const counts = data[name];
      return counts
        ? [
            `${name}: ${counts.created} new, ${counts.updated} changed, ${counts.removed} removed, ${counts.unchanged} as before`,
          ]
        : [];
    });
    return {
      summary: `The plan was replaced. ${said.join("; ")}.`,
      data,
      nextActions: [startOf({ project, environment }, "tracking", "Test the plan")],
    };
  },
});
