// Holds each ticket against the scenarios and events of the made-up service, as a proof does, and counts what comes out.

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
import { barsOf, type Candidate, chooseEvent, chooseScenario, tellsEvent, together } from "../../domain/proof/match.ts";
import { intentOf } from "../../domain/proof/ticket.ts";
import { events, scenarios } from "./site.ts";
import type { BenchTicket } from "./tickets.ts";

export type Judged = {
  ticket: BenchTicket;
  /** What a proof would judge; null: it names a reason instead. */
  scenario: string | null;
  event: string | null;
  reason: string | null;
  /** Places from 1; null: the ticket means none that is there. */
  scenarioPlace: number | null;
  eventPlace: number | null;
  best: { id: string; score: number }[];
  bestEvents: { id: string; score: number }[];
};

/** A wrong proof: the run would judge another scenario or another event than the ticket means. */
export const isWrong = ({ ticket, scenario, event }: Judged): boolean =>
  scenario !== null && event !== null && (scenario !== ticket.scenario || event !== ticket.event);
export const isRight = ({ ticket, scenario, event }: Judged): boolean =>
  ticket.scenario !== null && ticket.event !== null && scenario === ticket.scenario && event === ticket.event;

export async function judge(embedder: Embedder, tickets: readonly BenchTicket[]): Promise<Judged[]> {
  const scenarioItems = scenarios.map(({ id, feature, name, steps }) => {
    const summary = { id, name, rule: null, tags: [], line: 1, steps: steps.length };
    return { ...scenarioItem({ featureId: id, name: feature, scenarios: [summary], sentences: steps }, summary), id };
  });
  const eventItems = events.map((event) => eventItem(event, null));
  const [forScenarios, forEvents] = [index(scenarioItems), index(eventItems)];
  const intents = tickets.map((ticket) => intentOf(ticket));
  const texts = [
    ...new Set([
      ...[...forScenarios, ...forEvents].flatMap(({ title, text }) => [title, text]),
      ...intents.flatMap(({ title, text }) => [askedText(title), askedText(text)]),
    ]),
  ];
  const vectors = new Map<string, Float32Array>();
  for (const [at, vector] of (await embedder.embed(texts)).entries()) vectors.set(texts[at] ?? "", vector);
  const ranked = (intent: { title: string; text: string }, items: readonly Prepared[]) => {
    const byTitle: Found[] = rank(intent.title, items, vectors);
    return { candidates: together(byTitle, rank(intent.text, items, vectors)), bars: barsOf(byTitle) };
  };
  const nameOf = (id: string) => id;
  return tickets.map((ticket, at): Judged => {
    const intent = intents[at] ?? intentOf(ticket);
    const ofScenarios = ranked(intent, forScenarios);
    const ofEvents = ranked(intent, forEvents);
    const choice = chooseScenario(intent, ofScenarios.candidates, {
      named: new Set(),
      nameOf,
      bars: ofScenarios.bars,
      told: tellsEvent(events, ofEvents.candidates, `${ticket.title}\n${ticket.description}`, ofEvents.bars),
    });
    const chosen = choice.chosen?.id ?? null;
    const linked = new Set(events.flatMap(({ id, scenario }) => (chosen !== null && scenario === chosen ? [id] : [])));
    const found = chooseEvent(events, ofEvents.candidates, {
      eventId: null,
      text: `${ticket.title}\n${ticket.description}`,
      linked,
      bars: ofEvents.bars,
    });
    return {
      ticket,
      scenario: chosen,
      event: chosen === null ? null : (found.event?.id ?? null),
      reason: choice.refused?.code ?? found.refused?.code ?? null,
      scenarioPlace: placeOf(ofScenarios.candidates, ticket.scenario),
      eventPlace: placeOf(ofEvents.candidates, ticket.event),
      best: ofScenarios.candidates.slice(0, 3).map(({ id, score }) => ({ id, score })),
      bestEvents: ofEvents.candidates.slice(0, 3).map(({ id, score }) => ({ id, score })),
    };
  });
}

const index = (items: readonly Findable[]): Prepared[] => items.map(prepare);

function placeOf(candidates: readonly Candidate[], id: string | null): number | null {
  if (id === null) return null;
  const at = candidates.findIndex((one) => one.id === id);
  return at < 0 ? null : at + 1;
}
