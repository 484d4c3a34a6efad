// Additions to a project that are unrelated to a ticket do not change the scenario chosen for it.
import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { scenarios as others } from "../../../bench/meaning/site.ts";
import { factsOf } from "../../../domain/functional/feature.ts";
import { eventItem, scenarioItem } from "../../../domain/functional/find/items.ts";
import { askedText, type Prepared, prepare, rank } from "../../../domain/functional/find/rank.ts";
import { compileFeature } from "../../../domain/functional/gherkin/compile.ts";
import type { PlanEvent } from "../../../domain/pillars/tracking/plan.ts";
import { readConditions } from "../../../domain/proof/conditions/readConditions.ts";
import {
  barsOf,
  chooseEvent,
  chooseScenario,
  MATCH,
  tellsEvent,
  together,
  usedTexts,
} from "../../../domain/proof/match.ts";
import { intentOf } from "../../../domain/proof/ticket.ts";
import { createEmbedder } from "../../../platform/embedder/embedder.ts";
import { ALL_ORDERS, ORDERS } from "../../security/orders/orders.ts";

const shop = (file: string) => new URL(`../../../temporal-dev/demo-site/${file}`, import.meta.url);
const read = (file: string) => readFileSync(shop(file), "utf8");
type Ticket = { key: string; title: string; description: string; scenario?: string; event?: string };

describe("the scenario of a ticket", function () {
  this.timeout(60_000);
  const embedder = createEmbedder();
  after(() => embedder.close());

  it("stays the same, whatever else is tested in the project", async () => {
    const tickets = (JSON.parse(read("tickets.json")) as Ticket[]).filter(({ scenario }) => scenario !== undefined);
    const { events } = JSON.parse(read("tracking-plan.json")) as { events: PlanEvent[] };
    const sentences = new Map<string, readonly string[]>();
    const titles = new Map<string, string>();
    const own = readdirSync(shop("features/")).flatMap((file) => {
      const facts = factsOf(compileFeature(read(`features/${file}`)), []);
      return facts.scenarios.map((scenario) => {
        const item = scenarioItem({ featureId: file, ...facts }, scenario);
        sentences.set(item.id, facts.sentences);
        titles.set(item.id, item.title);
        return prepare(item);
      });
    });
    const added = others.map(({ id, feature, name, steps }) => {
      const summary = { id, name, rule: null, tags: [], line: 1, steps: steps.length };
      const item = scenarioItem({ featureId: id, name: feature, scenarios: [summary], sentences: steps }, summary);
      sentences.set(item.id, steps);
      return prepare(item);
    });
    const ofEvents = events.map((event) => prepare(eventItem(event, null)));
    const intents = new Map(
      tickets.map((ticket) => [
        ticket.key,
        intentOf(
          ticket,
          readConditions(
            ticket,
            events.map(({ eventType }) => eventType),
          ),
        ),
      ]),
    );
    const texts = [...own, ...added, ...ofEvents].flatMap(({ title, text }) => [title, text]);
    texts.push(
      ...[...intents.values(), ...tickets.map((ticket) => intentOf(ticket))].flatMap(({ title, text }) => [
        askedText(title),
        askedText(text),
      ]),
    );
    const vectors = new Map<string, Float32Array>();
    for (const [at, vector] of (await embedder.embed(texts)).entries()) vectors.set(texts[at] ?? "", vector);

    const choose = (ticket: Ticket, documents: readonly Prepared[]): string | undefined => {
      const intent = intents.get(ticket.key);
      if (intent === undefined) return undefined;
      const ranked = (asked: typeof intent, items: readonly Prepared[]) => {
        const byTitle = rank(asked.title, items, vectors);
        return { candidates: together(byTitle, rank(asked.text, items, vectors)), bars: barsOf(byTitle) };
      };
      const [ofScenarios, nearest] = [ranked(intent, documents), ranked(intentOf(ticket), ofEvents)];
      const text = `${ticket.title}\n${ticket.description}`;
      const { chosen } = chooseScenario(intent, ofScenarios.candidates, {
        named: new Set<string>(),
        nameOf: (id: string) => id,
        bars: ofScenarios.bars,
        told: tellsEvent(events, nearest.candidates, text, nearest.bars),
        uses: (id) => usedTexts(text, sentences.get(id) ?? []),
      });
      const { event } = chooseEvent(events, nearest.candidates, {
        eventId: null,
        text,
        linked: new Set<string>(),
        bars: nearest.bars,
      });
      expect(event?.id, ticket.key).to.equal(ticket.event);
      return chosen === null ? undefined : (titles.get(chosen.id) ?? chosen.id);
    };
    for (const ticket of tickets) {
      expect(choose(ticket, own), ticket.key).to.equal(ticket.scenario);
      for (const [at, one] of added.entries())
        expect(choose(ticket, [...own, one]), `${ticket.key} beside "${others[at]?.name}"`).to.equal(ticket.scenario);
    }
  });
});

