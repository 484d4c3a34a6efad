// Logic of the tracking plan screen: filtering, trigger descriptions, and conversion between rows and form fields.
import type { AppTracking, PlanEvent, PlanPage } from "../../../../api/endpoints/answers/app/tracking.ts";

export type Kind = "events" | "pages";
/** State kept in the address. */
export type State = { show: string; q: string; audit: string; edit: string; proof: string; run: string };
export type EventEntry = AppTracking["events"][number];
export type PageEntry = AppTracking["pages"][number];
type Audit = Pick<NonNullable<EventEntry["audit"]>, "status"> | null;
export type Attribute = { name: string; expected: string };

/** Returns the label of a row's audit result; `status` is one of `Status`. */
export const auditLook = (audit: Audit): { status: string; word: string } => {
  if (!audit) return { status: "skipped", word: "Not checked" };
  if (audit.status === "pass") return { status: "passed", word: "As planned" };
  return audit.status === "fail"
    ? { status: "failed", word: "Not as planned" }
    : { status: "skipped", word: "Not triggered" };
};

/** Describes an event's trigger in a few words. */
export function triggerSentence(trigger: Record<string, unknown> | null): string {
  if (!trigger) return "In a functional test";
  const at = typeof trigger.path === "string" ? ` on ${trigger.path}` : "";
  switch (trigger.on) {
    case "load":
      return `The page loads${at}`;
    case "click":
      return `A click on ${trigger.selector}${at}`;
    case "submit":
      return `${trigger.selector} is submitted${at}`;
    case "scroll":
      return `${trigger.selector ? `${trigger.selector} is scrolled into view` : `${trigger.percent} % of the page is scrolled`}${at}`;
    default:
      return String(trigger.on ?? "");
  }
}

type Filter = { text: string; audit: string };

