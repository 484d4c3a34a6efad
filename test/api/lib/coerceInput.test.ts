// Which values count as omitted, and which text as a number, before a body is validated.
import { expect } from "chai";
import { array, number, object, string } from "yup";
import { coerceInput } from "../../../api/lib/coerceInput.ts";
import { choice, closed, listOf, prNumberField, requiredText, text } from "../../../api/lib/validate.ts";

const schema = closed({
  project: requiredText(),
  branch: text(),
  browsers: listOf(choice(["chromium", "firefox"]).required()),
  needed: listOf(requiredText()).required(),
  prNumber: prNumberField(),
  budgets: closed({ lcp: number() }).default(undefined),
  rows: array().of(closed({ path: string(), note: string().nullable() })),
});

describe("what a body means", () => {
  for (const [what, given, meant] of [
    ["null of an optional field is absent", { branch: null, browsers: null, prNumber: null, rows: null }, {}],
    ["null of a required field stays, to be refused", { project: null }, { project: null }],
    ["an empty filter is absent", { browsers: [] }, {}],
    ["an empty list that is required stays, to be refused", { needed: [] }, { needed: [] }],
    ["an empty list that is no filter stays", { rows: [] }, { rows: [] }],
    ["null inside an optional object is absent", { budgets: { lcp: null } }, { budgets: {} }],
    [
      "null inside rows is absent, unless the field takes null",
      { rows: [{ path: null, note: null }] },
      { rows: [{ note: null }] },
    ],
    ["digits are a number", { prNumber: "7" }, { prNumber: 7 }],
    ["other text is none", { prNumber: "7 " }, { prNumber: "7 " }],
    ["a number too long to be exact stays text", { prNumber: "9".repeat(16) }, { prNumber: "9".repeat(16) }],
    ["digits of a text stay text", { branch: "7" }, { branch: "7" }],
    ["unknown fields stay, to be refused", { branches: null }, { branches: null }],
    ["a list in place of the body stays", [], []],
    ["nothing stays", null, null],
  ] as [string, unknown, unknown][])
    it(what, () => expect(coerceInput(schema, given)).to.deep.equal(meant));

  it("does not change what was given", () => {
    const given = { branch: null, budgets: { lcp: null } };
    coerceInput(schema, given);
    expect(given).to.deep.equal({ branch: null, budgets: { lcp: null } });
  });

  it("leaves open objects as they are", () => {
    expect(coerceInput(object({ args: object() }), { args: { a: null } })).to.deep.equal({ args: { a: null } });
  });
});
