import { expect } from "chai";
import type { StepFailure, StepResult } from "../../../domain/functional/attempt.ts";
import { explainFailure, type FailureFacts } from "../../../domain/functional/explain.ts";

const HERE = "https://shop.test/repairs";

const failureOf = (patch: Partial<StepFailure>): StepFailure => ({
  message: "It failed.",
  action: 0,
  op: "click",
  stepDefId: "def",
  matches: [],
  expected: null,
  actual: null,
  url: HERE,
  timedOut: false,
  pending: [],
  alerts: [],
  ...patch,
});

function facts(failure: Partial<StepFailure> | null, step: Partial<StepResult> = {}, rest: Partial<FailureFacts> = {}) {
  const failed: StepResult = {
    index: 3,
    keyword: "When",
    text: "I send it",
    place: { line: 1, column: 1 },
    stepDefId: "def",
    status: "failed",
    startedAt: 0,
    duration: 1,
    failure: failure === null ? null : failureOf(failure),
    drift: [],
    fingerprints: {},
    url: HERE,
    screenshotId: null,
    console: [],
    network: [],
    events: [],
    ...step,
  };
  return { steps: [failed], error: null, flaky: false, ...rest };
}

const none = { locator: { by: "role", value: "button", name: "Send" } as const, count: 0 };
const asked = (path: string, status: number | null, failure: string | null = null) => ({
  method: "GET",
  url: `https://shop.test${path}`,
  status,
  failure,
});
const loud = (text: string) => ({ level: "error" as const, text });

