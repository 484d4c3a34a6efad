import { expect } from "chai";
import { defsBothWays, planBothWays, withoutEarlier } from "../../../../domain/functional/heal/bothWays.ts";
import type { HealPatch } from "../../../../domain/functional/heal/patch.ts";
import { BUILTIN_STEP_DEFS } from "../../../../domain/functional/library/index.ts";
import { planFeature } from "../../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import type { Locator } from "../../../../domain/functional/target.ts";

const button = (name: string): Locator => ({ by: "role", value: "button", name });
const press = (name: string): string => `I click the "${name}" button`;
const buy = (locators: Locator[]): StepDef => ({
  v: 1,
  id: "shop.buy",
  pattern: "I buy it",
  params: [],
  tags: [],
  description: "",
  examples: [],
  status: "ready",
  actions: [{ op: "click", target: { locators } }],
});
const textOf = (...sentences: string[]): string =>
  `Feature: Basket\n  Scenario: Buy\n${sentences.map((one) => `    When ${one}\n`).join("")}`;
const sentence = (before: string, after: string, line = 3): HealPatch => ({
  kind: "sentence",
  featureId: "basket",
  version: 1,
  line,
  before: press(before),
  after: press(after),
});
const locators = (before: Locator[], after: Locator[]): HealPatch => ({
  kind: "locators",
  stepDefId: "shop.buy",
  version: 1,
  action: 0,
  before,
  after,
});

/** Names that the steps look for, in order; those after `|` would also be there without the history. */
function namesIn(text: string, own: StepDef, patches: readonly HealPatch[]): string[] {
  const defs = [...BUILTIN_STEP_DEFS, own];
  const planned = planBothWays({ featureId: "basket", text }, defsBothWays(defs, patches), patches);
  const now = planFeature(text, defs);
  expect(planned.map(({ steps }) => steps.map(({ actions }) => actions.map(withoutEarlier)))).to.deep.equal(
    now.map(({ steps }) => steps.map(({ actions }) => actions)),
  );
  expect(planned.map(({ steps }) => steps.map((step) => ({ ...step, actions: [] })))).to.deep.equal(
    now.map(({ steps }) => steps.map((step) => ({ ...step, actions: [] }))),
  );
  return (planned[0]?.steps ?? []).map(({ actions }) => {
    const { action, earlier = 0 } = actions[0] as (typeof actions)[number];
    const names = (action.target?.locators ?? []).map(({ name }) => name ?? "?");
    return earlier === 0 ? names.join() : `${names.slice(0, earlier)}|${names.slice(earlier)}`;
  });
}

describe("a step that was healed on a commit that the run's does not have", () => {
  const OWN = buy([button("Purchase"), button("Buy")]);
  for (const [what, text, own, patches, wanted] of [
    ["nothing was healed", textOf(press("Send")), OWN, [], ["Send"]],
    ["a sentence: the old name first", textOf(press("Off")), OWN, [sentence("Send", "Off")], ["Send|Off"]],
    [
      "a sentence twice: the oldest first",
      textOf(press("Go")),
      OWN,
      [sentence("Off", "Go"), sentence("Send", "Off")],
      ["Send,Off|Go"],
    ],
    ["a sentence, of which the run has the newer half", textOf(press("Go")), OWN, [sentence("Send", "Off")], ["Go"]],
    [
      "a sentence that moved down, and others stay",
      textOf(press("A"), press("Off")),
      OWN,
      [sentence("Send", "Off")],
      ["A", "Send|Off"],
    ],
    [
      "a sentence that is there twice by now, neither in its line",
      textOf(press("A"), press("Off"), press("Off")),
      OWN,
      [sentence("Send", "Off")],
      ["A", "Off", "Off"],
    ],
    ["a sentence that somebody changed since", textOf(press("Mine")), OWN, [sentence("Send", "Off")], ["Mine"]],
    [
      "of another feature",
      textOf(press("Off")),
      OWN,
      [{ ...sentence("Send", "Off"), featureId: "other" } as HealPatch],
      ["Off"],
    ],
    [
      "a definition: its sentence was another one's",
      textOf("I buy it"),
      OWN,
      [{ ...sentence("Send", ""), kind: "definition", def: OWN, after: "I buy it" } as HealPatch],
      ["Send|Purchase,Buy"],
    ],
    [
      "locators: those that were kept stay where they are",
      textOf("I buy it"),
      OWN,
      [locators([button("Buy")], [button("Purchase"), button("Buy")])],
      ["Purchase,Buy"],
    ],
    [
      "locators: those that were dropped come first",
      textOf("I buy it"),
      buy([button("Purchase")]),
      [locators([button("Buy")], [button("Purchase")])],
      ["Buy|Purchase"],
    ],
    [
      "locators twice",
      textOf("I buy it"),
      buy([button("C")]),
      [locators([button("B")], [button("C")]), locators([button("A")], [button("B")])],
      ["A,B|C"],
    ],
    [
      "locators that somebody changed since",
      textOf("I buy it"),
      buy([button("Mine")]),
      [locators([button("Buy")], [button("Purchase")])],
      ["Mine"],
    ],
  ] as [string, string, StepDef, HealPatch[], string[]][])
    it(what, () => expect(namesIn(text, own, patches)).to.deep.equal(wanted));

  it("does not join actions that differ in more than how they find their element", () => {
    const fill = buy([button("Purchase")]);
    const other: StepDef = { ...fill, actions: [{ op: "fill", target: { locators: [button("X")] }, value: "1" }] };
    const patch = { ...sentence("Send", ""), kind: "definition", def: other, after: "I buy it" } as HealPatch;
    expect(namesIn(textOf("I buy it"), other, [patch])).to.deep.equal(["X"]);
  });
});
