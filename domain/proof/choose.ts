// What a ticket means, in the order in which a proof asks: the scenario, and then the event, which may be linked to it.
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

/** What a ticket's title alone says of scenarios or events, and what all of it says. */
export const rankedBy = (byTitle: readonly Found[], byText: readonly Found[]): Ranked => ({
  candidates: together(byTitle, byText),
  bars: barsOf(byTitle),
});

/** `sentencesOf`: of a scenario's feature. `named`, `picked`, `nameOf`: as `chooseScenario` has them. */
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
  /** Scenarios whose steps an event of the plan is linked to. */
  linkedTo?: (eventId: string) => ReadonlySet<string>;
};

const NONE: ReadonlySet<string> = new Set();

export type Chosen = {
  scenario: ScenarioChoice;
  /** `linked`: ids of events that are linked to a step of the scenario. `eventId`: named by the caller. */
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
