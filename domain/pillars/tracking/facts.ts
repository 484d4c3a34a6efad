// Combines the plan of one page with what was observed, into plain facts that every check reads.

import { attributeViolations } from "./attributes.ts";
import { modelOf, pageOf } from "./dataLayer.ts";
import { parseExpectation } from "./expect.ts";
import type { Item, ItemAttribute } from "./item.ts";
import { canonical, isInternal } from "./names.ts";
import type { Pass, Push, TrackingData } from "./observation.ts";
import { type Occurrence, occurrencesOf, type Scope } from "./occurrences.ts";
import { ownActions } from "./ownActions.ts";
import {
  addressOf,
  eventsOf,
  type LinkedProof,
  type PlanAttribute,
  type PlanEvent,
  type PlanPage,
  planPageOf,
  type TrackingPlan,
} from "./plan.ts";

export type Facts = {
  page: PlanPage | null;
  /** Whether the project has a plan. */
  planned: boolean;
  items: Item[];
  passes: Pass[];
  /** Events on this page that belong to none of its rows. */
  strays: Stray[];
};

/** `elsewhere`: whether the plan contains the event on another page. */
export type Stray = { pass: Pass; occurrence: Occurrence; elsewhere: boolean };

const LOAD: Scope = { step: null, away: true };
const TRIGGERED: Scope = { step: 1, away: true };

export function factsOf(data: TrackingData, plan: TrackingPlan, url: string, baseUrl: string): Facts {
  const page = planPageOf(plan, url, baseUrl);
  const roaming = plan.linkedAt === url ? linkedWithoutPage(plan) : [];
  const events = [...eventsOf(plan, page), ...roaming];
  const items = [
    ...(page && page.attributes.length > 0 ? [pageItem(page, data, url)] : []),
    ...events.map((event) => withLinked(eventItem(event, data, url, baseUrl), event, plan.linked ?? [])),
  ];
  for (const item of items)
    item.others = items
      .filter((other) => other !== item && other.kind === "event")
      .map(({ names, attributes }) => ({ names, attributes: attributes.map(({ name }) => name) }));
  for (const group of sharing(items)) assign(group);
  const planned = plan.pages.length + plan.events.length > 0;
  return { page, planned, items, passes: data.passes, strays: straysOf(data, plan, items) };
}

/** Returns the events that belong to no page and were observed by a functional test. */
function linkedWithoutPage({ events, linked = [] }: TrackingPlan): PlanEvent[] {
  const known = new Set(linked.map(({ eventId }) => eventId));
  return events.filter(({ id, pageId }) => pageId === null && known.has(id));
}

/** Adds the latest result of a linked functional test to a row that could not be tried here. */
function withLinked(item: Item, { id, frtLinks }: PlanEvent, linked: readonly LinkedProof[]): Item {
  if (item.notExercised === null || frtLinks.length === 0) return item;
  const proof = linked.find(({ eventId }) => eventId === id);
  if (proof === undefined)
    return { ...item, notExercised: `${item.notExercised} Run a feature that is linked to it with verifyTracking.` };
  if (proof.status === "not_reached")
    return {
      ...item,
      notExercised: `${item.notExercised} In the functional run ${proof.runId}, "${proof.scenario}" failed before step ${proof.step + 1}.`,
    };
  return { ...item, linked: proof, screenshotId: proof.screenshotId };
}

function pageItem(page: PlanPage, data: TrackingData, url: string): Item {
  const attributes = readable(page.attributes);
  const names = eventNames(attributes);
  const pass = data.passes.find((one) => one.kind === "load" && one.address === url) ?? data.passes[0] ?? null;
  return {
    kind: "page",
    id: page.id,
    label: page.label,
    eventType: names[0] ?? null,
    names,
    count: 1,
    order: null,
    closed: page.closed,
    attributes: attributes.filter(({ name }) => names.length === 0 || name !== "event"),
    linked: null,
    others: [],
    notExercised: pass === null ? "The page was not visited." : null,
    pass,
    screenshotId: pass?.steps[0]?.screenshotId ?? null,
    occurrences: pass === null ? [] : names.length > 0 ? occurrencesOf(pass, names, LOAD) : stateOf(pass),
  };
}

function eventItem(event: PlanEvent, data: TrackingData, url: string, baseUrl: string): Item {
  const names = [event.eventType, ...(event.sentAs === null ? [] : [event.sentAs])];
  const { pass, why } = passOf(event, data, addressOf(event, url, baseUrl));
  const step = pass?.steps.at(-1);
  const notExercised = why ?? (step?.state === "failed" ? (step.reason ?? "Its trigger could not be pulled.") : null);
  return {
    kind: "event",
    id: event.id,
    label: event.label,
    eventType: event.eventType,
    names,
    count: event.count,
    order: event.order,
    closed: event.closed,
    attributes: readable(event.attributes),
    linked: null,
    others: [],
    notExercised,
    pass,
    screenshotId: step?.screenshotId ?? null,
    occurrences:
      pass === null || notExercised !== null ? [] : occurrencesOf(pass, names, pass.kind === "load" ? LOAD : TRIGGERED),
  };
}

