import { expect } from "chai";
import { type FunctionalResult, functionalProblems } from "../../../../domain/pillars/functional/problems.ts";

const result: FunctionalResult = {
  id: "run_1-s00000",
  featureId: "cart",
  featureName: "Cart",
  name: "Add",
  viewport: "desktop",
  browser: "chromium",
  status: "passed",
  flaky: false,
  failure: null,
  known: false,
};

describe("the problems of a functional run", () => {
  const place = { page: "", label: "Cart: Add", viewport: "desktop", browser: "chromium" };
  for (const [what, one, looks] of [
    ["passed", { status: "passed" }, true],
    ["failed", { status: "failed" }, true],
    ["passed in the run that it repeats", { status: "passed", carriedFrom: "run_0" }, false],
    ["has a step that could not be run", { status: "undefined" }, false],
    ["could not be judged", { status: "error" }, false],
    ["was not run", { status: "pending" }, false],
    ["ran on another viewport", { viewport: "phone" }, false],
  ] as const)
    it(`${looks ? "can be" : "are not"} fixed where a scenario ${what}`, () => {
      const { looked, absent } = functionalProblems(
        { baseUrl: "https://shop.example", known: new Set([place.label]) },
        [{ ...result, ...one }],
      );
      expect([looked(place, "locator"), absent(place)]).to.deep.equal([looks, false]);
    });
});
