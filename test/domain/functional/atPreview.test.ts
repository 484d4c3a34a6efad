import { expect } from "chai";
import { scenarioAtPreview } from "../../../domain/functional/atPreview.ts";
import type { PlannedScenario, PlannedStep } from "../../../domain/functional/plan.ts";
import type { Action } from "../../../domain/functional/stepDef.ts";

const SHOP = "https://shop.example";
const moved = { standsFor: SHOP, baseUrl: "https://pr-7.example.app" };

function stepOf(action: Action): PlannedStep {
  return {
    index: 0,
    keyword: "When",
    text: `I open ${action.value}`,
    place: { line: 1, column: 1 },
    argument: null,
    state: "prepared",
    stepDefId: "s",
    candidates: [],
    problem: null,
    args: {},
    actions: [{ action, stepDefId: "s", index: 0 }],
  };
}
const scenarioOf = (steps: PlannedStep[]): PlannedScenario => ({
  id: "a",
  name: "A",
  rule: null,
  tags: [],
  place: { line: 1, column: 1 },
  steps,
});

describe("a scenario at a preview", () => {
  for (const [op, value, done] of [
    ["goto", `${SHOP}/cart`, "https://pr-7.example.app/cart"],
    ["goto", "/cart", "/cart"],
    ["goto", "{env.baseUrl}/cart", "{env.baseUrl}/cart"],
    ["goto", "https://shop.example.evil.example/", "https://shop.example.evil.example/"],
    ["expectUrl", `${SHOP}/cart?*`, "https://pr-7.example.app/cart?*"],
    ["fill", `${SHOP}/cart`, `${SHOP}/cart`],
  ] as const)
    it(`does ${op} ${value} with ${done}`, () => {
      const step = stepOf({ op, value });
      const [at] = scenarioAtPreview(scenarioOf([step]), moved).steps;
      expect(at?.actions[0]?.action).to.deep.equal({ op, value: done });
      // The text of a step names its problems, so it stays.
      expect(at?.text).to.equal(step.text);
    });
});
