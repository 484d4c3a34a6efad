// The file format of a tracking plan, and the schemas of its pages and events for all inputs.
import { array, boolean, number, object, type Schema, string, ValidationError } from "yup";
import { ALL_PROBLEMS, type FieldProblem, problemsOf, refused } from "../../import/problems.ts";
import { addressProblem } from "../../net/pageAddress.ts";
import { MAX_EXPECTATION, parseExpectation } from "./expect.ts";
import type { PlanEvent, PlanPage, TrackingPlan, Trigger } from "./plan.ts";
import { isPath } from "./values.ts";

export const MAX_PLAN_PAGES = 2_000;
export const MAX_PLAN_EVENTS = 5_000;
/** Maximum number per row. */
export const MAX_ATTRIBUTES = 100;
export const MAX_PAGE_SCENARIOS = 50;
export const MAX_FRT_LINKS = 50;
const TRIGGERS = ["load", "click", "scroll", "submit"] as const;

type PathParams = { path: string };
/** Creates a message that begins with the field's path, as tools return it. The import of a file stores the path separately. */
const says =
  (what: string) =>
  ({ path }: PathParams): string =>
    `${path} ${what}`;

const words = () => string().typeError(says("must be a string"));
const id = words()
  .min(1)
  .max(120)
  .matches(/^[\w.-]+$/, says("must be letters, digits, dots, dashes and underscores"));
const text = words().trim(says("must not begin or end with a space")).min(1).max(200);
const selector = words().trim(says("must not begin or end with a space")).min(1).max(1_000);
const address = words()
  .min(1)
  .max(2_000)
  .test("address", (value, context) => {
    const problem = value == null ? null : addressProblem(value, { relative: true });
    return problem === null || context.createError({ message: says(problem) });
  });
const list = <T extends Schema>(entry: T, most: number) => array(entry).typeError(says("must be a list")).max(most);

/** One attribute of a row: its name and the expectation in the language of expect.ts. */
export const PLAN_ATTRIBUTE = {
  name: words()
    .max(200)
    .required()
    .test("path", says("must be a name, or a path such as items[].price"), (v) => v == null || isPath(v)),
  expected: words()
    .max(MAX_EXPECTATION, says(`has more than ${MAX_EXPECTATION} characters`))
    .required()
    .test(
      "expected",
      ({ path, value }) => {
        const read = parseExpectation(String(value ?? ""));
        return `${path} cannot be used. ${typeof read === "string" ? read : ""}`;
      },
      (v) => v == null || typeof parseExpectation(v) !== "string",
    ),
};
const planAttributeShape = object(PLAN_ATTRIBUTE).noUnknown();
const attributes = list(planAttributeShape.required(), MAX_ATTRIBUTES).test(
  "repeats",
  says("must not name an attribute twice"),
  (all) => all == null || new Set(all.map((a) => a?.name)).size === all.length,
);

const trigger = object({
  on: string().oneOf(TRIGGERS).required(),
  path: address.nullable(),
  scenario: text,
  selector: selector.nullable(),
  percent: number().typeError(says("must be a number")).min(0).max(100).nullable(),
  fields: list(
    object({ selector: selector.required(), value: words().max(1_000).defined() })
      .noUnknown()
      .required(),
    50,
  ),
})
  .noUnknown()
  .default(undefined)
  .nullable()
  .test(
    "target",
    says("needs the selector of what is clicked or submitted"),
    (t) => t == null || t.selector != null || !["click", "submit"].includes(t.on),
  )
  .test(
    "scroll",
    says("needs a selector or a percent to scroll to"),
    (t) => t == null || t.on !== "scroll" || t.selector != null || t.percent != null,
  )
  .test(
    "fields",
    says("has fields, which only a submit has"),
    (t) => t == null || t.fields === undefined || t.on === "submit",
  );

/** A link to a step of a feature. */
export const FRT_LINK = {
  featureId: text.required(),
  stepIndex: number().typeError(says("must be a number")).integer().min(0).required(),
  stepText: words().max(1_000).defined(),
};
const frtLinkShape = object(FRT_LINK).noUnknown();

/** One page of the plan as written in a file or by a tool, or as stored. */
export const PLAN_PAGE = {
  id: id.required(),
  label: text.required(),
  pageType: text.required(),
  path: address.nullable(),
  /** Labels or ids; the scenarios of both lists are linked. */
  scenarios: list(text.required(), MAX_PAGE_SCENARIOS),
  scenarioIds: list(text.required(), MAX_PAGE_SCENARIOS),
  attributes,
  closed: boolean().typeError(says("must be true or false")),
};
const planPageShape = object(PLAN_PAGE).noUnknown();

