// Matches a ticket to a scenario and an event of the plan. Pure. If two match equally well, neither is chosen.
import type { Band, Found } from "../functional/find/rank.ts";
import { unify } from "../functional/find/synonyms.ts";
import { wordsOf } from "../functional/find/words.ts";
import type { PlanEvent } from "../pillars/tracking/plan.ts";
import { escapeRegExp } from "../text.ts";
import { type ProofReason, reason } from "./reasons.ts";
import { MIN_WORDS, type TicketIntent } from "./ticket.ts";

/**
 * Minimum scores of a match. Tuned on the tuning half of `npm run bench -- meaning` so that nothing is proven that the ticket does not
 * mean; matches lost by that are listed as candidates.
 */
export const MATCH = {
  withMeaning: {
    /** Score of a scenario that no ticket names, and of one whose feature contains the ticket's key. */
    scenario: 0.5,
    namedScenario: 0.27,
    /** Score of a scenario that leads the others by `apart`, if the ticket also singles out its event. */
    toldScenario: 0.46,
    apart: 0.15,
    /** Minimum lead over the second scenario, and the minimum if the ticket singles out its event. */
    gap: 0.12,
    toldGap: 0.05,
    /**
     * For a scenario that the ticket's nearest event is linked to, because two independent rankings then agree: minimum score of the
     * scenario, which must be among the nearest three; maximum distance behind the first; minimum score of the event; minimum lead of the
     * event.
     */
    agreed: 0.43,
    agreedBehind: 0.03,
    agreedEvent: 0.36,
    agreedLead: 0.03,
    /** Minimum lead of the nearest event over the second for the ticket to single it out. */
    tells: 0.15,
    event: 0.4,
    /** Score of an event that is linked to a step of the scenario. The link makes up for a weaker match of words. */
    linkedEvent: 0.2,
    eventGap: 0.04,
  },
  /** Without the language model: words alone are weaker evidence, so the scores must be higher. */
  wordsOnly: {
    scenario: 0.6,
    namedScenario: 0.27,
    toldScenario: 0.6,
    apart: 0.2,
    gap: 0.15,
    toldGap: 0.1,
    agreed: 0.5,
    agreedBehind: 0.03,
    agreedEvent: 0.5,
    agreedLead: 0.1,
    tells: 0.2,
    event: 0.6,
    linkedEvent: 0.15,
    eventGap: 0.1,
  },
} as const;
export type MatchBars = Record<keyof (typeof MATCH)["withMeaning"], number>;

/** Result of a scenario or event for the ticket. */
export type Candidate = { id: string; score: number; band: Band; words: string[]; contrary: string | null };

/** Returns the minimum scores for rankings with or without meanings. */
export const barsOf = (ranked: readonly Found[]): MatchBars =>
  ranked.some(({ why }) => why.meaning !== null) ? MATCH.withMeaning : MATCH.wordsOnly;

/** `unclear`: the ticket may mean one of the candidates, but does not single it out. */
export type ScenarioChoice = {
  chosen: Candidate | null;
  refused: ProofReason | null;
  candidates: Candidate[];
  unclear?: boolean;
};

/** Maximum number of candidates that are listed. */
const NAMED = 3;

