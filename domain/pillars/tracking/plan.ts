// The tracking plan: what each page and each event of a site has to send.

/** `expected` is written in the language of expect.ts; `name` may be a path such as `items[].price`. */
export type PlanAttribute = { name: string; expected: string };

/** A value for a field of a form. Test data only: it is stored as it is, and never shown in a finding. */
export type FormField = { selector: string; value: string };

/** What brings an event about. `path` null: the plan page's own address. */
export type Trigger = { path: string | null } & (
  | { on: "load" }
  | { on: "click"; selector: string }
  /** Until the target is in view, or so much of the document (percent) lies above the lower edge of the window. */
  | { on: "scroll"; selector: string | null; percent: number | null }
  /** `selector` names the form. Fields that are not listed are filled with plausible values. */
  | { on: "submit"; selector: string; fields: FormField[] }
);

/** A step of a functional feature in which the event has to happen. */
export type FrtLink = { featureId: string; stepIndex: number; stepText: string };

export type PlanPage = {
  id: string;
  label: string;
  pageType: string;
  /** Relative to the site, or absolute; null: the address of a linked scenario. */
  path: string | null;
  /** The attribute `event` names the page's own event; without it the state of the data layer is judged. */
  attributes: PlanAttribute[];
  scenarioIds: string[];
  /** Attributes that are not planned are failures instead of warnings. */
  closed: boolean;
};

export type PlanEvent = {
  id: string;
  label: string;
  /** Name of the event in the data layer. */
  eventType: string;
  /** null: known only by its FRT links. */
  pageId: string | null;
  trigger: Trigger | null;
  attributes: PlanAttribute[];
  frtLinks: FrtLink[];
  /** How often it is expected. */
  count: number;
  /** Events of one page that have one come in ascending order. */
  order: number | null;
  closed: boolean;
  /** Its name in beacons, where that differs from `eventType`. */
  sentAs: string | null;
};

/** What a functional test last showed of an event that is linked to its steps. */
export type LinkedProof = {
  eventId: string;
  runId: string;
  /** ISO 8601. */
  at: string;
  /** Feature and scenario, and the index of the step. */
  scenario: string;
  step: number;
  /** `not_reached`: the scenario failed before the step. */
  status: "pass" | "fail" | "not_reached";
  violations: string[];
  screenshotId: string | null;
};

export type TrackingPlan = {
  pages: PlanPage[];
  events: PlanEvent[];
  /** Of the events that are linked to features; only in the plan of a run. */
  linked?: LinkedProof[];
  /** The page beside which linked events without a page of their own are judged. */
  linkedAt?: string | null;
};

/** Pages without an address of their own get that of their first linked scenario. */
export function withAddresses(plan: TrackingPlan, scenarios: readonly { _id: string; url: string }[]): TrackingPlan {
  const urls = new Map(scenarios.map(({ _id, url }) => [_id, url]));
  const pages = plan.pages.map((page) => {
    const linked = page.scenarioIds.map((id) => urls.get(id)).find((url) => url !== undefined);
    return page.path === null && linked !== undefined ? { ...page, path: linked } : page;
  });
  return { ...plan, pages };
}

/** The plan as the planning of a run handed it on: plain data, no plan where there is none. */
export function planOf(options: Record<string, unknown>): TrackingPlan {
  const plan = options.plan as Partial<TrackingPlan> | null | undefined;
  const { pages = [], events = [], linked = [], linkedAt = null } = plan ?? {};
  return { pages, events, linked, linkedAt };
}

/** The plan page of an address: the one with the same path and query, else with the same path. */
export function planPageOf(plan: TrackingPlan, url: string, baseUrl: string): PlanPage | null {
  const wanted = URL.parse(url);
  if (!wanted) return null;
  const at = plan.pages.flatMap((page) => {
    const own = page.path === null ? null : URL.parse(page.path, baseUrl);
    return own && own.origin === wanted.origin && own.pathname === wanted.pathname ? [{ page, own }] : [];
  });
  return (at.find(({ own }) => own.search === wanted.search) ?? at[0])?.page ?? null;
}

export const eventsOf = (plan: TrackingPlan, page: PlanPage | null): PlanEvent[] =>
  page === null ? [] : plan.events.filter((event) => event.pageId === page.id);

/** Where the trigger of an event is pulled. */
export const addressOf = (event: PlanEvent, pageUrl: string, baseUrl: string): string =>
  event.trigger?.path == null ? pageUrl : (URL.parse(event.trigger.path, baseUrl)?.href ?? pageUrl);
