import { readFileSync } from "node:fs";
import { expect } from "chai";
import mongoose from "mongoose";
import type { PageResult } from "../../../../domain/audit/page.ts";
import { ProductError } from "../../../../domain/errors.ts";
import { parseTrackingPlan, withScenarioIds } from "../../../../domain/pillars/tracking/parsePlan.ts";
import { planPageOf, withAddresses } from "../../../../domain/pillars/tracking/plan.ts";
import { rollUp } from "../../../../domain/pillars/tracking/rollUp.ts";
import { trackingEventSchema, trackingId, trackingPageSchema } from "../../../../models/trackingPlans/schema.ts";
import { BASE, planEvent, planPage } from "./fixtures.ts";

const demo = (): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL("../../../../temporal-dev/demo-site/tracking-plan.json", import.meta.url), "utf8"));
const refusal = (json: object): string => {
  try {
    parseTrackingPlan(json);
  } catch (error) {
    expect(error).to.be.instanceOf(ProductError);
    return (error as Error).message;
  }
  return "accepted";
};
const page = { id: "p", label: "P", pageType: "home", path: "/" };
const event = { id: "e", label: "E", eventType: "e", trigger: { on: "load", path: "/" } };

describe("tracking plan files", () => {
  it("reads the demo plan: pages, events, and where each event belongs", () => {
    const plan = parseTrackingPlan(demo());
    expect([plan.pages.length, plan.events.length]).to.deep.equal([22, 22]);
    expect(plan.events.filter(({ pageId }) => pageId === null)).to.deep.equal([]);
    const cart = plan.events.find(({ id }) => id === "event-view-cart");
    expect(cart).to.include({ pageId: "page-cart", count: 1, order: null, closed: false });
    expect(cart?.trigger).to.deep.equal({ on: "load", path: "/cart?basket=harvest-vase.1-linen-throw.2" });
    const ids = withScenarioIds(plan, (label) => (label === "Home" ? "scenario-1" : undefined));
    expect(ids.pages[0]?.scenarioIds).to.deep.equal(["scenario-1"]);
    expect(ids.pages[1]?.scenarioIds).to.deep.equal([]);
  });

  const wrong: [name: string, json: object, said: RegExp][] = [
    ["no events", { pages: [] }, /events/],
    ["an unknown field", { pages: [{ ...page, colour: 1 }], events: [] }, /pages\[0\].*colour/s],
    [
      "an expectation that does not read",
      { pages: [{ ...page, attributes: [{ name: "a", expected: "re:(a+)+" }] }], events: [] },
      /pages\[0\]\.attributes\[0\]\.expected: .*repeats a group/s,
    ],
    [
      "a name that is no path",
      { pages: [{ ...page, attributes: [{ name: "a..b", expected: "x" }] }], events: [] },
      /pages\[0\]\.attributes\[0\]\.name/,
    ],
    [
      "an attribute twice",
      {
        pages: [
          {
            ...page,
            attributes: [
              { name: "a", expected: "x" },
              { name: "a", expected: "y" },
            ],
          },
        ],
        events: [],
      },
      /pages\[0\]\.attributes.*twice/s,
    ],
    [
      "a page without a place",
      { pages: [{ id: "p", label: "P", pageType: "x" }], events: [] },
      /pages\[0\].*path or a scenario/s,
    ],
    [
      "an address with a password",
      { pages: [{ ...page, path: "https://a:b@example.com/" }], events: [] },
      /pages\[0\]\.path/,
    ],
    ["an id twice", { pages: [page, page], events: [] }, /pages\[1\]\.id/],
    [
      "a click on nothing",
      { pages: [page], events: [{ ...event, trigger: { on: "click", path: "/" } }] },
      /events\[0\]\.trigger.*selector/s,
    ],
    ["a page that is not there", { pages: [page], events: [{ ...event, pageId: "q" }] }, /events\[0\]\.pageId/],
    [
      "a trigger on no page",
      { pages: [page], events: [{ ...event, trigger: { on: "load", path: "/other" } }] },
      /events\[0\]\.trigger/,
    ],
    ["a count of nought", { pages: [page], events: [{ ...event, count: 0 }] }, /events\[0\]\.count/],
  ];
  for (const [name, json, words] of wrong)
    it(`refuses ${name}, by its path`, () => expect(refusal(json)).to.match(words));

  it("accepts an event that only steps are linked to", () => {
    const frtLinks = [{ featureId: "f", stepIndex: 2, stepText: "I am refunded" }];
    const plan = parseTrackingPlan({ pages: [page], events: [{ id: "r", label: "R", eventType: "refund", frtLinks }] });
    expect(plan.events[0]).to.deep.include({ pageId: null, trigger: null, frtLinks });
  });

  it("can be stored as it is, with an id of the project", async () => {
    const plan = withScenarioIds(parseTrackingPlan(demo()), () => "scenario-1");
    const connection = mongoose.createConnection();
    const pages = connection.model("TrackingPage", trackingPageSchema, "trackingPages");
    const events = connection.model("TrackingEvent", trackingEventSchema, "trackingEvents");
    const own = (id: string) => ({ _id: trackingId("shop", id), projectId: "shop", createdAt: new Date(0) });
    for (const one of plan.pages) expect(new pages({ ...one, ...own(one.id) }).validateSync()).to.equal(undefined);
    for (const one of plan.events) {
      const stored = new events({ ...one, ...own(one.id) });
      expect(stored.validateSync()).to.equal(undefined);
      expect(stored.toObject()).to.deep.include({ id: one.id, _id: `shop:${one.id}`, trigger: one.trigger });
    }
    await connection.close();
  });
});

