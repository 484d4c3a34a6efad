// The file format of a tracking plan, and the shapes that its pages and events have wherever they come in.
import { array, boolean, number, object, string, ValidationError } from "yup";
import { type FieldProblem, problemsOf, refused } from "../../import/problems.ts";
import { parseExpectation } from "./expect.ts";
import type { PlanEvent, PlanPage, TrackingPlan, Trigger } from "./plan.ts";
import { isPath } from "./values.ts";

export const MAX_PLAN_PAGES = 2_000;
export const MAX_PLAN_EVENTS = 5_000;
const TRIGGERS = ["load", "click", "scroll", "submit"] as const;

const id = string()
  .min(1)
  .max(120)
  .matches(/^[\w.-]+$/, "must be letters, digits, dots, dashes and underscores");
const text = string().trim("must not begin or end with a space").min(1).max(200);
const selector = string().trim("must not begin or end with a space").min(1).max(1_000);
const address = string()
  .min(1)
  .max(2_000)
  .test("address", "must be an address relative to the site, or an http(s) address without credentials", isAddress);

const attribute = object({
  name: string()
    .required()
    .test("path", "must be a name, or a path such as items[].price", (v) => v == null || isPath(v)),
  expected: string()
    .required()
    .test(
      "expected",
      ({ value }) => {
        const read = parseExpectation(String(value ?? ""));
        return typeof read === "string" ? read : "is not an expectation";
      },
      (v) => v == null || typeof parseExpectation(v) !== "string",
    ),
}).noUnknown();
const attributes = array(attribute.required())
  .max(100)
  .test(
    "repeats",
    "must not name an attribute twice",
    (list) => list == null || new Set(list.map((a) => a?.name)).size === list.length,
  );

const trigger = object({
  on: string().oneOf(TRIGGERS).required(),
  path: address,
  scenario: text,
  selector,
  percent: number().min(0).max(100),
  fields: array(
    object({ selector: selector.required(), value: string().max(1_000).defined() })
      .noUnknown()
      .required(),
  ).max(50),
})
  .noUnknown()
  .default(undefined)
  .test(
    "target",
    "needs the selector of what is clicked or submitted",
    (t) => t == null || t.selector !== undefined || !["click", "submit"].includes(t.on),
  )
  .test(
    "scroll",
    "needs a selector or a percent to scroll to",
    (t) => t == null || t.on !== "scroll" || t.selector !== undefined || t.percent !== undefined,
  )
  .test(
    "fields",
    "has fields, which only a submit has",
    (t) => t == null || t.fields === undefined || t.on === "submit",
  );

/** One page of the plan, as the file and the tools write it. */
export const planPageShape = object({
  id: id.required(),
  label: text.required(),
  pageType: text.required(),
  path: address,
  scenarios: array(text.required()).max(50),
  attributes,
  closed: boolean(),
})
  .noUnknown()
  .test("place", "needs a path or a scenario", (p) => p.path !== undefined || (p.scenarios?.length ?? 0) > 0);

/** One event of the plan, as the file and the tools write it. */
export const planEventShape = object({
  id: id.required(),
  label: text.required(),
  eventType: text.required(),
  pageId: id,
  trigger,
  attributes,
  frtLinks: array(
    object({
      featureId: text.required(),
      stepIndex: number().integer().min(0).required(),
      stepText: string().max(1_000).defined(),
    })
      .noUnknown()
      .required(),
  ).max(50),
  count: number().integer().min(1).max(100),
  order: number().integer().min(0).max(1_000),
  closed: boolean(),
  sentAs: text,
}).noUnknown();

const FILE = object({
  $schema: string(),
  pages: array(planPageShape.required()).max(MAX_PLAN_PAGES).required(),
  events: array(planEventShape.required()).max(MAX_PLAN_EVENTS).required(),
}).noUnknown();

type WrittenPage = Pick<PlanPage, "id" | "label" | "pageType"> &
  Partial<Pick<PlanPage, "attributes" | "closed">> & { path?: string; scenarios?: string[] };