/** Combines both rankings of a ticket: by its title alone, and by its whole text. */
export function together(byTitle: readonly Found[], byText: readonly Found[]): Candidate[] {
  const others = new Map(byText.map((one) => [one.id, one]));
  return byTitle
    .map((one): Candidate => {
      const other = others.get(one.id) ?? one;
      const better = other.score > one.score ? other : one;
      return {
        id: one.id,
        score: Math.round(((one.score + other.score) / 2) * 1_000) / 1_000,
        band: better.band,
        words: better.why.words.slice(0, 12),
        contrary: one.why.contrary ?? other.why.contrary,
      };
    })
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Shorter texts occur in any ticket. */
const MIN_TEXT = 4;

/** Returns the quoted texts of a scenario's sentences that the ticket also contains, such as a product or a button. */
export function usedTexts(ticket: string, sentences: readonly string[]): ReadonlySet<string> {
  const said = ` ${ticket.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
  const quoted = sentences.flatMap((sentence) => [...sentence.matchAll(/"([^"]+)"/g)].map(([, text = ""]) => text));
  const plain = quoted.map((text) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
  return new Set(plain.filter((text) => text.length >= MIN_TEXT && said.includes(` ${text} `)));
}

const fits = ({ score, contrary }: Candidate, bar: number): boolean => score >= bar && contrary === null;

/** Returns whether the ticket singles out one event of the plan, by its name or by a wide lead. */
export function tellsEvent(
  events: readonly PlanEvent[],
  ranked: readonly Candidate[],
  text: string,
  bars: MatchBars,
): boolean {
  const [first, second] = ranked;
  if (first === undefined) return false;
  const said = new Set(events.filter((event) => isNamed(text, event)).map(({ eventType }) => eventType));
  return said.size === 1 || (first.score >= bars.event && first.score - (second?.score ?? 0) >= bars.tells);
}

/** Returns the scenario that the ticket's nearest event is linked to, if both are near enough; null if there is none or several. */
export function agreedScenario(
  scenarios: readonly Candidate[],
  events: readonly Candidate[],
  linkedTo: (eventId: string) => ReadonlySet<string>,
  bars: MatchBars,
): string | null {
  const [event, other] = events;
  const [nearest] = scenarios;
  if (!event || !nearest || event.contrary !== null || event.score < bars.agreedEvent) return null;
  if (other && event.score - other.score < bars.agreedLead) return null;
  const linked = linkedTo(event.id);
  const near = scenarios
    .slice(0, NAMED)
    .filter((one) => linked.has(one.id) && fits(one, bars.agreed) && nearest.score - one.score <= bars.agreedBehind);
  return near.length === 1 ? (near[0]?.id ?? null) : null;
}

/**
 * Chooses the scenario. `told`: the ticket singles out its event, so the lead between two scenarios may be smaller. `uses`: the texts
 * named by the ticket that a scenario uses. `named`: ids of scenarios whose feature contains the ticket's key; they take precedence.
 * `nameOf`: for sentences.
 */
export function chooseScenario(
  intent: TicketIntent,
  ranked: readonly Candidate[],
  {
    named,
    picked = null,
    nameOf,
    bars,
    told,
    uses,
    agreed = null,
  }: {
    named: ReadonlySet<string>;
    /** Chosen by a person, regardless of the ticket. */
    picked?: string | null;
    nameOf: (id: string) => string;
    bars: MatchBars;
    told: boolean;
    uses: (id: string) => ReadonlySet<string>;
    /** Result of `agreedScenario`. */
    agreed?: string | null;
  },
): ScenarioChoice {
  const refuse = (code: Parameters<typeof reason>[0], message: string, from: readonly Candidate[]): ScenarioChoice => ({
    chosen: null,
    refused: reason(code, message),
    candidates: from.slice(0, NAMED),
  });
  const unclear: typeof refuse = (...refusal) => ({ ...refuse(...refusal), unclear: true });
  if (intent.words < MIN_WORDS)
    return refuse(
      "ticket_without_meaning",
      "The ticket describes no user action: add a title and a description in English.",
      [],
    );
  if (intent.absence)
    return refuse(
      "ticket_asks_for_absence",
      "The ticket asks that something is not sent. A proof shows that an event is sent as planned; it cannot show that one never is.",
      [],
    );
  if (ranked.length === 0) return refuse("no_scenario", "The project has no functional scenario.", []);
  const pick = ranked.find(({ id }) => id === picked);
  if (pick) return { chosen: pick, refused: null, candidates: ranked.slice(0, NAMED) };
  const own = ranked.filter(({ id }) => named.has(id));
  const [top, rival] = ranked;
  if (own.length === 0 && top && rival && isEitherOr(intent.text, nameOf(top.id), nameOf(rival.id)))
    return refuse(
      "several_scenarios",
      `The ticket is about two things, and each has its scenario: "${nameOf(top.id)}" and "${nameOf(rival.id)}". Prove them one by one.`,
      ranked,
    );
  const both = own.length === 0 ? ranked.find(({ id }) => id === agreed) : undefined;
  if (both) return { chosen: both, refused: null, candidates: ranked.slice(0, NAMED) };
  const pool = own.some((one) => fits(one, bars.namedScenario)) ? own : ranked;
  const [nearer, next] = pool;
  const lead = (nearer?.score ?? 0) - (next?.score ?? 0);
  const others = next === undefined ? new Set<string>() : uses(next.id);
  // A scenario that uses what the ticket names differs from one that is merely similar.
  const usesMore = nearer !== undefined && [...uses(nearer.id)].some((one) => !others.has(one));
  const farAhead = told && (lead >= bars.apart || (usesMore && lead >= bars.toldGap));
  const bar = pool === own ? bars.namedScenario : farAhead ? bars.toldScenario : bars.scenario;
  // A scenario that says the opposite is no rival, but one below the minimum score is.
  const [first] = pool.filter((one) => fits(one, bar));
  const second = pool.find((one) => one.id !== first?.id && one.contrary === null);
  if (first === undefined) {
    if (told && pool !== own && nearer && next && nearer.contrary === null && nearer.score >= bars.toldScenario)
      return unclear(
        "several_scenarios",
        `Two scenarios match the ticket about equally: "${nameOf(nearer.id)}" (${nearer.score}) and "${nameOf(next.id)}" (${next.score}). Add the ticket's key to the right feature.`,
        pool,
      );
    const [nearest] = ranked;
    const opposite = nearest?.contrary ? ` It describes the opposite (${nearest.contrary}).` : "";
    return unclear(
      "no_scenario_matches",
      `No scenario tests what the ticket describes. The nearest is "${nameOf(nearest?.id ?? "")}" (${nearest?.score ?? 0}).${opposite}`,
      ranked,
    );
  }
  if (second !== undefined && first.score - second.score < (told ? bars.toldGap : bars.gap))
    return unclear(
      "several_scenarios",
      `Several scenarios match the ticket equally: "${nameOf(first.id)}" (${first.score}) and "${nameOf(second.id)}" (${second.score}). Add the ticket's key to the right feature.`,
      pool,
    );
  return { chosen: first, refused: null, candidates: pool.slice(0, NAMED) };
}

