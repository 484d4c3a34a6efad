// The content of a data layer as a tag manager's container sees it, and verdicts of plans on values that appeared and disappeared.
import { expect } from "chai";
import { applyPush, emptyModel, type Model } from "../../../../domain/pillars/tracking/dataLayer.ts";
import type { Push } from "../../../../domain/pillars/tracking/observation.ts";
import type { TrackingPlan } from "../../../../domain/pillars/tracking/plan.ts";
import { type PushedForm, readPush } from "../../../../domain/pillars/tracking/readPush.ts";
import { MARKERS } from "../../../../domain/pillars/tracking/redact.ts";
import { dataOf, judgePage, pass, planEvent, planPage, push, said, sent, triggerPass } from "./fixtures.ts";

const GONE = MARKERS.undefined;
const gtag = (...list: unknown[]): [unknown, PushedForm] => [list, "arguments"];
const call = (...list: unknown[]): [unknown, PushedForm] => [list, "array"];
const pushed = (value: unknown): [unknown, PushedForm] => [value, "object"];

function modelAfter(all: [unknown, PushedForm][]): Model {
  const model = emptyModel();
  for (const [value, form] of all) {
    const read = readPush(value, form);
    if (read && read.form !== "event-command") applyPush(model, read);
  }
  return JSON.parse(JSON.stringify(model)) as Model;
}

describe("the model of a data layer", () => {
  const cases: [name: string, pushes: [unknown, PushedForm][], model: Model][] = [
    ["merges nested objects", [pushed({ a: { b: 1 } }), pushed({ a: { c: 2 } })], { a: { b: 1, c: 2 } }],
    ["merges lists by place", [pushed({ a: [1, 2, 3] }), pushed({ a: [9] })], { a: [9, 2, 3] }],
    [
      "replaces by _clear inside",
      [pushed({ a: { b: [1, 2] } }), pushed({ a: { b: [9], _clear: true } })],
      { a: { b: [9] } },
    ],
    ["replaces by _clear beside", [pushed({ a: { b: 1 } }), pushed({ a: { c: 2 }, _clear: true })], { a: { c: 2 } }],
    ["reads dots as a path", [pushed({ "a.b": 1 }), pushed({ "a.c": 2 })], { a: { b: 1, c: 2 } }],
    ["overwrites an object by a value", [pushed({ a: { b: 1 } }), pushed({ a: 5 })], { a: 5 }],
    ["clears by undefined", [pushed({ a: 1, b: 2 }), pushed({ a: GONE })], { b: 2 }],
    ["clears inside by undefined", [pushed({ a: { b: 1, c: 2 } }), pushed({ a: { b: GONE } })], { a: { c: 2 } }],
    ["keeps null as a value", [pushed({ a: { b: 1 } }), pushed({ a: null })], { a: null }],
    ["keeps what events push", [pushed({ event: "x", a: 1 }), pushed({ event: "y" })], { a: 1 }],
    ["sets by gtag", [gtag("set", { a: { b: 1 } }), gtag("set", "a.c", 2)], { a: { b: 1, c: 2 } }],
    ["sets nothing by gtag with too much", [gtag("set", "a", 1, 2), gtag("event", "x", { a: 1 })], {}],
    ["calls methods of lists", [pushed({ a: [1] }), call("a.push", 2, 3), call("a.shift")], { a: [2, 3] }],
    [
      "calls no other methods",
      [pushed({ a: { b: 1 } }), call("a.toString"), call("constructor.push", 1)],
      { a: { b: 1 } },
    ],
    ["runs no function", [pushed({ a: 1 }), [null, "function"]], { a: 1 }],
  ];
  for (const [name, pushes, model] of cases) it(name, () => expect(modelAfter(pushes)).to.deep.equal(model));

  it("does not reach the prototypes of anything", () => {
    modelAfter([
      pushed(JSON.parse('{"__proto__":{"p":1},"constructor":{"prototype":{"q":1}}}')),
      pushed({ "__proto__.r": 1 }),
    ]);
    expect([({} as Model).p, ({} as Model).q, ({} as Model).r]).to.deep.equal([undefined, undefined, undefined]);
  });
});

const attributes = (name: string, expected = "required") => [{ name, expected }];
const onPage = (name: string, expected?: string): TrackingPlan => ({
  pages: [planPage({ attributes: attributes(name, expected) })],
  events: [],
});
const onEvent = (name: string, expected?: string): TrackingPlan => ({
  pages: [planPage()],
  events: [planEvent("signup", { attributes: attributes(name, expected) })],
});
const seen = (...pushes: Push[]) => dataOf(pass(sent(...pushes)));
const cleared = (seq: number, ...path: string[]): Push => push(seq, "", {}, { cleared: [path] });
const fails = (data: ReturnType<typeof seen>, plan: TrackingPlan) =>
  judgePage(data, plan).findings.filter(({ outcome, rule }) => outcome === "failed" && rule !== "unplanned-event");

