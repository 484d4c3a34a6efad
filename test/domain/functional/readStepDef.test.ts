import { expect } from "chai";
import { BUILTIN_STEP_DEFS } from "../../../domain/functional/library/index.ts";
import { readStepDef, stepDefProblems } from "../../../domain/functional/readStepDef.ts";
import type { Action, StepDef } from "../../../domain/functional/stepDef.ts";

const GOOD: StepDef = {
  v: 1,
  id: "pay",
  pattern: "I pay {string} by {word}",
  params: [
    { name: "amount", type: "string" },
    { name: "card", type: "word" },
    { name: "rows", type: "table" },
  ],
  tags: ["checkout"],
  description: "Pays.",
  examples: ['I pay "1" by Visa'],
  status: "ready",
  actions: [{ op: "click", target: { locators: [{ by: "role", value: "button", name: "Pay {amount}" }] } }],
};
const withAction = (action: object): object => ({ ...GOOD, actions: [action] });
const target = (locator: object) => ({ locators: [locator] });
const click = (locator: object) => withAction({ op: "click", target: target(locator) });

describe("a step definition", () => {
  it("is taken as it is written", () => {
    expect(readStepDef(GOOD)).to.equal(GOOD);
    const full: Action = {
      op: "fill",
      each: "rows",
      value: "{row.2} {env.NAME} {secret.API-KEY} {amount}",
      timeoutMs: 1_000,
      target: {
        locators: [
          { by: "label", value: "{row.1}", exact: true },
          { by: "css", value: "form > input[name='a']:not(.b)" },
        ],
        within: { by: "role", value: "form", name: "{card}" },
        frame: { by: "title", value: "Payment" },
        fingerprint: {
          tag: "input",
          role: "textbox",
          name: "a",
          text: "",
          type: "text",
          alt: "",
          id: "a",
          classes: ["b"],
          href: "",
          ariaLabel: "",
          attributes: { "data-x": "1" },
          neighbours: ["c"],
          path: "html>body",
          box: { x: -1.5, y: 0, width: 10, height: 10 },
        },
      },
    };
    expect(stepDefProblems(withAction(full))).to.deep.equal([]);
    expect(
      stepDefProblems({ ...GOOD, actions: [{ op: "useStep", value: "other", args: { a: "{card}" } }] }),
    ).to.deep.equal([]);
  });

  for (const [what, value, path, message] of [
    ["nothing", null, "", /must be|required/],
    ["a text", "x", "", /must be/],
    ["an unknown field", { ...GOOD, script: "x" }, "", /unknown/],
    ["an id with capitals", { ...GOOD, id: "Pay" }, "id", /lower-case/],
    ["a wrong version", { ...GOOD, v: 2 }, "v", /must be 1/],
    ["an unknown op", withAction({ op: "evaluate", value: "1" }), "actions[0].op", /must be one of goto/],
    ["an unknown field of an action", withAction({ op: "reload", script: "x" }), "actions[0]", /unknown/],
    ["no actions", { ...GOOD, actions: [] }, "actions", /at least one/],
    ["too many actions", { ...GOOD, actions: Array(51).fill({ op: "reload" }) }, "actions", /at most 50/],
    ["a wrong pattern", { ...GOOD, pattern: "I {pay}" }, "pattern", /Undefined parameter/],
    ["parameters of other types", { ...GOOD, params: GOOD.params.slice(1) }, "params", /string, word/],
    ["two tables", { ...GOOD, params: [...GOOD.params, { name: "b", type: "docString" }] }, "params", /more than one/],
    ["a table in front", { ...GOOD, params: [GOOD.params[2], ...GOOD.params.slice(0, 2)] }, "params", /must end/],
    [
      "a parameter twice",
      {
        ...GOOD,
        pattern: "a {int} {int}",
        examples: [],
        params: [
          { name: "a", type: "int" },
          { name: "a", type: "int" },
        ],
      },
      "params",
      /twice/,
    ],
    [
      "a reserved parameter",
      {
        ...GOOD,
        pattern: "a {int}",
        examples: [],
        actions: [{ op: "reload" }],
        params: [{ name: "env", type: "int" }],
      },
      "params[0].name",
      /must not be env/,
    ],
    ["an example of another step", { ...GOOD, examples: ["I sleep"] }, "examples[0]", /does not fit/],
    ["an action without its target", withAction({ op: "click" }), "actions[0].target", /must be given/],
    [
      "an action with a value too much",
      withAction({ op: "reload", value: "x" }),
      "actions[0].value",
      /must not be given/,
    ],
    ["a match where none is", withAction({ op: "goBack", match: "is" }), "actions[0].match", /must not be given/],
    ["args of another op", withAction({ op: "reload", args: {} }), "actions[0].args", /useStep alone/],
    [
      "no locators",
      withAction({ op: "click", target: { locators: [] } }),
      "actions[0].target.locators",
      /at least one/,
    ],
    [
      "an unknown way to find",
      click({ by: "xpath", value: "//a" }),
      "actions[0].target.locators[0].by",
      /must be one of/,
    ],
    [
      "an unknown role",
      click({ by: "role", value: "{amount}" }),
      "actions[0].target.locators[0].value",
      /role of ARIA/,
    ],
    [
      "a name without a role",
      click({ by: "text", value: "a", name: "b" }),
      "actions[0].target.locators[0].name",
      /role alone/,
    ],
    [
      "values of the environment in a selector",
      click({ by: "css", value: "#{env.PLACE}" }),
      "actions[0].target.locators[0].value",
      /without values of the environment/,
    ],
    [
      "a row that is not what an element is within",
      click({ by: "row", value: "{amount}" }),
      "actions[0].target.locators[0].by",
      /must not be row/,
    ],
    [
      "a chained selector",
      click({ by: "css", value: "a >> xpath=//b" }),
      "actions[0].target.locators[0].value",
      /CSS selector/,
    ],
    [
      "a selector of another engine",
      click({ by: "css", value: "xpath=//b" }),
      "actions[0].target.locators[0].value",
      /CSS selector/,
    ],
    [
      "an address of script",
      withAction({ op: "goto", value: "javascript:alert(1)" }),
      "actions[0].value",
      /http or https/,
    ],
    [
      "an address that becomes script",
      withAction({ op: "goto", value: "javascript:{amount}" }),
      "actions[0].value",
      /http or https/,
    ],
    ["a file address", withAction({ op: "goto", value: "file:///etc/passwd" }), "actions[0].value", /http or https/],
    [
      "a path of a file to upload",
      withAction({ op: "upload", name: "../a", target: target({ by: "label", value: "a" }) }),
      "actions[0].name",
      /without a folder/,
    ],
    ["a key that is none", withAction({ op: "press", value: "a b" }), "actions[0].value", /must be a key/],
    [
      "a count that is none",
      withAction({ op: "expectCount", value: "two", target: target({ by: "text", value: "a" }) }),
      "actions[0].value",
      /whole number/,
    ],
    ["a reference to nothing", withAction({ op: "goto", value: "/{gone}" }), "actions[0].value", /not a parameter/],
    ["rows without each", withAction({ op: "goto", value: "/{row.1}" }), "actions[0].value", /not a parameter/],
    ["each of no table", withAction({ op: "goto", value: "/", each: "card" }), "actions[0].each", /table parameter/],
    ["itself", withAction({ op: "useStep", value: "pay" }), "actions[0].value", /itself/],
    ["a definition by reference", withAction({ op: "useStep", value: "{card}" }), "actions[0].value", /id of a step/],
    [
      "an argument with a strange name",
      withAction({ op: "useStep", value: "a", args: { "a.b": "x" } }),
      "actions[0].args",
      /unknown/,
    ],
    [
      "a prototype as argument",
      withAction({ op: "useStep", value: "a", args: JSON.parse('{"__proto__": "x"}') }),
      "actions[0].args",
      /unknown/,
    ],
    ["a long wait", withAction({ op: "reload", timeoutMs: 60_001 }), "actions[0].timeoutMs", /less than or equal/],
    ["a long value", withAction({ op: "goto", value: "/".repeat(5_001) }), "actions[0].value", /at most 5000/],
    ["control characters", { ...GOOD, description: "a\u202Eb" }, "description", /control characters/],
  ] as [string, unknown, string, RegExp][])
    it(`with ${what} is refused`, () => {
      const problems = stepDefProblems(value);
      expect(problems.map((one) => one.path)).to.include(path);
      expect(problems.find((one) => one.path === path)?.message).to.match(message);
      expect(() => readStepDef(value)).to.throw("The step definition cannot be used");
    });

  it("has the same shape in the library that is built in", () => {
    expect(BUILTIN_STEP_DEFS.flatMap(stepDefProblems)).to.deep.equal([]);
  });
});