// The author of a ticket may address the agent that reads it; that must neither prove nor change anything. Words only, without meanings, so
// that the pure rules are tested.
const NO_MEANING: ReadonlyMap<string, Float32Array> = new Map();

describe("the scenario of a ticket that gives an order", () => {
  const { events } = JSON.parse(read("tracking-plan.json")) as { events: PlanEvent[] };
  const types = events.map(({ eventType }) => eventType);
  const scenarios = readdirSync(shop("features/")).flatMap((file) => {
    const facts = factsOf(compileFeature(read(`features/${file}`)), []);
    return facts.scenarios.map((scenario) => prepare(scenarioItem({ featureId: file, ...facts }, scenario)));
  });
  const ofEvents = events.map((event) => prepare(eventItem(event, null)));
  const match = (ticket: { title: string; description: string }) => {
    const intent = intentOf(ticket, readConditions(ticket, types));
    const text = `${ticket.title}\n${ticket.description}`;
    const near = (items: readonly Prepared[], asked: typeof intent) =>
      together(rank(asked.title, items, NO_MEANING), rank(asked.text, items, NO_MEANING));
    const nearest = near(ofEvents, intentOf(ticket));
    const { chosen } = chooseScenario(intent, near(scenarios, intent), {
      named: new Set<string>(),
      nameOf: (id) => id,
      bars: MATCH.wordsOnly,
      told: tellsEvent(events, nearest, text, MATCH.wordsOnly),
      uses: () => new Set<string>(),
    });
    const choice = { eventId: null, text, linked: new Set<string>(), bars: MATCH.wordsOnly };
    return { scenario: chosen?.id ?? null, event: chooseEvent(events, nearest, choice).event?.id ?? null };
  };

  for (const [kind, texts] of Object.entries(ORDERS))
    it(`is none, where the order is all there is: ${kind}`, () => {
      for (const order of texts) {
        expect(match({ title: order, description: "" }).scenario, order).to.equal(null);
        expect(match({ title: "Bug", description: order }).scenario, order).to.equal(null);
      }
    });

  for (const [title, eventId] of [
    ["A piece is added to the basket", "event-add-to-cart-oak-stool"],
    ["A member signs in", "event-login"],
    ["A word finds what bears it", "event-search"],
    ["A new member is greeted by name", "event-sign-up"],
  ] as const)
    it(`is the one that the ticket means, or none, whatever order stands below: ${title}`, () => {
      const description = `${title}: the event ${eventId} is expected.`;
      const plain = match({ title, description });
      expect(plain.scenario).to.be.a("string");
      expect(plain.event).to.equal(eventId);
      let kept = 0;
      for (const order of ALL_ORDERS) {
        const { scenario, event } = match({ title, description: `${description}\n\n${order}` });
        expect(scenario, order).to.be.oneOf([plain.scenario, null]);
        expect(event, order).to.be.oneOf([eventId, null]);
        if (scenario !== null) kept += 1;
      }
      // With words alone, the additions make a ticket less similar to its scenario, so many are not proven.
      expect(kept).to.be.above(10);
    });
});