/** One event of the plan as written in a file or by a tool, or as stored. */
export const PLAN_EVENT = {
  id: id.required(),
  label: text.required(),
  eventType: text.required(),
  pageId: id.nullable(),
  trigger,
  attributes,
  frtLinks: list(frtLinkShape.required(), MAX_FRT_LINKS),
  count: number().typeError(says("must be a number")).integer().min(1).max(100),
  order: number().typeError(says("must be a number")).integer().min(0).max(1_000).nullable(),
  closed: boolean().typeError(says("must be true or false")),
  sentAs: text.nullable(),
};
const planEventShape = object(PLAN_EVENT).noUnknown();

/** Its rows are validated one at a time. */
const FILE = object({
  $schema: string().max(2_000),
  pages: array().max(MAX_PLAN_PAGES).required(),
  events: array().max(MAX_PLAN_EVENTS).required(),
}).noUnknown();
const PAGE_ROW = planPageShape.required();
const EVENT_ROW = planEventShape.required();

/** A page as written. Missing fields have defaults. */
export type WrittenPage = Pick<PlanPage, "id" | "label" | "pageType"> &
  Partial<Pick<PlanPage, "path" | "attributes" | "closed" | "scenarioIds">> & { scenarios?: string[] };
export type WrittenTrigger = {
  on: (typeof TRIGGERS)[number];
  path?: string | null;
  scenario?: string;
  selector?: string | null;
  percent?: number | null;
  fields?: { selector: string; value: string }[];
};
/** An event as written. */
export type WrittenEvent = Pick<PlanEvent, "id" | "label" | "eventType"> &
  Partial<Omit<PlanEvent, "id" | "label" | "eventType" | "trigger">> & { trigger?: WrittenTrigger | null };

/** A page of a plan that names scenarios by label or id. The importer converts them to ids. */
export type ImportedPage = Omit<PlanPage, "scenarioIds"> & { scenarios: string[] };
export type ImportedPlan = { pages: ImportedPage[]; events: PlanEvent[] };

/**
 * Parses a tracking plan. Throws ProductError `validation_error` with the path of every invalid field. `placeless`: pages may have neither
 * a
 * path nor a scenario yet.
 */