describe("why a scenario failed", () => {
  it("may lie in the step before, whose action is looked at", () => {
    const { steps, ...rest } = facts({ op: "expectVisible", matches: [none] });
    const before = { ...steps[0], index: 2, status: "passed", failure: null, console: [loud("Uncaught TypeError: y")] };
    expect(explainFailure({ ...rest, steps: [before as StepResult, ...steps] }).cause).to.equal("page_error");
    const long = { ...before, index: 1 } as StepResult;
    expect(explainFailure({ ...rest, steps: [long, ...steps] }).cause).to.equal("locator");
  });

  it("may lie in a request that failed since the page was opened, however many steps ago", () => {
    const { steps, ...rest } = facts({ matches: [{ ...none, count: 1 }], timedOut: true, message: "It is disabled." });
    const passed = (index: number, patch: Partial<StepResult>) =>
      ({ ...steps[0], index, status: "passed", failure: null, ...patch }) as StepResult;
    const cause = (...before: StepResult[]) => explainFailure({ ...rest, steps: [...before, ...steps] });
    const days = { network: [asked("/days", 500)] };
    const old = cause(passed(0, days), passed(1, {}), passed(2, {}));
    expect(old).to.deep.include({ cause: "network", healable: false });
    expect(old.evidence).to.deep.equal(["GET https://shop.test/days answered 500.", "It is disabled."]);
    // A request of the previous page, and an irrelevant one.
    expect(cause(passed(0, { ...days, url: `${HERE}/2` }), passed(1, {}), passed(2, {})).cause).to.equal("timing");
    expect(cause(passed(0, { network: [asked("/days", 404)] }), passed(1, {}), passed(2, {})).cause).to.equal("timing");
  });

  for (const [what, given, cause] of [
    ["a button that is not there", facts({ matches: [none] }), "locator"],
    ["two buttons of one name", facts({ matches: [{ ...none, count: 2 }] }), "locator"],
    ["a button that is expected and not there", facts({ op: "expectVisible", matches: [none] }), "locator"],
    [
      "a text that is expected and not there",
      facts({ op: "expectVisible", matches: [{ locator: { by: "text", value: "Thanks" }, count: 0 }] }),
      "assertion",
    ],
    ["another total", facts({ op: "expectText", expected: "$12", actual: "$13" }), "assertion"],
    ["another number of rows", facts({ op: "expectCount", matches: [none], expected: "2", actual: "0" }), "assertion"],
    ["an answer that is still awaited", facts({ op: "expectVisible", matches: [none], pending: [HERE] }), "timing"],
    ["an element that keeps moving", facts({ timedOut: true, message: "the element keeps moving" }), "timing"],
    [
      "a script that broke",
      facts({ matches: [none] }, { console: [loud("Uncaught ReferenceError: x")] }),
      "page_error",
    ],
    ["a message of the console that is no error", facts({ matches: [none] }, { console: [loud("bad")] }), "locator"],
    ["a page that answered 500", facts({ matches: [none] }, { network: [asked("/repairs", 500)] }), "page_error"],
    ["a request that answered 500", facts({ matches: [none] }, { network: [asked("/days", 500)] }), "network"],
    ["a request that failed", facts({ matches: [none] }, { network: [asked("/days", null, "net::ERR_X")] }), "network"],
    ["a picture that is missing", facts({ matches: [none] }, { network: [asked("/a.png", 404)] }), "locator"],
    [
      "a request to another site that failed",
      facts(
        { matches: [none] },
        { network: [{ method: "GET", url: "https://ads.test/x", status: 500, failure: null }] },
      ),
      "locator",
    ],
    ["a text that a step waits for in vain", facts({ op: "waitFor", timedOut: true, matches: [none] }), "locator"],
    ["an account that is gone", facts({ op: "expectUrl", alerts: ["Unknown e-mail address"] }), "data"],
    ["a sentence without a definition", facts(null, { status: "undefined" }), "data"],
    ["an option that does not exist", facts({ message: 'The list has no option "XL".', invalid: true }), "data"],
    ["the same, stored by an earlier version", facts({ message: 'The list has no option "XL".' }), "data"],
    ["an event that was not sent", facts({ op: "expectEvent" }), "tracking"],
    [
      "a page under maintenance",
      facts({ op: "goto", message: "The page answered 503." }, { network: [asked("/repairs", 503)] }),
      "environment",
    ],
    ["a secret that nobody gave", facts({ message: 'The environment has no secret "pin": add it.' }), "environment"],
    [
      "a site that cannot be entered",
      facts(null, {}, { error: { code: "timeout", message: "It did not answer." } }),
      "environment",
    ],
  ] as const)
    it(`${what}: ${cause}`, () => {
      const explained = explainFailure(given as FailureFacts);
      expect(explained.cause).to.equal(cause);
      expect(explained.evidence).not.to.be.empty;
      // A failed expectation about an element is never healed.
      const expects = given.steps[0]?.failure?.op.startsWith("expect") ?? false;
      expect(explained.healable).to.equal(cause === "locator" && !expects);
      for (const sentence of [explained.headline, explained.advice]) expect(sentence).to.match(/^[A-Z].*\.$/);
    });

  for (const [what, given, advice] of [
    [
      "two elements of one name",
      facts({ matches: [{ ...none, count: 2 }] }),
      /Name one of the 2 elements called "Send": by its row/,
    ],
    [
      "two elements in rows of their own",
      facts({ matches: [{ ...none, count: 2, apart: { by: "row", names: ["Oak stool", "Red lamp"] } }] }),
      /^2 elements are called "Send": number 1 in the row of "Oak stool", number 2 in the row of "Red lamp"\. Name one by its row \(… in the row of "Oak stool"\), by its number/,
    ],
    [
      "two elements in parts of the page",
      facts({
        matches: [{ ...none, count: 2, apart: { by: "region", names: ["the header", 'the navigation "Help"'] } }],
      }),
      /: number 1 in the header, number 2 in the navigation "Help"\. Name one by its number/,
    ],
    [
      "more elements than are told apart",
      facts({ matches: [{ ...none, count: 5, apart: { by: "heading", names: ["Delivery", "Billing"] } }] }),
      /^5 elements are called "Send": number 1 below the heading "Delivery", number 2 below the heading "Billing" and 3 more\./,
    ],
    [
      "two elements of which one is expected to have a text",
      facts({ op: "expectText", matches: [{ ...none, count: 2, apart: { by: "row", names: ["Oak", "Elm"] } }] }),
      /number 1 in the row of "Oak"/,
    ],
    ["a step that never passed", facts({ matches: [none] }, {}, { hasPassed: false }), /never found its element/],
    ["a step that passed before", facts({ matches: [none] }, {}, { hasPassed: true }), /Propose a new locator/],
    [
      "a box under its own drawing",
      facts({
        op: "check",
        message: "The action check could not be done: another element covers it.",
        label: "Gift",
      }),
      /Click its label: I click the text "Gift"\.$/,
    ],
    [
      "a box under its own drawing, without a label",
      facts({ op: "check", message: "The action check could not be done: the element is hidden.", label: null }),
      /It has no visible label/,
    ],
    [
      "a box whose label nobody looked for",
      facts({ op: "uncheck", message: "The action uncheck could not be done: the element is hidden." }),
      /If it has a label, click that/,
    ],
    [
      "a button under a banner",
      facts({ message: "The action click could not be done: another element covers it." }),
      /Close what covers the element first/,
    ],
    [
      "a button that is disabled",
      facts({ message: "The action click could not be done: the element is disabled." }),
      /make the element usable/,
    ],
    [
      "a link in a closed menu",
      facts({ message: "The action click could not be done: the element is hidden." }),
      /opening its menu/,
    ],
  ] as const)
    it(`advises by what was seen: ${what}`, () => {
      const explained = explainFailure(given as FailureFacts);
      expect(explained.advice).to.match(advice);
      if (/cannot be healed/.test(explained.advice)) expect(explained.healable).to.equal(false);
    });
});
