import { expect } from "chai";
import {
  applyPatch,
  defWithLocators,
  type HealPatch,
  locatorsOnly,
  plansDiffer,
  withLocator,
} from "../../../../domain/functional/heal/patch.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import type { Locator } from "../../../../domain/functional/target.ts";

const role = (value: string, name: string): Locator => ({ by: "role", value, name });
const BUY: StepDef = {
  v: 1,
  id: "shop.buy",
  pattern: "I buy {int} of it",
  params: [{ name: "count", type: "int" }],
  tags: [],
  description: "",
  examples: ["I buy 2 of it"],
  status: "ready",
  actions: [
    { op: "fill", target: { locators: [{ by: "label", value: "Quantity" }] }, value: "{count}" },
    { op: "click", target: { locators: [role("button", "Buy")] } },
    { op: "expectText", target: { locators: [role("status", "Basket")] }, value: "{count}" },
  ],
};
const TEXT = `Feature: Basket

  Background:
    Given I am on "/shop"

  Scenario: Buy
    When I click the "Add to cart" button
    And I buy 2 of it
    Then I should see "1 in the basket"

  Scenario Outline: Many
    When I click the "<what>" button
    Then I should see "<what>"

    Examples:
      | what        |
      | Add to cart |
`;
const TESTS = { text: TEXT, defs: [...BUILTIN_STEP_DEFS, BUY] };
const LOCATORS: Extract<HealPatch, { kind: "locators" }> = {
  kind: "locators",
  stepDefId: "shop.buy",
  version: 1,
  action: 1,
  before: [role("button", "Buy")],
  after: [role("button", "Purchase"), role("button", "Buy")],
};
const sentence = (change: Partial<Extract<HealPatch, { kind: "sentence" }>> = {}): HealPatch => ({
  kind: "sentence",
  featureId: "basket",
  version: 1,
  line: 7,
  before: 'I click the "Add to cart" button',
  after: 'I click the "Put in bag" button',
  ...change,
});
const OWN: StepDef = {
  ...BUY,
  id: "healed-add-to-cart",
  pattern: "I click the Add to cart button",
  params: [],
  examples: ["I click the Add to cart button"],
  actions: [{ op: "click", target: { locators: [{ by: "css", value: "#add" }] } }],
};
const own = (def: StepDef): HealPatch => ({
  ...(sentence({ after: "I click the Add to cart button" }) as Extract<HealPatch, { kind: "sentence" }>),
  kind: "definition",
  def,
});

