// Matches each ticket with the scenarios and events of the fictional service, as a proof does, and counts the outcomes.

import type { Embedder } from "../../domain/functional/find/embedder.ts";
import { eventItem, scenarioItem } from "../../domain/functional/find/items.ts";
import {
  askedText,
  type Findable,
  type Found,
  type Prepared,
  prepare,
  rank,
} from "../../domain/functional/find/rank.ts";
import { choose, rankedBy } from "../../domain/proof/choose.ts";
import { type Condition, viewportFor } from "../../domain/proof/conditions/condition.ts";
import { judgeConditions } from "../../domain/proof/conditions/judgeConditions.ts";
import { readConditions } from "../../domain/proof/conditions/readConditions.ts";
import type { Candidate } from "../../domain/proof/match.ts";
import { englishTicket, intentOf } from "../../domain/proof/ticket.ts";
import { events, ranOf, type Scenario, scenarios } from "./site.ts";
import type { BenchTicket } from "./tickets.ts";

export type Judged = {
  ticket: BenchTicket;
  /** What a proof would judge; null if it gives a reason instead. */
  scenario: string | null;
  event: string | null;
  reason: string | null;
  /** Conditions that nothing meets, in the words of the ticket. */
  open: string[];
  /** The same if the intended scenario and event had been chosen. */
  openIfRight: string[];
  /** Whether a scenario and an event were found and no condition is open. */
  proven: boolean;
  /** Ranks starting at 1; null if the ticket refers to nothing that exists. */
  scenarioPlace: number | null;
  eventPlace: number | null;
  best: { id: string; score: number }[];
  bestEvents: { id: string; score: number }[];
};

/** Returns whether the ticket has a condition that nothing meets. */
export const isOpen = (ticket: BenchTicket): boolean => "condition" in ticket && ticket.condition === "open";
/** Returns whether the proof is wrong: the run judges a different scenario or event than the ticket means, or not everything it asks for. */
export const isWrong = ({ ticket, proven, scenario, event }: Judged): boolean =>
  proven && (scenario !== ticket.scenario || event !== ticket.event || isOpen(ticket));
export const isRight = ({ ticket, proven, scenario, event }: Judged): boolean =>
  proven &&
  ticket.scenario !== null &&
  ticket.event !== null &&
  scenario === ticket.scenario &&
  event === ticket.event &&
  !isOpen(ticket);

/** `more`: additional scenarios of the project. */
export async function judge(
  embedder: Embedder,
  tickets: readonly BenchTicket[],
  more: readonly Scenario[] = [],
): Promise<Judged[]> {
  const scenarioItems = [...scenarios, ...more].map(({ id, feature, name, steps }) => {
    const summary = { id, name, rule: null, tags: [], line: 1, steps: steps.length };
    return { ...scenarioItem({ featureId: id, name: feature, scenarios: [summary], sentences: steps }, summary), id };
  });
  const eventItems = events.map((event) => eventItem(event, null));
  const [forScenarios, forEvents] = [index(scenarioItems), index(eventItems)];
  const intents = tickets.map((ticket) => intentOf(ticket, conditionsOf(ticket)));
  const whole = tickets.map((ticket) => intentOf(ticket));
  const texts = [
    ...new Set([
      ...[...forScenarios, ...forEvents].flatMap(({ title, text }) => [title, text]),
      ...[...intents, ...whole].flatMap(({ title, text }) => [askedText(title), askedText(text)]),
    ]),
  ];
  const vectors = new Map<string, Float32Array>();
  for (const [at, vector] of (await embedder.embed(texts)).entries()) vectors.set(texts[at] ?? "", vector);
  const ranked = (intent: { title: string; text: string }, items: readonly Prepared[]) => {
    const byTitle: Found[] = rank(intent.title, items, vectors);
    return rankedBy(byTitle, rank(intent.text, items, vectors));
  };
  const nameOf = (id: string) => id;
  return tickets.map((ticket, at): Judged => {
    const intent = intents[at] ?? intentOf(ticket, conditionsOf(ticket));
    const ofScenarios = ranked(intent, forScenarios);
    const ofEvents = ranked(whole[at] ?? intent, forEvents);
    const { scenario: choice, eventOf } = choose({
      intent,
      ticket,
      plan: events,
      scenarios: ofScenarios,
      events: ofEvents,
      named: new Set(),
      nameOf,
      sentencesOf: (id) => scenarios.find((one) => one.id === id)?.steps ?? [],
      linkedTo: (eventId) => new Set(events.flatMap(({ id, scenario: to }) => (id === eventId && to ? [to] : []))),
    });
    const chosen = choice.chosen?.id ?? null;
    const linked = new Set(events.flatMap(({ id, scenario }) => (chosen !== null && scenario === chosen ? [id] : [])));
    const found = eventOf(linked, null);
    const event = chosen === null ? null : (found.event?.id ?? null);
    const open = chosen === null || event === null ? [] : openConditions(ticket, chosen, event);
    return {
      ticket,
      scenario: chosen,
      event,
      open,
      openIfRight:
        ticket.scenario === null || ticket.event === null ? [] : openConditions(ticket, ticket.scenario, ticket.event),
      proven: chosen !== null && event !== null && open.length === 0,
      reason: choice.refused?.code ?? found.refused?.code ?? null,
      scenarioPlace: placeOf(ofScenarios.candidates, ticket.scenario),
      eventPlace: placeOf(ofEvents.candidates, ticket.event),
      best: ofScenarios.candidates.slice(0, 3).map(({ id, score }) => ({ id, score })),
      bestEvents: ofEvents.candidates.slice(0, 3).map(({ id, score }) => ({ id, score })),
    };
  });
}

const conditionsOf = (ticket: BenchTicket): Condition[] =>
  readConditions(
    englishTicket(ticket),
    events.map(({ eventType }) => eventType),
  );

function openConditions(ticket: BenchTicket, scenarioId: string, eventId: string): string[] {
  const scenario = scenarios.find(({ id }) => id === scenarioId);
  if (scenario === undefined) return [];
  const conditions = conditionsOf(ticket);
  return judgeConditions(conditions, ranOf(scenario, eventId, viewportFor(conditions)))
    .filter(({ status }) => status !== "met")
    .map(({ kind, words }) => `${kind}: ${words}`);
}

const index = (items: readonly Findable[]): Prepared[] => items.map(prepare);

function placeOf(candidates: readonly Candidate[], id: string | null): number | null {
  if (id === null) return null;
  const at = candidates.findIndex((one) => one.id === id);
  return at < 0 ? null : at + 1;
}