describe("planned values in the data layer", () => {
  it("hold where several pushes make them together", () => {
    const data = seen(
      push(1, "", { user: { type: "guest" } }),
      push(2, "", { user: { plan: "free" } }),
      push(3, "signup"),
    );
    for (const name of ["user.type", "user.plan"]) {
      expect(fails(data, onPage(name))).to.deep.equal([]);
      expect(fails(data, onEvent(name))).to.deep.equal([]);
    }
  });

  it("are gone once a push takes them away, and the finding says which", () => {
    const data = seen(push(1, "", { user: { type: "guest" } }), cleared(2, "user", "type"), push(3, "signup"));
    for (const plan of [onPage("user.type"), onEvent("user.type")]) {
      const [found, ...rest] = fails(data, plan);
      expect([found?.rule, rest]).to.deep.equal(["missing-attribute", []]);
      expect(found?.message).to.match(/held "guest" until a push at 20 ms took it away/);
    }
    const event = seen(push(1, "", { user: { type: "guest" } }), push(2, "reset", { user: null }), push(3, "signup"));
    expect(fails(event, onEvent("user.type"))[0]?.message).to.match(/until the event "reset" at 20 ms/);
  });

  it("hold at an event that came before they were cleared", () => {
    const data = seen(push(1, "", { plan: "free" }), push(2, "signup"), cleared(3, "plan"));
    expect(fails(data, onEvent("plan"))).to.deep.equal([]);
  });

  it("are what was pushed last", () => {
    const data = seen(push(1, "", { plan: "free" }), push(2, "", { plan: "pro" }), push(3, "signup"));
    expect(fails(data, onEvent("plan", "free")).map(({ rule }) => rule)).to.deep.equal(["wrong-value"]);
    expect(fails(data, onPage("plan", "pro"))).to.deep.equal([]);
  });

  it("of another event are not this one's: GA4's own, and those that both rows list", () => {
    const data = seen(push(1, "view_item", { value: 5, color: "red" }), push(2, "signup"));
    expect(fails(data, onEvent("value")).map(({ rule }) => rule)).to.deep.equal(["missing-attribute"]);
    expect(fails(data, onEvent("color"))).to.deep.equal([]);
    const both = onEvent("color");
    both.events.push(planEvent("view_item", { attributes: attributes("color") }));
    expect(fails(data, both).map(({ rule }) => rule)).to.deep.equal(["missing-attribute"]);
  });

  it("of the document before are not there in the next one", () => {
    const data = seen(push(1, "", { plan: "free" }, { page: 0 }), push(2, "signup", {}, { page: 1 }));
    expect(fails(data, onEvent("plan")).map(({ rule }) => rule)).to.deep.equal(["missing-attribute"]);
  });

  it("may lie in another layer that is recorded", () => {
    const data = seen(push(1, "", { plan: "free" }, { layer: "digitalData" }), push(2, "signup"));
    expect(fails(data, onEvent("plan"))).to.deep.equal([]);
  });

  it("that a function may have set are those of the container, or not judged", () => {
    const run = push(1, "", {}, { form: "function" });
    const with_ = (container: Record<string, unknown> | null) =>
      dataOf(pass({ ...sent(run, push(2, "signup")), container }));
    const unknown = judgePage(with_(null), onEvent("plan", "free"));
    expect(said(unknown)).to.deep.equal([]);
    expect(unknown.details.events[0]?.notJudged).to.deep.equal(["plan"]);
    expect(unknown.details.remarks.map(({ code }) => code)).to.deep.equal(["data_layer_function"]);
    expect(fails(with_({ plan: "free" }), onEvent("plan", "free"))).to.deep.equal([]);
    expect(fails(with_({ plan: "pro" }), onEvent("plan", "free")).map(({ rule }) => rule)).to.deep.equal([
      "wrong-value",
    ]);
  });
});

describe("what is GA4's own, and what the audit did itself", () => {
  const closed = (eventType: string): TrackingPlan => ({
    pages: [planPage()],
    events: [
      planEvent(eventType, {
        closed: true,
        attributes: attributes("method"),
        trigger: { on: "click", path: null, selector: "#b" },
      }),
    ],
  });
  const clicked = (...pushes: Push[]) =>
    dataOf(pass(), triggerPass("event-signup", sent(...pushes.map((one) => ({ ...one, step: 1 })))));

  it("items, value, currency and their wrapper are never unexpected", () => {
    const data = clicked(
      push(1, "signup", { method: "mail", items: [{ a: 1 }], value: 3, currency: "USD", ecommerce: {} }),
    );
    expect(said(judgePage(data, closed("signup")))).to.deep.equal([]);
    expect(said(judgePage(clicked(push(1, "signup", { method: "mail", secret: 1 })), closed("signup")))).to.deep.equal([
      "failed unexpected-attribute event-signup (not planned)",
    ]);
  });

  it("clicks, scrolling and forms of the audit are never unplanned, other events are", () => {
    for (const name of ["click", "cta_click", "buttonClicked", "form-start", "scroll_depth"])
      expect(
        said(judgePage(clicked(push(1, "signup", { method: "x" }), push(2, name)), closed("signup"))),
        name,
      ).to.deep.equal([]);
    for (const name of ["promo_debug", "clickstream_beta", "purchase"])
      expect(
        said(judgePage(clicked(push(1, "signup", { method: "x" }), push(2, name)), closed("signup"))),
        name,
      ).to.deep.equal([`failed unplanned-event ${name}`]);
  });

  it("the answer to the banner is never unplanned, by its name or by the click that it came in", () => {
    const consent = { state: "clicked" as const, selector: null };
    const plan = onPage("event", "page_view");
    const answered = (...pushes: Push[]) =>
      said(judgePage(dataOf(pass({ consent, ...sent(push(1, "page_view"), ...pushes) })), plan));
    expect(answered(push(2, "cookie_consent_update"), push(3, "choice_made", {}, { during: "click" }))).to.deep.equal(
      [],
    );
    expect(answered(push(2, "choice_made"))).to.deep.equal(["failed unplanned-event choice_made"]);
    const unasked = said(judgePage(seen(push(1, "page_view"), push(2, "cookie_consent_update")), plan));
    expect(unasked).to.deep.equal(["failed unplanned-event cookie_consent_update"]);
  });
});
