// Reads and changes single pages of the tracking plan.
import { object, string } from "yup";
import { PLAN_PAGE, type WrittenPage } from "../../../../domain/pillars/tracking/parsePlan.ts";
import { requiredText } from "../../../lib/validate.ts";
import { deletePage } from "../../../operations/tracking/deletePage.ts";
import { linkPageScenario, unlinkPageScenario } from "../../../operations/tracking/linkPageScenario.ts";
import { readPlanPage } from "../../../operations/tracking/readPlanPage.ts";
import { upsertPage } from "../../../operations/tracking/upsertPage.ts";
import { changeData, listData, rowsData } from "../../answers.ts";
import { described, projectArg } from "../../args.ts";
import { next, startOf } from "../../next.ts";
import { oneLine, plural, quotedText } from "../../sentences.ts";
import { defineTool } from "../../tool.ts";
import { eventData, eventView, fieldsOf, pageData, pageIdArg, pageView, said } from "./shapes.ts";

const { id, label, pageType, path, scenarios, scenarioIds, attributes, closed } = PLAN_PAGE;
const scenarioIdArg = () => described(requiredText(200), "Id or label of the scenario");

export const getPage = defineTool({
  name: "tracking_get_page",
  title: "Page of the tracking plan",
  description:
    "One page of the plan with its events, its address and its scenarios. Call tracking_set_page_attribute to change what it has to set.",
  area: "tracking",
  profile: "full",
  mutating: false,
  args: { project: projectArg(), pageId: pageIdArg() },
  data: object({
    page: pageData.required(),
    address: string().nullable().defined(),
    scenarios: rowsData({ id: string().required(), label: string().required() }),
    events: listData(eventData),
  }),
  example: { pageId: "page-cart" },
  async run({ ctx, caller, project, environment }, { pageId }) {
    const found = await readPlanPage(ctx, caller, { project, pageId });
    const { page, events, address, linked } = found;
    return {
      summary: oneLine(
        `${quotedText(page.label)} (${page.pageType}): ${plural(page.attributes.length, "attribute")}, ${plural(events.length, "event")}.`,
      ),
      data: {
        page: pageView(page, true),
        address,
        scenarios: linked.map(({ _id, label: name }) => ({ id: _id, label: name })),
        events: events.map((event) => eventView(event)),
      },
      nextActions: [
        page.attributes.length > 0
          ? next({ project, environment }, "What the latest audit proves of it", "tracking_get_audit_event_proof", {
              eventId: pageId,
            })
          : startOf({ project, environment }, "tracking", "Test the plan"),
      ],
    };
  },
});

export const upsertPageTool = defineTool({
  name: "tracking_upsert_page",
  title: "Create or change a plan page",
  description:
    "Creates a page of the plan, or changes the given fields of one. Then call tracking_set_page_attribute and tracking_upsert_event.",
  area: "tracking",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: {
    project: projectArg(),
    id,
    label,
    pageType: described(pageType, "home, listing, product, cart …"),
    path: described(path, "Relative to the site"),
    scenarios: described(scenarios, "Labels or ids; replaces the links"),
    scenarioIds,
    attributes,
    closed: described(closed, "Unplanned attributes fail"),
  },
  quiet: ["scenarioIds", "attributes", "closed"],
  data: object({ page: pageData.required(), change: changeData() }),
  example: { id: "page-cart", label: "Cart", pageType: "cart", path: "/cart" },
  async run({ ctx, caller, project, environment }, given) {
    const fields = fieldsOf<WrittenPage>(PLAN_PAGE, given);
    const { page, change, warnings } = await upsertPage(ctx, caller, { project, page: fields });
    return {
      summary: oneLine(`The page ${page.id} (${quotedText(page.label)}) ${said(change)}.`),
      data: { page: pageView(page), change },
      warnings,
      nextActions: [
        page.attributes.length === 0
          ? next({ project, environment }, "See what the other pages have to set", "tracking_get_plan")
          : startOf({ project, environment }, "tracking", "Test the plan"),
      ],
    };
  },
});

export const deletePageTool = defineTool({
  name: "tracking_delete_page",
  title: "Delete a plan page",
  description:
    "Deletes a page of the plan. Refused while events belong to it: call tracking_delete_event, or tracking_upsert_event with another pageId, first.",
  area: "tracking",
  profile: "full",
  mutating: true,
  destructive: true,
  idempotent: true,
  args: { project: projectArg(), pageId: pageIdArg() },
  data: object({ deleted: pageData.required() }),
  example: { pageId: "page-cart" },
  async run({ ctx, caller, project }, { pageId }) {
    const page = await deletePage(ctx, caller, { project, pageId });
    return {
      summary: oneLine(`The page ${pageId} (${quotedText(page.label)}) was deleted from the plan.`),
      data: { deleted: pageView(page, true) },
    };
  },
});

const linkData = object({
  pageId: string().required(),
  scenarioId: string().required(),
  scenarioIds: listData(string().required()),
});

export const linkScenario = defineTool({
  name: "tracking_link_page_scenario",
  title: "Link a plan page to a scenario",
  description:
    "Links a page of the plan to a scenario; a page without a path takes the scenario's address. Call list_scenarios for labels; then run_full_audit (pillars: tracking).",
  area: "tracking",
  profile: "qa",
  mutating: true,
  idempotent: true,
  args: { project: projectArg(), pageId: pageIdArg(), scenarioId: scenarioIdArg() },
  data: linkData,
  example: { pageId: "page-cart", scenarioId: "Cart" },
  async run({ ctx, caller, project, environment }, { pageId, scenarioId }) {
    const done = await linkPageScenario(ctx, caller, { project, pageId, scenarioId });
    return {
      summary: oneLine(
        `The page ${pageId} ${done.changed ? "is now" : "was already"} linked to the scenario ${quotedText(done.scenario.label)}.`,
      ),
      data: { pageId, scenarioId: done.scenarioId, scenarioIds: done.page.scenarioIds },
      nextActions: [startOf({ project, environment }, "tracking", "Test the plan")],
    };
  },
});

export const unlinkScenario = defineTool({
  name: "tracking_unlink_page_scenario",
  title: "Unlink a plan page from a scenario",
  description:
    "Takes away the link between a page of the plan and a scenario; both stay. Call tracking_get_page to see the links.",
  area: "tracking",
  profile: "full",
  mutating: true,
  destructive: true,
  idempotent: true,
  args: { project: projectArg(), pageId: pageIdArg(), scenarioId: scenarioIdArg() },
  data: linkData,
  example: { pageId: "page-cart", scenarioId: "Cart" },
  async run({ ctx, caller, project }, { pageId, scenarioId }) {
    const done = await unlinkPageScenario(ctx, caller, { project, pageId, scenarioId });
    const placeless = done.page.path === null && done.page.scenarioIds.length === 0;
    return {
      summary: oneLine(`The page ${pageId} is no longer linked to the scenario ${scenarioId}.`),
      data: { pageId, scenarioId: done.scenarioId, scenarioIds: done.page.scenarioIds },
      warnings: placeless
        ? ["The page has no address now, so audits skip it: give it a path, or link a scenario."]
        : [],
    };
  },
});
