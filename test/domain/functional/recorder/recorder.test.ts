// Import and export of Chrome DevTools recordings.
import { parse } from "@puppeteer/replay";
import { expect } from "chai";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import type { PlannedScenario } from "../../../../domain/functional/plan.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import { exportRecording } from "../../../../domain/functional/recorder/exportRecording.ts";
import { importRecording } from "../../../../domain/functional/recorder/importRecording.ts";

const AT = { offsetX: 3, offsetY: 4 };
const imported = (steps: object[], more: object = {}) =>
  importRecording(JSON.stringify({ title: "Buy", steps, ...more }));
const sentences = (steps: object[], more: object = {}) =>
  planFeature(imported([{ type: "navigate", url: "https://shop.example/" }, ...steps], more).gherkin, BUILTIN_STEP_DEFS)
    .flatMap((scenario) => scenario.steps.map(({ state, text }) => (state === "prepared" ? text : `${state}: ${text}`)))
    .slice(1);
const notes = (steps: object[]) => imported([{ type: "navigate", url: "https://shop.example/" }, ...steps]).notes;

describe("a recording of Chrome's recorder", () => {
  it("becomes a feature", () => {
    const { name, gherkin } = imported([
      {
        type: "setViewport",
        width: 1200,
        height: 800,
        deviceScaleFactor: 1,
        isMobile: false,
        hasTouch: false,
        isLandscape: false,
      },
      {
        type: "navigate",
        url: "https://shop.example/shoes?size=42",
        assertedEvents: [{ type: "navigation", url: "https://shop.example/shoes?size=42", title: "Shoes" }],
      },
      {
        type: "click",
        ...AT,
        target: "main",
        selectors: [["aria/Add to cart"], ["#buy > button"], ["xpath///*[@id='buy']/button"], ["text/Add"]],
      },
      {
        type: "click",
        ...AT,
        selectors: [["aria/Cart"], ["nav > a.cart"]],
        assertedEvents: [{ type: "navigation", url: "https://shop.example/cart" }],
      },
      { type: "waitForElement", selectors: [['aria/Check out[role="button"]']] },
    ]);
    expect(name).to.equal("Buy");
    expect(gherkin).to.equal(`Feature: Buy

  Scenario: Buy
    Given I am on "/shoes?size=42"
    Then the page title is "Shoes"
    When I click the "Add to cart" button
    And I click the "Cart" link
    Then I should be on "/cart"
    And I should see the "Check out" button
`);
  });

  for (const [what, step, expected] of [
    ["a text", { type: "click", ...AT, selectors: ["text/Show more"] }, ['I click the text "Show more"']],
    [
      "a test id",
      { type: "click", ...AT, selectors: ["[data-testid='buy']"] },
      ['I click the element with the test id "buy"'],
    ],
    [
      "a double click",
      { type: "doubleClick", ...AT, selectors: ["aria/Zoom", "button"] },
      ['I double-click the "Zoom" button'],
    ],
    ["a hover", { type: "hover", selectors: ['aria/Menu[role="link"]'] }, ['I hover over the "Menu" link']],
    [
      "a field",
      { type: "change", selectors: ["aria/Name", "#name"], value: 'A "B"' },
      ['I fill in "Name" with "A \\"B\\""'],
    ],
    [
      "a list",
      { type: "change", selectors: ["aria/Size", "form > select"], value: "42" },
      ['I select "42" from "Size"'],
    ],
    [
      "a password, never its value",
      { type: "change", selectors: ["aria/Password"], value: "hunter2" },
      ['I fill in "Password" with "{secret.PASSWORD}"'],
    ],
    ["a key", { type: "keyDown", key: "Enter" }, ['I press "Enter"']],
    ["the end of a key", { type: "keyUp", key: "Enter" }, []],
    ["scrolling to an element", { type: "scroll", selectors: ["aria/Reviews"] }, ['I scroll to "Reviews"']],
    ["scrolling to the top", { type: "scroll", x: 0, y: 0 }, ["I scroll to the top"]],
    [
      "an element that is gone",
      { type: "waitForElement", selectors: ["text/Sold out"], visible: false },
      ['I should not see "Sold out"'],
    ],
    [
      "an element in a shadow tree",
      { type: "click", ...AT, selectors: [["#host", 'aria/Go[role="button"]']] },
      ['I click the "Go" button'],
    ],
  ] as const)
    it(`has a sentence for ${what}`, () => expect(sentences([step])).to.deep.equal(expected));

  it("switches between tabs", () => {
    const terms = "https://shop.example/terms";
    const inTab = (target: string, name: string) => ({ type: "click", ...AT, target, selectors: [`text/${name}`] });
    const viewport = { width: 800, height: 600, deviceScaleFactor: 1, isMobile: false, hasTouch: false };
    expect(
      sentences([
        inTab("main", "Terms"),
        { type: "setViewport", target: terms, ...viewport, isLandscape: false },
        inTab(terms, "More"),
        inTab(terms, "Less"),
        inTab("main", "Buy"),
        inTab(terms, "More"),
        { type: "close", target: terms },
        inTab("main", "Buy"),
      ]),
    ).to.deep.equal([
      'I click the text "Terms"',
      "I switch to the new tab",
      'I click the text "More"',
      'I click the text "Less"',
      "I switch to the first tab",
      'I click the text "Buy"',
      "I switch to the new tab",
      'I click the text "More"',
      "I close the tab",
      'I click the text "Buy"',
    ]);
  });

  it("knows the attribute that test ids are in, and keys that are held", () => {
    expect(
      sentences([{ type: "click", ...AT, selectors: ["[data-qa=buy]"] }], { selectorAttribute: "data-qa" }),
    ).to.deep.equal(['I click the element with the test id "buy"']);
    const pressed = [
      ["keyDown", "ControlLeft"],
      ["keyDown", "a"],
      ["keyUp", "a"],
      ["keyUp", "ControlLeft"],
      ["keyDown", "b"],
    ];
    expect(sentences(pressed.map(([type, key]) => ({ type, key })))).to.deep.equal([
      'I press "Control+a"',
      'I press "b"',
    ]);
  });

  for (const [what, step, said] of [
    [
      "a click by CSS alone",
      { type: "click", ...AT, selectors: ["#a > b"] },
      /^Step 2 \(click\): skipped: no selector/,
    ],
    [
      "another site",
      { type: "navigate", url: "https://pay.example/?card=1" },
      /skipped: https:\/\/pay\.example\/ is another site/,
    ],
    ["a frame", { type: "click", ...AT, frame: [0], selectors: ["text/Pay"] }, /in a frame/],
    [
      "the right button",
      { type: "click", ...AT, button: "secondary", selectors: ["text/Pay"] },
      /primary mouse button/,
    ],
    ["a number of elements", { type: "waitForElement", selectors: ["text/Shoe"], count: 3 }, /expects == 3 elements/],
    [
      "a viewport",
      {
        type: "setViewport",
        width: 390,
        height: 800,
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
        isLandscape: false,
      },
      /viewport phone \(it was 390×800\)/,
    ],
    ["a network", { type: "emulateNetworkConditions", download: 1, upload: 1, latency: 1 }, /no equivalent/],
    ["references", { type: "change", selectors: ["aria/Name"], value: "{env.X}" }, /braces/],
  ] as const)
    it(`says what is left out: ${what}`, () => expect(notes([step]).join()).to.match(said));

  for (const [what, json, said] of [
    [
      "a step that runs script",
      { title: "x", steps: [{ type: "close" }, { type: "customStep", name: "x", parameters: {} }] },
      /step 2 \(customStep\)/,
    ],
    [
      "an expression",
      { title: "x", steps: [{ type: "waitForExpression", expression: "1" }] },
      /step 1 \(waitForExpression\)/,
    ],
    ["what is no recording", { steps: [] }, /Not a recording of Chrome's DevTools: Recording is missing `title`/],
    ["an unknown step", { title: "x", steps: [{ type: "eval" }] }, /Not a recording/],
    ["no steps at all", { title: "x", steps: [] }, /No step of the recording/],
    ["too many steps", { title: "x", steps: Array.from({ length: 501 }, () => ({ type: "close" })) }, /has 501 steps/],
  ] as const)
    it(`is refused with ${what}`, () => expect(() => importRecording(JSON.stringify(json))).to.throw(said));

  it("is refused where it is no JSON or too large", () => {
    expect(() => importRecording("{")).to.throw(/not JSON/);
    expect(() => importRecording(`"${"x".repeat(1_000_001)}"`)).to.throw(/larger than 1 MB/);
  });
});

describe("a scenario for Chrome's recorder", () => {
  const planOf = (...steps: string[]): PlannedScenario =>
    planFeature(["Feature: Buy", "Scenario: Buy", ...steps].join("\n"), BUILTIN_STEP_DEFS)[0]!;
  const exported = (...steps: string[]) => exportRecording("Buy", planOf(...steps), "https://shop.example/");

  it("is a recording that its own reader takes, and comes back as the same feature", () => {
    const text = [
      'Given I am on "/shoes"',
      'When I click the "Add to cart" button',
      'And I hover over the text "Menu"',
      'And I fill in "Name" with "Ann"',
      'And I press "Control+a"',
      'And I check "Gift"',
      'And I uncheck "Newsletter"',
      'And I choose "Express"',
      'Then "Gift" is checked',
      'And "Newsletter" is not checked',
      'And I should see "1 in the cart"',
      'And I should not see "Sold out"',
      'When I click the "Cart" link',
      'Then I should be on "/cart"',
    ];
    const flow = exported(...text);
    expect(parse(JSON.parse(JSON.stringify(flow)))).to.deep.equal(JSON.parse(JSON.stringify(flow)));
    const { gherkin, notes } = importRecording(JSON.stringify(flow));
    expect(
      gherkin
        .split("\n")
        .slice(3, -1)
        .map((line) => line.trim()),
    ).to.deep.equal(text);
    expect(notes).to.deep.equal([]);
  });

  it("expects the state of a box that it clicks, because another click would undo it", () => {
    const { steps } = exported('Given I am on "/"', 'When I check "Gift"');
    expect(steps.slice(1).map((step) => [step.type, "properties" in step && step.properties])).to.deep.equal([
      ["click", false],
      ["waitForElement", { checked: true }],
    ]);
  });

  it("is refused with every step that the recorder has nothing for", () => {
    expect(() =>
      exported('Given I am on "/"', 'When I fill in "Password" with "{secret.P}"', 'Then the event "x" is sent'),
    ).to.throw(/nothing for step 2, "I fill in "Password" with "\{secret\.P\}""; step 3, "the event "x" is sent"/);
    expect(() => exported("When I dance")).to.throw(/step 1/);
  });
});