/** Returns the rows that match the filter, failing rows first, otherwise in plan order. */
export function shownRows<E extends { row: { label: string; id: string }; audit: Audit }>(
  entries: readonly E[],
  { text, audit }: Filter,
  more: (entry: E) => string,
): E[] {
  const wanted = text.trim().toLowerCase();
  const rank = ({ audit }: E): number => (audit?.status === "fail" ? 0 : 1);
  return entries
    .filter((entry) => audit === "" || (entry.audit?.status ?? "none") === audit)
    .filter(({ row, ...rest }) =>
      `${row.label} ${row.id} ${more({ row, ...rest } as E)}`.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Derives an unused id from a label: "event-basket-seen", then "event-basket-seen-2". */
export function idFor(kind: Kind, label: string, taken: readonly string[]): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 100);
  const base = `${kind === "events" ? "event" : "page"}-${words || "row"}`;
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`;
    if (!taken.includes(id)) return id;
  }
}

/** A row in form fields: everything is text. Links to functional tests are not part of the form. */
export type Draft = {
  label: string;
  /** Name of the event, or kind of the page. */
  type: string;
  attributes: Attribute[];
  closed: boolean;
  path: string;
  scenarioIds: string[];
  pageId: string;
  on: "" | "load" | "click" | "scroll" | "submit";
  selector: string;
  percent: string;
  /** "selector = value", one per line. */
  fields: string;
  count: string;
  order: string;
  sentAs: string;
};

export const EMPTY_DRAFT: Draft = {
  label: "",
  type: "",
  attributes: [],
  closed: false,
  path: "",
  scenarioIds: [],
  pageId: "",
  on: "load",
  selector: "",
  percent: "",
  fields: "",
  count: "1",
  order: "",
  sentAs: "",
};

type Trigger = { on: Exclude<Draft["on"], "">; path?: string | null } & {
  selector?: string | null;
  percent?: number | null;
  fields?: { selector: string; value: string }[];
};

export const draftOfPage = ({ label, pageType, attributes, closed, path, scenarioIds }: PageEntry["row"]): Draft => ({
  ...EMPTY_DRAFT,
  label,
  type: pageType,
  attributes: [...attributes],
  closed,
  path: path ?? "",
  scenarioIds: [...scenarioIds],
});

export function draftOfEvent(row: EventEntry["row"]): Draft {
  const trigger = row.trigger as Trigger | null;
  return {
    ...EMPTY_DRAFT,
    label: row.label,
    type: row.eventType,
    attributes: [...row.attributes],
    closed: row.closed,
    pageId: row.pageId ?? "",
    count: String(row.count),
    order: row.order === null ? "" : String(row.order),
    sentAs: row.sentAs ?? "",
    on: trigger?.on ?? "",
    path: trigger?.path ?? "",
    selector: trigger?.selector ?? "",
    percent: trigger?.percent == null ? "" : String(trigger.percent),
    fields: (trigger?.fields ?? []).map(({ selector, value }) => `${selector} = ${value}`).join("\n"),
  };
}

/** Returns a problem that the form can detect before sending, or null. */
export const problemOf = (kind: Kind, { on, pageId, path }: Draft): string | null =>
  kind === "events" && on !== "" && pageId === "" && path.trim() === ""
    ? "An event that audits trigger needs a page. Choose one, or enter the address of a planned page."
    : null;

const attributesOf = ({ attributes }: Draft): Attribute[] =>
  attributes.filter(({ name, expected }) => name.trim() !== "" || expected.trim() !== "");

const numberOf = (text: string): number | null => (text.trim() === "" ? null : Number(text));

/** Returns the request body for a page. */
export const pageOfDraft = (draft: Draft): Omit<PlanPage, "id"> => ({
  label: draft.label.trim(),
  pageType: draft.type.trim(),
  path: draft.path.trim() || null,
  attributes: attributesOf(draft),
  scenarioIds: draft.scenarioIds,
  closed: draft.closed,
});

/** Returns the request body for an event. Fields that its trigger does not use are omitted. */
export function eventOfDraft(
  draft: Draft,
): Omit<PlanEvent, "id" | "frtLinks" | "trigger"> & { trigger: Trigger | null } {
  return {
    label: draft.label.trim(),
    eventType: draft.type.trim(),
    pageId: draft.pageId || null,
    attributes: attributesOf(draft),
    closed: draft.closed,
    count: numberOf(draft.count) ?? 1,
    order: numberOf(draft.order),
    sentAs: draft.sentAs.trim() || null,
    trigger: triggerOf(draft),
  };
}

function triggerOf({ on, path, selector, percent, fields }: Draft): Trigger | null {
  if (on === "") return null;
  const at = { on, path: path.trim() || null };
  if (on === "load") return at;
  const target = { ...at, selector: selector.trim() || null };
  if (on === "scroll") return { ...target, percent: numberOf(percent) };
  return on === "submit" ? { ...target, fields: fieldsOf(fields) } : target;
}

/** The first " = " outside brackets separates the selector from the value. */
function fieldsOf(text: string): { selector: string; value: string }[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const parted = /^((?:\[[^\]]*\]|[^[])*?) = (.*)$/.exec(line);
      return { selector: (parted?.[1] ?? line).trim(), value: parted?.[2] ?? "" };
    });
}

/** Rows are validated by the service, which reports problems by row. */
export type PlanFile = { pages?: object[]; events?: object[] };

/** Returns the sections of a plan file, or a sentence that says why the file is not a plan. */
export function readPlanFile(text: string): PlanFile | string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return "The file is not JSON.";
  }
  const { pages, events } = (parsed ?? {}) as { pages?: unknown; events?: unknown };
  const plan = {
    ...(Array.isArray(pages) ? { pages: pages as object[] } : {}),
    ...(Array.isArray(events) ? { events: events as object[] } : {}),
  };
  return plan.pages || plan.events ? plan : 'The file has no list "pages" or "events".';
}
