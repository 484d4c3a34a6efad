// Rows of the tracking plan as the screen lists and edits them.
import { expect } from "chai";
import { beaconFields, pushedText } from "../../../../web/src/features/tracking/evidence.ts";
import {
  draftOfEvent,
  draftOfPage,
  EMPTY_DRAFT,
  type EventEntry,
  eventOfDraft,
  idFor,
  pageOfDraft,
  problemOf,
  readPlanFile,
  shownRows,
  triggerSentence,
} from "../../../../web/src/features/tracking/plan.ts";

const event = (change: Partial<EventEntry["row"]> = {}): EventEntry["row"] => ({
  id: "event-login",
  label: "Signed in",
  eventType: "login",
  pageId: "page-sign-in",
  sentAs: null,
  attributes: [{ name: "method", expected: "password" }],
  frtLinks: [],
  count: 1,
  order: null,
  closed: false,
  trigger: {
    on: "submit",
    path: "/sign-in",
    selector: "form[id='in']",
    fields: [{ selector: "#email", value: "a = b" }],
  },
  ...change,
});

describe("the tracking plan on its screen", () => {
  it("gives back the row that a form was opened with", () => {
    const triggers: EventEntry["row"]["trigger"][] = [
      null,
      { on: "load", path: null },
      { on: "click", path: "/cart", selector: ".buy" },
      { on: "scroll", path: null, selector: null, percent: 50 },
      {
        on: "submit",
        path: "/",
        selector: "form",
        fields: [
          { selector: "input[name = 'q']", value: "a = b" },
          { selector: "#plain", value: "" },
        ],
      },
    ];
    for (const trigger of triggers) {
      const { id: _, frtLinks: _links, ...row } = event({ trigger, order: 2, sentAs: "sign_in" });
      expect(eventOfDraft(draftOfEvent(event({ trigger, order: 2, sentAs: "sign_in" })))).to.deep.equal(row);
    }
    const page = { label: "Cart", pageType: "cart", path: null, attributes: [], scenarioIds: ["scn_1"], closed: true };
    expect(pageOfDraft(draftOfPage({ id: "page-cart", ...page }))).to.deep.equal(page);
  });

  it("leaves out what the trigger has no use for, and attributes that were not filled", () => {
    const draft = { ...EMPTY_DRAFT, selector: ".buy", fields: "#a = 1", attributes: [{ name: " ", expected: "" }] };
    expect(eventOfDraft(draft)).to.deep.include({ trigger: { on: "load", path: null }, attributes: [] });
  });

  it("asks for the page of an event that audits bring about", () => {
    expect(problemOf("events", EMPTY_DRAFT)).to.match(/Choose one/);
    expect(problemOf("events", { ...EMPTY_DRAFT, path: "/cart" })).to.equal(null);
    expect(problemOf("events", { ...EMPTY_DRAFT, on: "" })).to.equal(null);
    expect(problemOf("pages", EMPTY_DRAFT)).to.equal(null);
  });

  it("makes an id that no row has", () => {
    expect(idFor("events", "Basket: été seen!", [])).to.equal("event-basket-ete-seen");
    expect(idFor("pages", "Cart", ["page-cart", "page-cart-2"])).to.equal("page-cart-3");
    expect(idFor("pages", "カート", [])).to.equal("page-row");
  });

  it("lists what fails first, and filters by words and result", () => {
    const entry = (id: string, status: "pass" | "fail" | null): EventEntry => ({
      rev: "1",
      row: event({ id, label: id }),
      audit: status && { runId: "run_1", status, page: "/", reason: null, violations: [] },
    });
    const all = [entry("one", "pass"), entry("two", "fail"), entry("three", null)];
    const ids = (filter: { text: string; audit: string }) =>
      shownRows(all, filter, ({ row }) => row.eventType).map(({ row }) => row.id);
    expect(ids({ text: "", audit: "" })).to.deep.equal(["two", "one", "three"]);
    expect(ids({ text: "LOGIN", audit: "pass" })).to.deep.equal(["one"]);
    expect(ids({ text: "thr", audit: "" })).to.deep.equal(["three"]);
    expect(ids({ text: "", audit: "none" })).to.deep.equal(["three"]);
  });

  it("says what brings an event about", () => {
    expect(triggerSentence(null)).to.equal("In a functional test");
    expect(triggerSentence({ on: "click", selector: ".buy", path: "/cart" })).to.equal("A click on .buy on /cart");
    expect(triggerSentence({ on: "scroll", percent: 50, path: null })).to.equal("50 % of the page is scrolled");
  });

  it("takes the lists of a file, and says why another is none", () => {
    expect(readPlanFile('{"events":[{}],"more":1}')).to.deep.equal({ events: [{}] });
    expect(readPlanFile("{")).to.equal("The file is not JSON.");
    for (const text of ["null", "[]", '{"pages":{}}']) expect(readPlanFile(text)).to.match(/has no list/);
  });

  it("shows what was pushed and sent as it came, even where it was cut", () => {
    expect(pushedText('{"a":1}')).to.equal('{\n  "a": 1\n}');
    expect(pushedText('{"a":')).to.equal('{"a":');
    expect(beaconFields({ event: "login", url: "https://a.example/g?tid=G-1&en=login" })).to.deep.equal([
      ["event", "login"],
      ["address", "https://a.example/g"],
      ["tid", "G-1"],
      ["en", "login"],
    ]);
    expect(beaconFields({ url: "cut" })).to.deep.equal([["address", "cut"]]);
  });
});