function passOf(event: PlanEvent, data: TrackingData, address: string): { pass: Pass | null; why: string | null } {
  const skipped = data.skipped.find(({ eventId }) => eventId === event.id)?.reason ?? null;
  if (event.trigger === null)
    return {
      pass: null,
      why: skipped ?? "It has no trigger of its own; only the steps that are linked to it bring it about.",
    };
  const pass = data.passes.find((one) =>
    event.trigger?.on === "load"
      ? one.kind === "load" && one.address === address
      : one.kind === "trigger" && one.steps.at(-1)?.eventId === event.id,
  );
  return pass ? { pass, why: null } : { pass: null, why: skipped ?? "Its address was not visited." };
}

/** For a page row without an event: the final contents of the last document's data layer. */
function stateOf(pass: Pass): Occurrence[] {
  const all = pass.pushes.filter(({ name }) => !isInternal(name));
  const last = all.at(-1);
  if (last === undefined) return [];
  const parameters = modelOf(all.filter((push) => pageOf(push) === pageOf(last)));
  return [
    { name: "", seq: last.seq, atMs: last.atMs, push: { ...last, parameters }, beacons: [], parameters, typed: true },
  ];
}

/** Leaves out expectations that can no longer be parsed. They were valid when saved. */
function readable(attributes: readonly PlanAttribute[]): ItemAttribute[] {
  return attributes.flatMap((attribute) => {
    const expectation = parseExpectation(attribute.expected);
    return typeof expectation === "string" ? [] : [{ ...attribute, expectation }];
  });
}

function eventNames(attributes: readonly ItemAttribute[]): string[] {
  const expectation = attributes.find(({ name }) => name === "event")?.expectation;
  if (expectation?.kind !== "one-of") return [];
  return expectation.choices.flatMap((choice) => (choice.kind === "literal" ? [choice.text] : []));
}

/** Groups rows with the same occurrences: same pass and same event name. */
function sharing(items: readonly Item[]): Item[][] {
  const groups = Object.groupBy(
    items.filter((item) => item.eventType !== null && item.pass !== null),
    (item) =>
      `${item.pass?.kind} ${item.pass?.address} ${item.pass?.steps.at(-1)?.eventId} ${canonical(item.eventType ?? "")}`,
  );
  return (Object.values(groups) as Item[][]).filter((group) => group.length > 1);
}

/** Assigns each occurrence to the best matching row whose count is not reached yet. */
function assign(group: readonly Item[]): void {
  const all = group[0]?.occurrences ?? [];
  const taken = new Map<Item, Occurrence[]>(group.map((item) => [item, []]));
  const faults = (item: Item, occurrence: Occurrence) => attributeViolations(item, occurrence).length;
  for (const occurrence of all) {
    const ranked = [...group].sort((a, b) => faults(a, occurrence) - faults(b, occurrence));
    const lacking = ranked.find((item) => (taken.get(item)?.length ?? 0) < item.count);
    taken.get((lacking ?? ranked[0]) as Item)?.push(occurrence);
  }
  for (const item of group) item.occurrences = taken.get(item) ?? [];
}

function straysOf(data: TrackingData, plan: TrackingPlan, items: readonly Item[]): Stray[] {
  const here = new Set(["page_view", ...items.flatMap(({ names }) => names)].map(canonical));
  const anywhere = new Set(
    plan.events.filter(({ pageId }) => pageId === null).map(({ eventType }) => canonical(eventType)),
  );
  const elsewhere = new Set(
    [
      ...plan.events.flatMap(({ eventType, sentAs }) => [eventType, sentAs ?? eventType]),
      ...plan.pages.flatMap(({ attributes }) => eventNames(readable(attributes))),
    ].map(canonical),
  );
  const seen = new Set<string>();
  return data.passes.flatMap((pass) => {
    const scope: Scope = { step: pass.kind === "load" ? null : 1, away: false };
    const within = (one: { step: number; away: boolean }) =>
      !one.away && (scope.step === null || one.step === scope.step);
    const names = [
      ...pass.pushes.filter((push: Push) => push.kind === "event" && within(push) && !isInternal(push.name)),
      ...pass.beacons.filter((b) => b.kind === "event" && !b.automatic && !b.secondary && within(b)),
    ].map(({ name }) => name);
    const own = ownActions(pass);
    return names.flatMap((name): Stray[] => {
      const known = canonical(name);
      if (name === "" || seen.has(known) || here.has(known) || anywhere.has(known) || own(name)) return [];
      // Events planned for another page may follow a trigger, for example on the next page or in a dialog.
      if (pass.kind === "trigger" && elsewhere.has(known)) return [];
      const occurrence = occurrencesOf(pass, [name], scope)[0];
      if (occurrence === undefined) return [];
      seen.add(known);
      return [{ pass, occurrence, elsewhere: elsewhere.has(known) }];
    });
  });
}
