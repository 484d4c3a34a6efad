// The tracking plan: what each page and each event of a site has to send.

/** `expected` is in the language of expect.ts; `name` may be a path such as `items[].price`. */
export type PlanAttribute = { name: string; expected: string };

/** A value for a form field. Test data only: it is stored unchanged and never shown in a finding. */
export type FormField = { selector: string; value: string };

/** What triggers an event. `path`: null for the plan page's own URL. */
export type Trigger = { path: string | null } & (
  | { on: "load" }
  | { on: "click"; selector: string }
  /** Scrolls until the element is in view, or until the given percentage of the document is above the lower edge of the window. */
  | { on: "scroll"; selector: string | null; percent: number | null }
  /** `selector` identifies the form. Fields that are not listed are filled with plausible values. */
  | { on: "submit"; selector: string; fields: FormField[] }
);

/** A step of a functional feature during which the event must occur. */
export type FrtLink = { featureId: string; stepIndex: number; stepText: string };

export type PlanPage = {
  id: string;
  label: string;
  pageType: string;
  /** Relative to the site, or absolute; null for the URL of a linked scenario. */
  path: string | null;
  /** The attribute `event` names the page's own event; without it the state of the data layer is checked. */
  attributes: PlanAttribute[];
  scenarioIds: string[];
  /** Whether unplanned attributes fail instead of warning. */
  closed: boolean;
};

export type PlanEvent = {
  id: string;
  label: string;
  /** Name of the event in the data layer. */
  eventType: string;
  /** Null if only its FRT links identify it. */
  pageId: string | null;
  trigger: Trigger | null;
  attributes: PlanAttribute[];
  frtLinks: FrtLink[];
  /** Expected number of occurrences. */
  count: number;
  /** Events of one page with an order must occur in ascending order. */
  order: number | null;
  closed: boolean;
  /** Its name in beacons if it differs from `eventType`. */
  sentAs: string | null;
};

/** Latest result of a functional test for an event that is linked to its steps. */
export type LinkedProof = {
  eventId: string;
  runId: string;
  /** ISO 8601 time. */
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
  /** Results for events that are linked to features. Only in the plan of a run. */
  linked?: LinkedProof[];
  /** URL of the page on which linked events without a page are checked. */
  linkedAt?: string | null;
};

/** Gives pages without a path the URL of their first linked scenario. */
export function withAddresses(plan: TrackingPlan, scenarios: readonly { _id: string; url: string }[]): TrackingPlan {
  const urls = new Map(scenarios.map(({ _id, url }) => [_id, url]));
  const pages = plan.pages.map((page) => {
    const linked = page.scenarioIds.map((id) => urls.get(id)).find((url) => url !== undefined);
    return page.path === null && linked !== undefined ? { ...page, path: linked } : page;
  });
  return { ...plan, pages };
}

/** Returns the plan from the run's options. Without a plan, all lists are empty. */
export function planOf(options: Record<string, unknown>): TrackingPlan {
  const plan = options.plan as Partial<TrackingPlan> | null | undefined;
  const { pages = [], events = [], linked = [], linkedAt = null } = plan ?? {};
  return { pages, events, linked, linkedAt };
}

/** Returns the plan page of a URL: the one with the same path and query, otherwise the same path. */
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

/** Returns the URL on which the event is triggered. */
export const addressOf = (event: PlanEvent, pageUrl: string, baseUrl: string): string =>
  event.trigger?.path == null ? pageUrl : (URL.parse(event.trigger.path, baseUrl)?.href ?? pageUrl);
