// Decides what a ticket refers to: first the scenario, then the event, which may be linked to the scenario.
import type { Found } from "../functional/find/rank.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import {
  agreedScenario,
  barsOf,
  type Candidate,
  chooseEvent,
  chooseScenario,
  type EventChoice,
  type MatchBars,
  type ScenarioChoice,
  tellsEvent,
  together,
  usedTexts,
} from "./match.ts";
import type { TicketIntent } from "./ticket.ts";

export type Ranked = { candidates: Candidate[]; bars: MatchBars };

/** Combines the rankings of scenarios or events by the ticket's title alone and by its whole text. */
export const rankedBy = (byTitle: readonly Found[], byText: readonly Found[]): Ranked => ({
  candidates: together(byTitle, byText),
  bars: barsOf(byTitle),
});

/** `sentencesOf`: returns the sentences of a scenario's feature. `named`, `picked`, `nameOf`: as for `chooseScenario`. */
export type Choosing = {
  intent: TicketIntent;
  ticket: { title: string; description: string };
  plan: readonly PlanEvent[];
  scenarios: Ranked;
  events: Ranked;
  named: ReadonlySet<string>;
  picked?: string | null;
  nameOf: (id: string) => string;
  sentencesOf: (id: string) => readonly string[];
  /** Returns the scenarios with a step that an event of the plan is linked to. */
  linkedTo?: (eventId: string) => ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

export type Chosen = {
  scenario: ScenarioChoice;
  /** `linked`: ids of events that are linked to a step of the scenario. `eventId`: set by the caller to name the event. */
  eventOf: (linked: ReadonlySet<string>, eventId: string | null) => EventChoice;
};

export function choose({
  intent,
  ticket,
  plan,
  scenarios,
  events,
  named,
  picked,
  nameOf,
  sentencesOf,
  linkedTo = () => NONE,
}: Choosing): Chosen {
  const text = `${ticket.title}\n${ticket.description}`;
  return {
    scenario: chooseScenario(intent, scenarios.candidates, {
      named,
      picked,
      nameOf,
      bars: scenarios.bars,
      told: tellsEvent(plan, events.candidates, text, events.bars),
      uses: (id) => usedTexts(text, sentencesOf(id)),
      agreed: agreedScenario(scenarios.candidates, events.candidates, linkedTo, scenarios.bars),
    }),
    eventOf: (linked, eventId) => chooseEvent(plan, events.candidates, { eventId, text, linked, bars: events.bars }),
  };
}