describe("a patch of healing", () => {
  it("puts the new locator first, and keeps those that found nothing, but none that found too much", () => {
    const [old, many, found] = [role("button", "Buy"), role("link", "Buy"), role("button", "Purchase")];
    expect(
      withLocator(found, [
        { locator: old, count: 0 },
        { locator: many, count: 3 },
        { locator: found, count: 0 },
      ]),
    ).to.deep.equal([found, old]);
    const eight = Array.from({ length: 8 }, (_, n) => ({ locator: role("button", `B${n}`), count: 0 }));
    expect(withLocator(found, eight)).to.have.length(8);
  });

  it("of locators changes one action of one definition", () => {
    const patched = applyPatch(TESTS, LOCATORS);
    if (typeof patched === "string") throw new Error(patched);
    expect(patched.text).to.equal(TEXT);
    const changed = patched.defs.find(({ id }) => id === "shop.buy");
    expect(changed?.actions[1]?.target?.locators).to.deep.equal(LOCATORS.after);
    expect(changed && locatorsOnly(BUY, changed)).to.equal(null);
  });

  it("of a sentence changes one line, and what it finds", () => {
    const patched = applyPatch(TESTS, sentence());
    if (typeof patched === "string") throw new Error(patched);
    const [before, after] = [TEXT.split("\n"), patched.text.split("\n")];
    expect(before.flatMap((line, at) => (line === after[at] ? [] : [after[at]]))).to.deep.equal([
      '    When I click the "Put in bag" button',
    ]);
    const [step] = planFeature(patched.text, patched.defs)[0]?.steps.slice(1) ?? [];
    expect(step?.actions[0]?.action.target?.locators).to.deep.equal([role("button", "Put in bag")]);
  });

  it("may give the project a definition of its own", () => {
    const patched = applyPatch(TESTS, own(OWN));
    if (typeof patched === "string") throw new Error(patched);
    expect(patched.defs.at(-1)).to.equal(OWN);
    const again = applyPatch({ ...TESTS, defs: patched.defs }, own(OWN));
    expect(again).to.have.property("text", patched.text);
  });

  const click = { op: "click" as const, target: { locators: [{ by: "css" as const, value: "#add" }] } };
  const expectation = { op: "expectVisible" as const, target: { locators: [role("button", "x")] } };
  for (const [what, patch, why] of [
    ["a locator of an expectation", { ...LOCATORS, action: 2, before: [role("status", "Basket")] }, /expectation/],
    ["a definition that is built in", { ...LOCATORS, stepDefId: "builtin.click-button", action: 0 }, /built in/],
    ["a definition that changed since", { ...LOCATORS, before: [role("button", "Sell")] }, /have changed since/],
    ["a definition that is gone", { ...LOCATORS, stepDefId: "shop.sell" }, /is gone/],
    ["an action that is not there", { ...LOCATORS, action: 9 }, /no element in its action 10/],
    ["a locator that is none", { ...LOCATORS, after: [{ by: "css", value: "a >> b" }] }, /must be a CSS selector/],
    ["a locator of no role", { ...LOCATORS, after: [role("wizard", "x")] }, /role of ARIA/],
    [
      "a value that a locator refers to",
      { ...LOCATORS, after: [role("button", "{secret.TOKEN}")] },
      /refer to other values/,
    ],
    ["a value of the environment", sentence({ after: 'I click the "{env.X}" button' }), /refer to other values/],
    [
      "an expectation's words",
      sentence({ line: 9, before: 'I should see "1 in the basket"', after: 'I should see "2"' }),
      /expectText|expectVisible/,
    ],
    [
      "an expectation for a action",
      sentence({ after: 'I should see "Add to cart"' }),
      /change expect|change click|more of click|is no action|than its locators/,
    ],
    [
      "another action",
      sentence({ after: 'I double-click the "Add to cart" button' }),
      /more of click than its locators/,
    ],
    [
      "another value",
      sentence({ line: 8, before: "I buy 2 of it", after: "I buy 3 of it" }),
      /more of fill|expectText/,
    ],
    [
      "a second sentence behind the first",
      sentence({ after: 'I click the "A" button\n    Then I should see "B"' }),
      /more of the scenario/,
    ],
    ["a sentence that means nothing", sentence({ after: "I dance" }), /in more than how/],
    ["another line than it says", sentence({ line: 8 }), /Line 8 of the feature/],
    ["a sentence of an outline's examples", sentence({ line: 12 }), /outline's examples/],
    ["an expectation in the new definition", own({ ...OWN, actions: [click, expectation] }), /what ".*" does/],
    ["an expectation in the action's place", own({ ...OWN, actions: [expectation] }), /more of click/],
    ["the id of a definition that does something else", own({ ...OWN, id: "shop.buy" }), /another step definition/],
  ] as [string, HealPatch, RegExp][])
    it(`is refused where it would touch ${what}`, () => {
      const refused = applyPatch(TESTS, patch);
      expect(refused).to.be.a("string").that.matches(why);
    });

  it("cannot carry anything beside locators", () => {
    const timeout = { ...BUY, actions: BUY.actions.with(1, { ...BUY.actions[1]!, timeoutMs: 60_000 }) };
    expect(locatorsOnly(BUY, timeout)).to.match(/more of click/);
    expect(locatorsOnly(BUY, { ...BUY, status: "draft" })).to.match(/definition's status/);
    expect(locatorsOnly(BUY, { ...BUY, actions: BUY.actions.slice(0, 2) })).to.match(/how many actions/);
    const within = { ...BUY.actions[1]!, target: { ...BUY.actions[1]!.target!, within: role("main", "x") } };
    expect(locatorsOnly(BUY, { ...BUY, actions: BUY.actions.with(1, within) })).to.match(/more of click/);
    expect(defWithLocators(BUY, { ...LOCATORS, after: [] })).to.match(/at least one locator/);
  });

  it("leaves plans that differ elsewhere alone", () => {
    const plan = planFeature(TEXT, TESTS.defs);
    expect(plansDiffer(plan, plan, null)).to.equal(null);
    expect(plansDiffer(plan, plan.slice(1), null)).to.match(/how many scenarios/);
    const other = planFeature(TEXT.replace("Scenario: Buy", "Scenario: Sell"), TESTS.defs);
    expect(plansDiffer(plan, other, null)).to.match(/more of the scenario "Buy"/);
  });
});
