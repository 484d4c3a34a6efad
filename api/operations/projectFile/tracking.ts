// Pages and events of the file's tracking plan. A page refers to its scenarios by label in the file and by id in the database.
import { isDeepStrictEqual } from "node:util";
import { quoted } from "../../../domain/nearest.ts";
import { parseTrackingPlan } from "../../../domain/pillars/tracking/parsePlan.ts";
import type { PlanEvent, PlanPage } from "../../../domain/pillars/tracking/plan.ts";
import type { Item, ProjectFile } from "../../../domain/projectFile/types.ts";
import type { Row, RowKind } from "../../../models/trackingPlans/rows.ts";
import { readTrackingPlan } from "../../../models/trackingPlans/schema.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import { deleteEvent } from "../tracking/deleteEvent.ts";
import { deletePage } from "../tracking/deletePage.ts";
import { changeRow, findRow } from "../tracking/rows.ts";
import { linkable, scenarioIds, unknownScenario } from "../tracking/scenarioOf.ts";
import { type Present, requireWritten, type Section, type Use, unknownScenarios, viewsOf } from "./section.ts";

type WithLabels = Omit<PlanPage, "scenarioIds"> & { scenarios: string[] };
type View = Item["view"];

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Omits default values: null, empty lists, false, and a count of one. */
function itemOf(row: WithLabels | PlanEvent): Item {
  const said = ([name, value]: [string, unknown]) =>
    value !== null &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0) &&
    !(name === "count" && value === 1);
  const fields = Object.entries(row).filter(said);
  const inner = fields.map(([name, value]) =>
    name === "trigger" ? [name, Object.fromEntries(Object.entries(value as object).filter(said))] : [name, value],
  );
  return { name: row.id, view: Object.fromEntries(inner) };
}

const pageItem = ({ id, label, pageType, path, scenarios, attributes, closed }: WithLabels): Item =>
  itemOf({ id, label, pageType, path, scenarios: scenarios.toSorted(byText), attributes, closed });
const eventItem = (event: PlanEvent): Item => {
  const { id, label, eventType, pageId, trigger, attributes, frtLinks, count, order, closed, sentAs } = event;
  return itemOf({ id, label, eventType, pageId, trigger, attributes, frtLinks, count, order, closed, sentAs });
};

const planOf = (file: ProjectFile) => file.tracking && parseTrackingPlan(file.tracking, { placeless: true });
const labelled = (use: Use, ids: readonly string[]): string[] => ids.map((id) => use.labels?.get(id) ?? id);

export const trackingPageSection: Section = {
  kind: "trackingPage",
  async present(use) {
    use.labels = new Map((await linkable(use.ctx, use.project._id)).map(({ _id, label }) => [_id, label]));
    const { pages } = await readTrackingPlan(use.ctx.models, use.project._id);
    return pages.map((page) => ({
      ...pageItem({ ...page, scenarios: labelled(use, page.scenarioIds) }),
      change: (target) => writeRow(use, "page", page, target),
      async remove() {
        await requireSame(use, "page", page);
        await deletePage(use.ctx, use.caller, { project: use.project, pageId: page.id });
      },
    }));
  },
  wanted: (file, use) =>
    planOf(file)?.pages.map((page) => pageItem({ ...page, scenarios: labelled(use, page.scenarios) })) ?? null,
  create: (use, target) => writeRow(use, "page", null, target),
  check: ({ elsewhere }, { target }, { all }) =>
    unknownScenarios((target.scenarios ?? []) as string[], all, (label) => elsewhere?.has(label) === true),
  checkRemoval(_use, name, { end }) {
    const events = [...viewsOf(end, "trackingEvent")].filter(([, { pageId }]) => pageId === name).map(([id]) => id);
    if (events.length === 0) return [];
    const message = `The page "${name}" cannot be deleted while events belong to it: ${quoted(events.slice(0, MAX_NAMED))}.`;
    return [{ path: "", message }];
  },
};

const MAX_NAMED = 5;

export const trackingEventSection: Section = {
  kind: "trackingEvent",
  async present(use) {
    const { events } = await readTrackingPlan(use.ctx.models, use.project._id);
    return events.map(
      (event): Present => ({
        ...eventItem(event),
        change: (target) => writeRow(use, "event", event, target),
        async remove() {
          await requireSame(use, "event", event);
          await deleteEvent(use.ctx, use.caller, { project: use.project, eventId: event.id });
        },
      }),
    );
  },
  wanted: (file) => planOf(file)?.events.map(eventItem) ?? null,
  create: (use, target) => writeRow(use, "event", null, target),
};

const what = (kind: RowKind, id: string): string => `The ${kind} "${id}" of the tracking plan`;

async function requireSame<K extends RowKind>({ ctx, project }: Use, kind: K, row: Row<K>): Promise<void> {
  if (!isDeepStrictEqual(await findRow(ctx, kind, project._id, row.id), row)) requireWritten(false, what(kind, row.id));
}

/** Writes the row only if the row that was read (null for none) is still current. */
async function writeRow<K extends RowKind>(use: Use, kind: K, read: Row<K> | null, target: View): Promise<void> {
  const row = (kind === "page" ? await pageRow(use, target) : eventRow(target)) as Row<K>;
  const { change } = await changeRow(use.ctx, kind, use.project._id, row.id, (before) => {
    if (!isDeepStrictEqual(before, read)) requireWritten(false, what(kind, row.id));
    return row;
  });
  await recordAudit(use.ctx, use.caller, "tracking.set", use.project._id, { [kind]: row.id, change });
}

async function pageRow(use: Use, target: View): Promise<PlanPage> {
  const { scenarios = [], ...page } = target as Partial<WithLabels> & Pick<WithLabels, "id" | "label" | "pageType">;
  const known = await scenarioIds(use.ctx, use.project._id);
  const unknown = scenarios.find((one) => !known.has(one));
  if (unknown !== undefined) throw unknownScenario(unknown, [...known.keys()]);
  const usual = { path: null, attributes: [], closed: false };
  return { ...usual, ...page, scenarioIds: scenarios.map((one) => known.get(one) as string) };
}

/** Adds the default values that the file omits. */
function eventRow(target: View): PlanEvent {
  const { trigger, ...event } = target as Partial<PlanEvent> & Pick<PlanEvent, "id" | "label" | "eventType">;
  const usual = { pageId: null, attributes: [], frtLinks: [], count: 1, order: null, closed: false, sentAs: null };
  return { ...usual, ...event, trigger: trigger ? filledTrigger(trigger) : null };
}

function filledTrigger(trigger: NonNullable<PlanEvent["trigger"]>): PlanEvent["trigger"] {
  const usual = {
    load: { path: null },
    click: { path: null },
    scroll: { path: null, selector: null, percent: null },
    submit: { path: null, fields: [] },
  } as const;
  return { ...usual[trigger.on], ...trigger } as PlanEvent["trigger"];
}
