import { expect } from "chai";
import { planFeature } from "../../../domain/functional/planFeature.ts";
import type { StepDef } from "../../../domain/functional/stepDef.ts";

/** Returns a definition with the fields that the test sets. */
function def(id: string, pattern: string, more: Partial<StepDef> = {}): StepDef {
  return {
    v: 1,
    id,
    pattern,
    params: [],
    tags: [],
    description: "",
    examples: [],
    status: "ready",
    actions: [],
    ...more,
  };
}

const string = (name: string) => ({ name, type: "string" as const });
const OPEN = def("open", "I am on {string}", { params: [string("path")], actions: [{ op: "goto", value: "{path}" }] });
const CLICK = def("click", "I click the {string} button", {
  params: [string("name")],
  actions: [
    {
      op: "click",
      target: {
        locators: [
          { by: "role", value: "button", name: "{name}" },
          { by: "css", value: "button[name='{name}']" },
        ],
        within: { by: "label", value: "{name} box" },
      },
    },
  ],
});
const FILL = def("fill", "I fill {string} with {string}", {
  params: [string("label"), string("value")],
  actions: [{ op: "fill", target: { locators: [{ by: "label", value: "{label}" }] }, value: "{value}" }],
});

const plan = (step: string, defs: StepDef[]) =>
  planFeature(`Feature: f\n  Scenario: s\n    Given ${step}`, defs)[0]!.steps[0]!;

describe("planFeature", () => {
  it("fills arguments in, and leaves what only the run knows", () => {
    const step = plan('I fill "Password" with "{secret.SHOP_PASSWORD} {label}"', [OPEN, CLICK, FILL]);
    expect(step).to.deep.include({
      state: "prepared",
      stepDefId: "fill",
      problem: null,
      args: { label: "Password", value: "{secret.SHOP_PASSWORD} {label}" },
      actions: [
        {
          action: {
            op: "fill",
            target: { locators: [{ by: "label", value: "Password" }] },
            value: "{secret.SHOP_PASSWORD} {label}",
          },
          stepDefId: "fill",
          index: 0,
        },
      ],
    });
  });

  it("fills every part of a target, and selectors so that a value stays a text", () => {
    const [planned] = plan("I click the 'Pay \"now\"' button", [CLICK]).actions;
    expect(planned?.action.target).to.deep.equal({
      locators: [
        { by: "role", value: "button", name: 'Pay "now"' },
        { by: "css", value: "button[name='Pay \\\"now\\\"']" },
      ],
      within: { by: "label", value: 'Pay "now" box' },
    });
  });

  it("names what no definition or several definitions fit", () => {
    expect(plan("I dance", [CLICK])).to.deep.include({ state: "undefined", stepDefId: null, candidates: [] });
    const two = plan('I am on "/"', [OPEN, def("open2", "I am on {}", { params: [{ name: "a", type: "text" }] })]);
    expect(two).to.deep.include({ state: "ambiguous", stepDefId: null, candidates: ["open", "open2"], actions: [] });
  });

  it("does not use drafts", () => {
    expect(plan('I am on "/"', [{ ...OPEN, status: "draft" }]).state).to.equal("undefined");
  });

  it("gives a data table as JSON, and does an action for each of its rows", () => {
    const form = def("form", "I fill in the form:", {
      params: [{ name: "rows", type: "table" }],
      actions: [
        {
          op: "fill",
          each: "rows",
          target: { locators: [{ by: "label", value: "{row.1}" }] },
          value: "{row.2}",
        },
        { op: "expectTable", value: "{rows}" },
      ],
    });
    const step = plan("I fill in the form:\n      | Name | {row.1} |\n      | City | Rome |", [form]);
    expect(
      step.actions.map(({ action, index }) => [index, action.target?.locators[0]?.value, action.value]),
    ).to.deep.equal([
      [0, "Name", "{row.1}"],
      [0, "City", "Rome"],
      [1, undefined, '[["Name","{row.1}"],["City","Rome"]]'],
    ]);
    expect(step.actions[0]?.action).not.to.have.property("each");
    expect(plan("I fill in the form:\n      | Name |", [form]).problem).to.equal("The table needs 2 columns.");
    expect(plan("I fill in the form:", [form])).to.deep.include({
      state: "undefined",
      problem: "The step needs a data table below it.",
    });
    expect(plan('I am on "/"\n      | a |', [OPEN]).problem).to.equal("The step takes no data table.");
  });

  it("gives a doc string as it is written", () => {
    const note = def("note", "I write", {
      params: [{ name: "text", type: "docString" }],
      actions: [{ op: "fill", value: "{text}" }],
    });
    expect(plan('I write\n      """\n      a\n        b\n      """', [note]).actions[0]?.action.value).to.equal(
      "a\n  b",
    );
  });

  describe("of definitions that use others", () => {
    const uses = (id: string, used: string, args?: Record<string, string>) =>
      def(id, id, { actions: [{ op: "useStep", value: used, ...(args && { args }) }] });

    it("unrolls them with their arguments, and tells where each action comes from", () => {
      const signIn = def("sign-in", "I sign in as {word}", {
        params: [{ name: "user", type: "word" }],
        actions: [
          { op: "useStep", value: "open", args: { path: "/sign-in?user={user}" } },
          { op: "useStep", value: "fill", args: { label: "Password", value: "{secret.PASSWORD}" } },
          { op: "expectTitle", value: "{user}" },
        ],
      });
      const step = plan("I sign in as ada", [signIn, OPEN, FILL]);
      expect(step.actions.map(({ action, stepDefId, index }) => [stepDefId, index, action.value])).to.deep.equal([
        ["open", 0, "/sign-in?user=ada"],
        ["fill", 0, "{secret.PASSWORD}"],
        ["sign-in", 2, "ada"],
      ]);
    });

    it("goes five levels deep and no deeper", () => {
      const chain = (levels: number) => [
        ...Array.from({ length: levels }, (_, i) =>
          uses(`d${i}`, i + 1 < levels ? `d${i + 1}` : "open", { path: "/" }),
        ),
        OPEN,
      ];
      expect(plan("d0", chain(5)).state).to.equal("prepared");
      expect(plan("d0", chain(6)).problem).to.match(/more than 5 levels/);
    });

    it("refuses circles, missing definitions and explosions", () => {
      expect(plan("a", [uses("a", "b"), uses("b", "a")]).problem).to.match(/"a" uses itself/);
      expect(plan("a", [uses("a", "gone")]).problem).to.match(/"gone".*does not exist/);
      const many = (id: string, used: string) =>
        def(id, id, { actions: Array.from({ length: 20 }, () => ({ op: "useStep" as const, value: used })) });
      expect(plan("a", [many("a", "b"), many("b", "c"), many("c", "open"), OPEN]).problem).to.match(/more than 300/);
      expect(plan("a", [many("a", "b"), many("b", "c"), many("c", "d"), def("d", "d")]).problem).to.match(
        /more than 300/,
      );
    });
  });
});
