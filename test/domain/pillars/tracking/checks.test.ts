// Every rule with a page that fails it, one that passes it, and one to which it does not apply.
import { expect } from "chai";
import type { Outcome } from "../../../../domain/audit/finding.ts";
import { auditPage } from "../../../../domain/pillars/tracking/audit.ts";
import type { TrackingData } from "../../../../domain/pillars/tracking/observation.ts";
import type { LinkedProof, PlanEvent, TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import { TRACKING_CHECKS } from "../../../../domain/pillars/tracking/table.ts";
import {
  beacon,
  dataOf,
  judgePage,
  PAGE,
  pass,
  planEvent,
  planOfEvents,
  planPage,
  push,
  said,
  sent,
  triggerPass,
} from "./fixtures.ts";

type Case = {
  name: string;
  data: TrackingData;
  plan: TrackingPlan;
  outcome: Outcome;
  targets?: string[];
  url?: string;
};

const NO_PLAN: TrackingPlan = { pages: [], events: [] };
const nothing = { data: dataOf(pass()), plan: NO_PLAN, outcome: "inapplicable" as const };
const value = (expected: string) => planOfEvents(planEvent("view_item", { attributes: [{ name: "value", expected }] }));
const seen = (...pushes: Parameters<typeof sent>) => dataOf(pass(sent(...pushes)));
const viewed = (parameters: Record<string, unknown>) => seen(push(1, "view_item", parameters));
const purchase = (...names: string[]) =>
  planOfEvents(planEvent("purchase", { attributes: names.map((name) => ({ name, expected: "number" })) }));
/** As Google documents it. */
const SHIRT = { item_id: "SKU_12345", item_name: "Stan and Friends Tee", price: 10.01, quantity: 3 };
const pageRow = (...attributes: [string, string][]): TrackingPlan => ({
  pages: [planPage({ attributes: attributes.map(([name, expected]) => ({ name, expected })) })],
  events: [],
});
/** An event that only a step of a feature triggers, and what the newest functional run showed about it. */
const linkedPlan = (proof: Partial<LinkedProof>, event: Partial<PlanEvent> = {}): TrackingPlan => ({
  ...planOfEvents(
    planEvent("refund", {
      trigger: null,
      frtLinks: [{ featureId: "refunds", stepIndex: 2, stepText: "I ask for my money" }],
      ...event,
    }),
  ),
  linked: [
    {
      eventId: "event-refund",
      runId: "run_f",
      at: "2026-03-10T10:00:00Z",
      scenario: "Refunds: Ask",
      step: 2,
      status: "pass",
      violations: [],
      screenshotId: null,
      ...proof,
    },
  ],
});
const clicked = planOfEvents(planEvent("add_to_cart", { trigger: { on: "click", path: null, selector: "#buy" } }));
const asked = { state: "clicked" as const, selector: null };

const CASES: Record<string, Case[]> = {
  "missing-event": [
    {
      name: "neither pushed nor sent",
      data: dataOf(pass()),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    {
      name: "a page without its page view",
      data: seen(push(1, "view_item")),
      plan: pageRow(["event", "page_view"]),
      outcome: "failed",
      targets: ["page-product"],
    },
    {
      name: "a page that sets nothing",
      data: dataOf(pass()),
      plan: pageRow(["page_type", "product"]),
      outcome: "failed",
      targets: ["page-product"],
    },
    {
      name: "at its load and not after its click",
      data: dataOf(pass(), triggerPass("event-add_to_cart", sent(push(1, "add_to_cart")))),
      plan: clicked,
      outcome: "failed",
      targets: ["event-add_to_cart"],
    },
    { name: "pushed", data: seen(push(1, "view_item")), plan: planOfEvents(planEvent("view_item")), outcome: "passed" },
    {
      name: "sent without a push",
      data: dataOf(pass({ beacons: [beacon(1, "ViewContent")] })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "passed",
    },
    {
      name: "on the page after the click",
      data: dataOf(pass(), triggerPass("event-add_to_cart", sent(push(1, "add_to_cart", {}, { step: 1, away: true })))),
      plan: clicked,
      outcome: "passed",
    },
    { name: "no plan", ...nothing },
  ],
  "unplanned-event": [
    {
      name: "pushed and not planned",
      data: seen(push(1, "promo_debug")),
      plan: pageRow(["event", "page_view"]),
      outcome: "failed",
      targets: ["promo_debug"],
    },
    {
      name: "sent and not planned",
      data: dataOf(pass({ beacons: [beacon(1, "promo_debug")] })),
      plan: pageRow(["event", "page_view"]),
      outcome: "failed",
      targets: ["promo_debug"],
    },
    {
      name: "on a page that the plan does not know",
      data: seen(push(1, "promo_debug")),
      plan: pageRow(["event", "page_view"]),
      outcome: "warning",
      targets: ["promo_debug"],
      url: "https://shop.example/other",
    },
    {
      name: "planned on another page",
      data: seen(push(1, "purchase")),
      plan: {
        pages: [planPage(), planPage({ id: "page-paid", path: "/paid" })],
        events: [planEvent("purchase", { pageId: "page-paid" })],
      },
      outcome: "warning",
      targets: ["purchase"],
    },
    {
      name: "what tags send by themselves",
      data: dataOf(
        pass({
          ...sent(push(1, "gtm.dom"), push(2, "gtm.load")),
          beacons: [beacon(3, "scroll", {}, { automatic: true }), beacon(4, "page_view")],
        }),
      ),
      plan: planOfEvents(),
      outcome: "passed",
    },
    {
      name: "of the next page",
      data: dataOf(
        pass(),
        triggerPass(
          "event-add_to_cart",
          sent(push(1, "add_to_cart", {}, { step: 1 }), push(2, "promo_debug", {}, { step: 1, away: true })),
        ),
      ),
      plan: clicked,
      outcome: "passed",
    },
    { name: "no plan", ...nothing, data: seen(push(1, "promo_debug")) },
  ],
  "duplicate-event": [
    {
      name: "the same push twice",
      data: seen(push(1, "view_item", { value: 1 }), push(2, "view_item", { value: 1 })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    {
      name: "one push, sent twice to one property",
      data: dataOf(
        pass({
          pushes: [push(1, "view_item")],
          beacons: [beacon(2, "view_item", { value: 1 }), beacon(3, "view_item", { value: 1 })],
        }),
      ),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    {
      name: "one push, sent to two properties",
      data: dataOf(
        pass({
          pushes: [push(1, "view_item")],
          beacons: [beacon(2, "view_item"), beacon(3, "ViewContent", {}, { provider: "meta", account: "1" })],
        }),
      ),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "passed",
    },
    {
      name: "planned twice",
      data: seen(push(1, "view_item"), push(2, "view_item")),
      plan: planOfEvents(planEvent("view_item", { count: 2 })),
      outcome: "passed",
    },
    { name: "not seen", data: dataOf(pass()), plan: planOfEvents(planEvent("view_item")), outcome: "inapplicable" },
  ],
  "wrong-count": [
    {
      name: "two different ones instead of one",
      data: seen(push(1, "view_item", { value: 1 }), push(2, "view_item", { value: 2 })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    {
      name: "two instead of three",
      data: seen(push(1, "view_item"), push(2, "view_item")),
      plan: planOfEvents(planEvent("view_item", { count: 3 })),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    { name: "once", data: viewed({}), plan: planOfEvents(planEvent("view_item")), outcome: "passed" },
    {
      name: "two rows of one event, each with its own",
      data: seen(push(1, "list", { id: "b" }), push(2, "list", { id: "a" })),
      plan: planOfEvents(
        planEvent("list", { id: "list-a", attributes: [{ name: "id", expected: "a" }] }),
        planEvent("list", { id: "list-b", attributes: [{ name: "id", expected: "b" }] }),
      ),
      outcome: "passed",
    },
    { name: "not seen", data: dataOf(pass()), plan: planOfEvents(planEvent("view_item")), outcome: "inapplicable" },
  ],
  "wrong-order": [
    {
      name: "the second first",
      data: seen(push(1, "b"), push(2, "a")),
      plan: planOfEvents(planEvent("a", { order: 1 }), planEvent("b", { order: 2 })),
      outcome: "failed",
      targets: ["event-b"],
    },
    {
      name: "in order",
      data: seen(push(1, "a"), push(2, "b")),
      plan: planOfEvents(planEvent("a", { order: 1 }), planEvent("b", { order: 2 })),
      outcome: "passed",
    },
    {
      name: "without numbers",
      data: seen(push(1, "b"), push(2, "a")),
      plan: planOfEvents(planEvent("a"), planEvent("b")),
      outcome: "inapplicable",
    },
  ],
  "missing-attribute": [
    {
      name: "not there",
      data: viewed({}),
      plan: value("number"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "empty",
      data: viewed({ value: "" }),
      plan: value("required"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "in one element of a list",
      data: viewed({ items: [{ price: 1 }, {}] }),
      plan: planOfEvents(planEvent("view_item", { attributes: [{ name: "items[].price", expected: "number" }] })),
      outcome: "failed",
      targets: ["event-view_item items[].price"],
    },
    {
      name: "in one product of a purchase that was pushed for a tag manager",
      data: dataOf(pass({ pushes: [push(1, "purchase", { ecommerce: { items: [SHIRT, { item_id: "SKU_2" }] } })] })),
      plan: purchase("items[].price"),
      outcome: "failed",
      targets: ["event-purchase items[].price"],
    },
    {
      name: "in the products that a tag sent, though they were pushed",
      data: dataOf(
        pass({
          pushes: [push(1, "purchase", { ecommerce: { items: [SHIRT] } })],
          beacons: [beacon(2, "purchase", { items: [{ item_id: "SKU_12345" }] })],
        }),
      ),
      plan: purchase("items[].price"),
      outcome: "failed",
      targets: ["event-purchase items[].price"],
    },
    {
      name: "there in every product that was pushed for a tag manager, by each spelling of its path",
      data: dataOf(pass({ pushes: [push(1, "purchase", { ecommerce: { items: [SHIRT, SHIRT] } })] })),
      plan: purchase("items[].price", "ecommerce.items[].price", "ecommerce.items[1].price", "items.0.price"),
      outcome: "passed",
    },
    {
      name: "of the page view",
      data: seen(push(1, "page_view", {})),
      plan: pageRow(["event", "page_view"], ["page_type", "product"]),
      outcome: "failed",
      targets: ["page-product page_type"],
    },
    { name: "there", data: viewed({ value: 1 }), plan: value("number"), outcome: "passed" },
    {
      name: "set before the event",
      data: seen(push(1, "", { value: 3 }), push(2, "view_item")),
      plan: value("number"),
      outcome: "passed",
    },
    {
      name: "added by the tag",
      data: dataOf(pass({ pushes: [push(1, "view_item")], beacons: [beacon(2, "view_item", { value: 3 })] })),
      plan: value("number"),
      outcome: "passed",
    },
    {
      name: "in the state of the data layer",
      data: seen(push(1, "", { page_type: "product" })),
      plan: pageRow(["page_type", "product"]),
      outcome: "passed",
    },
    { name: "no attributes", data: viewed({}), plan: planOfEvents(planEvent("view_item")), outcome: "inapplicable" },
  ],
  "wrong-type": [
    {
      name: "a price as a text",
      data: viewed({ value: "$189.00" }),
      plan: value("number"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "a numeric text in a typed push",
      data: viewed({ value: "189" }),
      plan: value("number"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    { name: "a number", data: viewed({ value: 189 }), plan: value("number"), outcome: "passed" },
    {
      name: "a numeric text in an address",
      data: dataOf(pass({ beacons: [beacon(1, "view_item", { value: "189" }, { typed: false })] })),
      plan: value("number"),
      outcome: "passed",
    },
    { name: "only required", data: viewed({ value: "x" }), plan: value("required"), outcome: "inapplicable" },
  ],
  "wrong-value": [
    {
      name: "another text",
      data: viewed({ value: "US Dollars" }),
      plan: value("USD|EUR"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "no such currency",
      data: viewed({ value: "QQQ" }),
      plan: value("iso-currency"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "another pattern",
      data: viewed({ value: "JO-12" }),
      plan: value("re:^JO-\\d{4}$"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    { name: "one of the list", data: viewed({ value: "EUR" }), plan: value("USD|EUR"), outcome: "passed" },
    {
      name: "redacted, so nobody can say",
      data: viewed({ value: "someone@example.com" }),
      plan: value("re:^x"),
      outcome: "passed",
    },
    { name: "only forbidden", data: viewed({}), plan: value("forbidden"), outcome: "inapplicable" },
  ],
  "unexpected-attribute": [
    {
      name: "an e-mail address that is forbidden",
      data: viewed({ value: "someone@example.com" }),
      plan: value("forbidden"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "forbidden in what is sent",
      data: dataOf(pass({ pushes: [push(1, "view_item")], beacons: [beacon(2, "view_item", { value: 1 })] })),
      plan: value("forbidden"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "forbidden in what is pushed for a tag manager",
      data: dataOf(pass({ pushes: [push(1, "view_item", { ecommerce: { value: 0 } })] })),
      plan: value("forbidden"),
      outcome: "failed",
      targets: ["event-view_item value"],
    },
    {
      name: "forbidden, pushed for a tag manager, and not sent by its tag",
      data: dataOf(
        pass({ pushes: [push(1, "view_item", { ecommerce: { value: 1 } })], beacons: [beacon(2, "view_item")] }),
      ),
      plan: value("forbidden"),
      outcome: "passed",
    },
    {
      name: "not planned in a closed row",
      data: viewed({ colour: "green" }),
      plan: planOfEvents(planEvent("view_item", { closed: true })),
      outcome: "failed",
      targets: ["event-view_item (not planned)"],
    },
    {
      name: "not planned in an open row",
      data: viewed({ colour: "green" }),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "warning",
      targets: ["event-view_item (not planned)"],
    },
    {
      name: "nothing but what is planned",
      data: viewed({ value: 1, "gtm.uniqueEventId": 4 }),
      plan: value("number"),
      outcome: "passed",
    },
    { name: "not seen", data: dataOf(pass()), plan: value("forbidden"), outcome: "inapplicable" },
  ],
  "sent-before-consent": [
    {
      name: "before the answer",
      data: dataOf(pass({ consent: asked, beacons: [beacon(1, "page_view", {}, { beforeConsent: true })] })),
      plan: planOfEvents(),
      outcome: "failed",
      targets: ["ga4"],
    },
    {
      name: "before the answer, marked as denied",
      data: dataOf(
        pass({ consent: asked, beacons: [beacon(1, "page_view", {}, { beforeConsent: true, consentDenied: true })] }),
      ),
      plan: planOfEvents(),
      outcome: "review",
      targets: ["ga4"],
    },
    {
      name: "after it",
      data: dataOf(pass({ consent: asked, beacons: [beacon(1, "page_view")] })),
      plan: planOfEvents(),
      outcome: "passed",
    },
    {
      name: "a container alone",
      data: dataOf(
        pass({ consent: asked, beacons: [beacon(1, "gtm.js", {}, { beforeConsent: true, kind: "container" })] }),
      ),
      plan: planOfEvents(),
      outcome: "passed",
    },
    { name: "no banner", ...nothing },
  ],
  "pushed-never-sent": [
    {
      name: "others are sent, this one is not",
      data: dataOf(pass({ pushes: [push(1, "view_item")], beacons: [beacon(2, "page_view")] })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "failed",
      targets: ["event-view_item"],
    },
    {
      name: "nothing is sent at all",
      data: dataOf(pass({ pushes: [push(1, "view_item")] })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "review",
      targets: ["(no beacons)"],
    },
    {
      name: "the banner could not be answered",
      data: dataOf(pass({ consent: { state: "failed", selector: "#ok" }, pushes: [push(1, "view_item")] })),
      plan: planOfEvents(planEvent("view_item")),
      outcome: "review",
      targets: ["(consent)"],
    },
    {
      name: "on a page that the plan does not know",
      data: dataOf(pass({ pushes: [push(1, "promo")], beacons: [beacon(2, "page_view")] })),
      plan: planOfEvents(),
      outcome: "warning",
      targets: ["promo"],
      url: "https://shop.example/other",
    },
    { name: "sent", data: viewed({}), plan: planOfEvents(planEvent("view_item")), outcome: "passed" },
    {
      name: "sent under another name",
      data: dataOf(pass({ pushes: [push(1, "ee_view")], beacons: [beacon(2, "view_item")] })),
      plan: planOfEvents(planEvent("ee_view", { sentAs: "view_item" })),
      outcome: "passed",
    },
    { name: "no push", ...nothing },
  ],
  "linked-event": [
    {
      name: "not as planned in its step",
      data: dataOf(pass()),
      plan: linkedPlan({ status: "fail", violations: ["It was not sent in this step."] }),
      outcome: "failed",
      targets: ["event-refund"],
    },
    { name: "as planned in its step", data: dataOf(pass()), plan: linkedPlan({}), outcome: "passed" },
    {
      name: "as planned, and of no page",
      data: dataOf(pass()),
      plan: { ...linkedPlan({}, { pageId: null }), linkedAt: PAGE },
      outcome: "passed",
    },
    {
      name: "whose step was not reached",
      data: dataOf(pass()),
      plan: linkedPlan({ status: "not_reached" }),
      outcome: "inapplicable",
    },
    { name: "no functional test", ...nothing },
  ],
  "not-exercised": [
    { name: "shown by a functional test", data: dataOf(pass()), plan: linkedPlan({}), outcome: "passed" },
    {
      name: "whose step was not reached",
      data: dataOf(pass()),
      plan: linkedPlan({ status: "not_reached" }),
      outcome: "review",
      targets: ["event-refund"],
    },
    {
      name: "only linked to steps",
      data: dataOf(pass()),
      plan: planOfEvents(planEvent("refund", { trigger: null })),
      outcome: "review",
      targets: ["event-refund"],
    },
    {
      name: "nothing to click",
      data: dataOf(
        pass(),
        triggerPass("event-add_to_cart", {
          steps: [
            { eventId: "event-add_to_cart", state: "failed", reason: "No element was found.", screenshotId: null },
          ],
        }),
      ),
      plan: clicked,
      outcome: "review",
      targets: ["event-add_to_cart"],
    },
    {
      name: "visit that failed",
      data: { passes: [pass()], skipped: [{ eventId: "event-add_to_cart", reason: "It answered 500." }] },
      plan: clicked,
      outcome: "review",
      targets: ["event-add_to_cart"],
    },
    { name: "tried", data: viewed({}), plan: planOfEvents(planEvent("view_item")), outcome: "passed" },
    { name: "no plan", ...nothing },
  ],
};

describe("tracking checks", () => {
  it("a linked event has the verdict of the functional run that showed it, which is named", () => {
    for (const [status, expected] of [
      ["pass", "pass"],
      ["fail", "fail"],
      ["not_reached", "not_exercised"],
    ] as const) {
      const { score, details } = judgePage(dataOf(pass()), linkedPlan({ status, violations: ["Wrong."] }));
      const [row] = details.events;
      expect([status, row?.status]).to.deep.equal([status, expected]);
      expect(row?.reason).to.include("run_f").and.to.include("Refunds: Ask");
      expect(score).to.equal(status === "not_reached" ? null : status === "pass" ? 100 : 0);
    }
  });

  it("a row stays failed while a person accepts its finding", () => {
    const at = { pillar: "tracking", page: PAGE, baseUrl: PAGE } as const;
    for (const plan of [linkedPlan({ status: "fail", violations: ["Wrong."] }), planOfEvents(planEvent("view_item"))]) {
      const accepted = auditPage(dataOf(pass()), plan, at).findings.map(({ fingerprint }) => fingerprint);
      const { score, metrics, details, findings } = auditPage(dataOf(pass()), plan, { ...at, accepted });
      expect(findings.map(({ outcome }) => outcome)).to.deep.equal(["accepted"]);
      expect([score, metrics.failing, details.events[0]?.status]).to.deep.equal([0, 1, "fail"]);
    }
  });

  it("are all tried, with a page that breaks each, one that keeps it and one that it does not concern", () => {
    expect(Object.keys(CASES).sort()).to.deep.equal(TRACKING_CHECKS.map(({ rule }) => rule).sort());
    for (const [rule, cases] of Object.entries(CASES)) {
      const outcomes = new Set(cases.map(({ outcome }) => outcome));
      expect(outcomes.has("failed") || rule === "not-exercised", rule).to.equal(true);
      expect([...outcomes], rule).to.include.members(["passed", "inapplicable"]);
    }
  });

  for (const [rule, cases] of Object.entries(CASES))
    for (const { name, data, plan, outcome, targets = [], url = PAGE } of cases)
      it(`${rule}: ${name}`, () => {
        const audit = judgePage(data, plan, url);
        expect(audit.rules.find((one) => one.rule === rule)?.outcome, said(audit).join("; ")).to.equal(outcome);
        const own = audit.findings.filter((one) => one.rule === rule);
        expect(own.map(({ target }) => target)).to.deep.equal(targets);
        for (const { message, evidence } of own) {
          expect(message).to.match(/^[A-Z].*\.$/s);
          expect(JSON.stringify(evidence).length).to.be.lessThan(5_000);
        }
      });
});

describe("the audit of a tracking page", () => {
  it("gives each row a verdict with its proof: push, beacons and picture", () => {
    const audit = judgePage(viewed({ value: "$1" }), value("number"));
    const [row] = audit.details.events;
    expect(row).to.include({ planEventId: "event-view_item", status: "fail", screenshotId: "picture-1" });
    expect(row?.violations.map(({ rule }) => rule)).to.deep.equal(["wrong-type"]);
    expect(row?.push).to.deep.include({
      name: "view_item",
      copy: `{"value":"$1"}`,
      stack: ["track (https://shop.example/app.js:3)"],
    });
    expect(row?.beacons[0]).to.include({ provider: "ga4", event: "view_item" });
    expect(audit.findings[0]?.evidence).to.deep.include({
      planId: "event-view_item",
      expected: "number",
      screenshotId: "picture-1",
    });
  });
  it("names the attributes about whose values nothing can be said", () => {
    expect(
      judgePage(viewed({ value: "someone@example.com" }), value("re:^x")).details.events[0]?.notJudged,
    ).to.deep.equal(["value"]);
  });
  it("has no score where nothing could be tried", () => {
    const audit = judgePage(dataOf(pass()), planOfEvents(planEvent("refund", { trigger: null })));
    expect(audit.score).to.equal(null);
    expect(audit.metrics).to.deep.equal({ planned: 1, proven: 0, failing: 0, notExercised: 1 });
  });
  it("keeps the details of a page with hundreds of rows below their limit, and says so", () => {
    const events = Array.from({ length: 400 }, (_, i) => planEvent(`event_${i}`, { label: "l".repeat(150) }));
    const pushes = events.map(({ eventType }, i) => push(i, eventType, { text: "x ".repeat(400) }));
    const audit = judgePage(dataOf(pass(sent(...pushes))), planOfEvents(...events));
    expect(audit.metrics.proven).to.equal(400);
    expect(JSON.stringify(audit.details).length).to.be.lessThan(100_000);
    expect(audit.details.cut.join(" ")).to.contain("more than is kept");
  });
});