export function parseTrackingPlan(json: object, options: { placeless?: boolean } = {}): ImportedPlan {
  const steps = planSteps(json, options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Parses a plan row by row, so that the largest one, which takes a tenth of a second, does not block the event loop. */
export function* planSteps(json: object, { placeless = false } = {}): Generator<void, ImportedPlan> {
  const wrong: FieldProblem[] = [];
  const valid = <T>(schema: Schema, value: unknown, path?: string): T | undefined => {
    try {
      // The path at the beginning of messages; yup passes it on in the same way.
      return schema.validateSync(value, { ...ALL_PROBLEMS, ...(path === undefined ? {} : { path }) }) as T;
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      wrong.push(...problemsOf(error));
      return undefined;
    }
  };
  const whole = valid<{ pages: unknown[]; events: unknown[] }>(FILE, json);
  const file = { pages: [] as WrittenPage[], events: [] as WrittenEvent[] };
  for (const [i, row] of (whole?.pages ?? []).entries()) {
    const page = valid<WrittenPage>(PAGE_ROW, row, `pages[${i}]`);
    if (page) file.pages.push(page);
    yield;
  }
  for (const [i, row] of (whole?.events ?? []).entries()) {
    const event = valid<WrittenEvent>(EVENT_ROW, row, `events[${i}]`);
    if (event) file.events.push(event);
    yield;
  }
  if (wrong.length > 0) throw refused("The tracking plan is invalid", wrong);
  const pages = file.pages.map(readPage);
  const places = placesOf(pages);
  const problems = [
    ...repeats("pages", pages),
    ...repeats("events", file.events),
    ...pages.flatMap(({ path, scenarios }, i) =>
      placeless || path !== null || scenarios.length > 0
        ? []
        : [{ path: `pages[${i}]`, message: "needs a path or a scenario" }],
    ),
  ];
  const events = file.events.map((written, i) => {
    const { event, problem } = readEvent(written, places);
    if (problem) problems.push({ ...problem, path: `events[${i}].${problem.path}` });
    return event;
  });
  if (problems.length > 0) throw refused("The tracking plan is invalid", problems);
  return { pages, events };
}

/** Returns a valid page with its defaults. */
export function readPage({
  path,
  scenarios = [],
  scenarioIds = [],
  attributes,
  closed,
  ...rest
}: WrittenPage): ImportedPage {
  return {
    ...rest,
    path: path ?? null,
    scenarios: [...new Set([...scenarios, ...scenarioIds])],
    attributes: attributes ?? [],
    closed: closed ?? false,
  };
}

type Placed = { id: string; path: string | null; scenarios: string[] };

/** Pages by everything that events may refer to them by. Indexed because a plan has thousands of both. */
export type Places = {
  byId: ReadonlyMap<string, Placed>;
  /** The first page with the URL. */
  byAddress: ReadonlyMap<string, Placed>;
  byScenario: ReadonlyMap<string, readonly Placed[]>;
};

/** Creates the index for `readEvent`. */
export function placesOf(pages: readonly Placed[]): Places {
  const byId = new Map<string, Placed>();
  const byAddress = new Map<string, Placed>();
  const byScenario = new Map<string, Placed[]>();
  for (const page of pages) {
    const address = addressOf(page.path);
    if (!byId.has(page.id)) byId.set(page.id, page);
    if (address !== null && !byAddress.has(address)) byAddress.set(address, page);
    for (const scenario of page.scenarios) {
      const known = byScenario.get(scenario);
      if (known) known.push(page);
      else byScenario.set(scenario, [page]);
    }
  }
  return { byId, byAddress, byScenario };
}

/** Returns origin and path, by which events find their page; null if there is no path. */
function addressOf(path: string | null | undefined): string | null {
  const url = path == null ? null : URL.parse(path, "http://site.invalid");
  return url && `${url.origin}${url.pathname}`;
}

/**
 * Returns a valid event with its defaults, on the page that it names or that its trigger's URL belongs to, and a problem if there is no
 * such page.
 */
export function readEvent(written: WrittenEvent, places: Places): { event: PlanEvent; problem: FieldProblem | null } {
  const { pageId, trigger: pulled, attributes, frtLinks, count, order, closed, sentAs, ...rest } = written;
  const page = pageId == null ? placeOf(pulled, places) : places.byId.get(pageId);
  const event = {
    ...rest,
    pageId: page?.id ?? null,
    trigger: pulled ? triggerOf(pulled) : null,
    attributes: attributes ?? [],
    frtLinks: frtLinks ?? [],
    count: count ?? 1,
    order: order ?? null,
    closed: closed ?? false,
    sentAs: sentAs ?? null,
  };
  if (pageId != null && !page) return { event, problem: { path: "pageId", message: "names no page of this plan" } };
  if (!pulled || page) return { event, problem: null };
  const message = "belongs to no page of this plan: give a pageId, or the path or scenario of a planned page";
  return { event, problem: { path: "trigger", message } };
}

/** Replaces scenario labels with ids. A label without a scenario is left out. */
export function withScenarioIds(plan: ImportedPlan, idOf: (label: string) => string | undefined): TrackingPlan {
  const pages = plan.pages.map(({ scenarios, ...page }) => ({
    ...page,
    scenarioIds: scenarios.flatMap((label) => idOf(label) ?? []),
  }));
  return { pages, events: plan.events };
}

function placeOf(written: WrittenTrigger | null | undefined, { byAddress, byScenario }: Places): Placed | undefined {
  const wanted = addressOf(written?.path);
  const named = byScenario.get(written?.scenario ?? "") ?? [];
  return (
    named.find((page) => wanted === null || addressOf(page.path) === wanted) ??
    (wanted === null ? undefined : byAddress.get(wanted))
  );
}

function triggerOf(written: WrittenTrigger): Trigger {
  const { on, fields = [] } = written;
  const path = written.path ?? null;
  const target = written.selector ?? "";
  if (on === "load") return { on, path };
  if (on === "click") return { on, path, selector: target };
  if (on === "submit") return { on, path, selector: target, fields };
  return { on, path, selector: target || null, percent: written.percent ?? null };
}

function repeats(list: "pages" | "events", all: readonly { id: string }[]): FieldProblem[] {
  const seen = new Set<string>();
  return all.flatMap((one, i) => {
    const again = seen.has(one.id);
    seen.add(one.id);
    return again ? [{ path: `${list}[${i}].id`, message: "is the id of another of this plan" }] : [];
  });
}