/** Recognizes `Products or wish lists`: one scenario is about the former, the other about the latter. */
function isEitherOr(text: string, first: string, second: string): boolean {
  const stemsOf = (words: string): string[] => wordsOf(unify(words)).stems;
  const [one, other] = [stemsOf(first), stemsOf(second)];
  const only = (side: readonly string[], mine: readonly string[], theirs: readonly string[]): boolean =>
    side.some((word) => mine.includes(word) && !theirs.includes(word));
  return [...text.matchAll(/((?:[\p{L}-]+ )?[\p{L}-]+) or ((?:[\p{L}-]+ )?[\p{L}-]+)/giu)].some(
    ([, left = "", right = ""]) => {
      const [a, b] = [stemsOf(left), stemsOf(right)];
      return (only(a, one, other) && only(b, other, one)) || (only(b, one, other) && only(a, other, one));
    },
  );
}

export type EventChoice = {
  event: PlanEvent | null;
  how: string | null;
  refused: ProofReason | null;
  candidates: Candidate[];
};

/**
 * Chooses the event. `eventId`: set by the caller to name the only event considered. `linked`: ids of events that are linked to a step of
 * the scenario. Events whose name occurs in the ticket come before those that are merely similar.
 */
export function chooseEvent(
  events: readonly PlanEvent[],
  ranked: readonly Candidate[],
  {
    eventId,
    text,
    linked,
    bars,
  }: { eventId: string | null; text: string; linked: ReadonlySet<string>; bars: MatchBars },
): EventChoice {
  const by = new Map(events.map((event) => [event.id, event]));
  const named = (event: PlanEvent) => `"${event.label}" (${event.eventType}, ${event.id})`;
  const refuse = (code: Parameters<typeof reason>[0], message: string): EventChoice => ({
    event: null,
    how: null,
    refused: reason(code, message),
    candidates: ranked.slice(0, NAMED),
  });
  const choose = (id: string, how: string): EventChoice => ({
    event: by.get(id) ?? null,
    how,
    refused: null,
    candidates: ranked.slice(0, NAMED),
  });
  if (eventId !== null)
    return by.has(eventId)
      ? choose(eventId, "named by the caller")
      : refuse("unknown_event", `The tracking plan has no event "${eventId}".`);
  if (events.length === 0) return refuse("no_event", "The tracking plan has no event.");

  const said = events.filter((event) => isNamed(text, event));
  const pools: { ids: Set<string>; bar: number; how: string }[] = [
    {
      ids: new Set(said.filter(({ id }) => linked.has(id)).map(({ id }) => id)),
      bar: 0,
      how: "named by the ticket, and linked to the scenario",
    },
    { ids: new Set(said.map(({ id }) => id)), bar: 0, how: "named by the ticket" },
    { ids: new Set(linked), bar: bars.linkedEvent, how: "linked to a step of the scenario" },
    { ids: new Set(by.keys()), bar: bars.event, how: "by its meaning" },
  ];
  for (const { ids, bar, how } of pools) {
    const [first, second] = ranked.filter((one) => ids.has(one.id) && fits(one, bar));
    if (first === undefined) continue;
    if (second === undefined || first.score - second.score >= bars.eventGap) return choose(first.id, how);
    const names = [first, second].flatMap(({ id }) => by.get(id) ?? []).map(named);
    return refuse(
      "several_events",
      `Several events of the tracking plan match the ticket equally: ${names.join(" and ")}. Pass eventId.`,
    );
  }
  return refuse("no_event_matches", "No event of the tracking plan matches the ticket. Pass eventId.");
}

const isNamed = (text: string, { eventType, id }: PlanEvent): boolean =>
  mentions(text, eventType) || mentions(text, id);

/** Event names are usually one word with underscores or dots. An ordinary word such as `search` only counts if it is quoted. */
function mentions(text: string, name: string): boolean {
  if (!/[_.\d]|[a-z][A-Z]|-/.test(name)) return new RegExp(`[\`"“']${escaped(name)}[\`"”']`, "i").test(text);
  return new RegExp(`(?<![\\w-])${escaped(name)}(?![\\w-])`, "i").test(text);
}

const escaped = (text: string): string => escapeRegExp(text.slice(0, 200));