type WrittenTrigger = {
  on: (typeof TRIGGERS)[number];
  path?: string;
  scenario?: string;
  selector?: string;
  percent?: number;
  fields?: { selector: string; value: string }[];
};
type WrittenEvent = Pick<PlanEvent, "id" | "label" | "eventType"> &
  Partial<Pick<PlanEvent, "attributes" | "frtLinks" | "count" | "closed">> & {
    pageId?: string;
    trigger?: WrittenTrigger;
    order?: number;
    sentAs?: string;
  };

/** A plan as it was imported: its pages name scenarios by their labels, which the importer turns into ids. */
export type ImportedPlan = { pages: (Omit<PlanPage, "scenarioIds"> & { scenarios: string[] })[]; events: PlanEvent[] };

/** Throws ProductError `validation_error` with the path of every wrong field. */
export function parseTrackingPlan(json: object): ImportedPlan {
  let file: { pages: WrittenPage[]; events: WrittenEvent[] };
  try {
    file = FILE.validateSync(json, { strict: true, abortEarly: false }) as typeof file;
  } catch (error) {
    if (error instanceof ValidationError) throw refused("The tracking plan is not right", problemsOf(error));
    throw error;
  }
  const pages = file.pages.map(({ path, scenarios, attributes: list, closed, ...rest }) => ({
    ...rest,
    path: path ?? null,
    scenarios: scenarios ?? [],
    attributes: list ?? [],
    closed: closed ?? false,
  }));
  const problems = [...repeats("pages", pages), ...repeats("events", file.events)];
  const events = file.events.map((event, i) => {
    const { pageId, trigger: written, attributes: list, frtLinks, count, order, closed, sentAs, ...rest } = event;
    const page = pageId === undefined ? placeOf(written, pages) : pages.find((one) => one.id === pageId);
    if (pageId !== undefined && !page)
      problems.push({ path: `events[${i}].pageId`, message: "names no page of this plan" });
    else if (written && !page)
      problems.push({
        path: `events[${i}].trigger`,
        message: "belongs to no page of this plan: give a pageId, or the path or scenario of a planned page",
      });
    return {
      ...rest,
      pageId: page?.id ?? null,
      trigger: written ? triggerOf(written) : null,
      attributes: list ?? [],
      frtLinks: frtLinks ?? [],
      count: count ?? 1,
      order: order ?? null,
      closed: closed ?? false,
      sentAs: sentAs ?? null,
    };
  });
  if (problems.length > 0) throw refused("The tracking plan is not right", problems);
  return { pages, events };
}

/** The plan with ids for labels; a label that no scenario has is left out. */
export function withScenarioIds(plan: ImportedPlan, idOf: (label: string) => string | undefined): TrackingPlan {
  const pages = plan.pages.map(({ scenarios, ...page }) => ({
    ...page,
    scenarioIds: scenarios.flatMap((label) => idOf(label) ?? []),
  }));
  return { pages, events: plan.events };
}

function placeOf<P extends { path: string | null; scenarios: string[] }>(
  written: WrittenTrigger | undefined,
  pages: readonly P[],
): P | undefined {
  const site = "http://site.invalid";
  const wanted = written?.path === undefined ? null : URL.parse(written.path, site);
  const same = (page: P): boolean => {
    const own = page.path === null ? null : URL.parse(page.path, site);
    return own !== null && own.origin === wanted?.origin && own.pathname === wanted.pathname;
  };
  const label = written?.scenario;
  return (
    pages.find((page) => label !== undefined && page.scenarios.includes(label) && (!wanted || same(page))) ??
    pages.find(same)
  );
}

function triggerOf(written: WrittenTrigger): Trigger {
  const { on, path = null, selector: target = "", percent = null, fields = [] } = written;
  if (on === "load") return { on, path };
  if (on === "click") return { on, path, selector: target };
  if (on === "submit") return { on, path, selector: target, fields };
  return { on, path, selector: target || null, percent };
}

function repeats(list: "pages" | "events", all: readonly { id: string }[]): FieldProblem[] {
  const seen = new Set<string>();
  return all.flatMap((one, i) => {
    const again = seen.has(one.id);
    seen.add(one.id);
    return again ? [{ path: `${list}[${i}].id`, message: "is the id of another of this plan" }] : [];
  });
}

function isAddress(value: string | undefined | null): boolean {
  if (value == null) return true;
  const parsed = URL.parse(value, "http://site.invalid");
  return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === "" && parsed.password === "";
}