describe("pages of a tracking plan", () => {
  const plan = {
    pages: [
      planPage({ id: "search", path: "/search" }),
      planPage({ id: "found", path: "/search?q=a" }),
      planPage({ id: "linked", path: null, scenarioIds: ["gone", "s1"] }),
    ],
    events: [],
  };
  it("are found by address, the exact one first", () => {
    expect(planPageOf(plan, `${BASE}search?q=a`, BASE)?.id).to.equal("found");
    expect(planPageOf(plan, `${BASE}search?q=b`, BASE)?.id).to.equal("search");
    expect(planPageOf(plan, "https://other.example/search", BASE)).to.equal(null);
  });
  it("take the address of a linked scenario where they have none", () => {
    expect(withAddresses(plan, [{ _id: "s1", url: "/linked" }]).pages[2]?.path).to.equal("/linked");
  });
});

describe("the roll-up of a tracking run", () => {
  const result = (
    url: string,
    metrics: Record<string, number>,
    status: PageResult["status"] = "passed",
  ): PageResult => ({
    index: 0,
    url,
    scenarioLabels: [],
    status,
    score: null,
    metrics,
    rules: [
      { rule: "missing-event", outcome: "failed", severity: "serious" },
      { rule: "wrong-type", outcome: "passed", severity: "serious" },
    ],
  });
  const plan = {
    pages: [planPage({ attributes: [{ name: "a", expected: "b" }] })],
    events: [planEvent("a"), planEvent("b"), planEvent("c"), planEvent("d")],
  };

  it("is the share of rows proven among those that could be tried, and names the others", () => {
    const sum = rollUp(
      [result(`${BASE}product`, { planned: 4, proven: 2, failing: 1, notExercised: 1 }, "failed")],
      plan,
      BASE,
    );
    expect(sum).to.include({ score: 67, passed: 1, failed: 1 });
    expect(sum.failures).to.deep.equal(["One row of the plan failed at Product (/product)."]);
    expect(sum.warningSentences).to.deep.equal([
      "One row of the plan could not be tried.",
      "One row of the plan belongs to pages that this run did not measure.",
    ]);
    expect(sum.extra).to.deep.equal({
      trackingPlanned: 5,
      trackingProven: 2,
      trackingFailing: 1,
      trackingNotExercised: 1,
    });
  });
  it("has no score where nothing was measured", () => {
    const sum = rollUp([result(`${BASE}product`, {}, "not_measured")], plan, BASE);
    expect(sum.score).to.equal(null);
    expect(sum.failures).to.deep.equal([]);
    expect(sum.failed).to.equal(0);
  });
});
