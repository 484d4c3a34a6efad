import { expect } from "chai";
import type { ActCase, Expected } from "../../bench/act/cases.ts";
import { halfOf } from "../../bench/act/cases.ts";
import { earlReport } from "../../bench/act/earl.ts";
import { mapRule, type Said } from "../../bench/act/mapping.ts";

const one = (id: string, expected: Expected, change: Partial<ActCase> = {}): ActCase => ({
  id,
  rule: "abc123",
  ruleName: "Image has a name",
  approved: true,
  expected,
  title: id,
  url: `https://www.w3.org/${id}.html`,
  file: `${id}.html`,
  criteria: ["1.1.1"],
  ...change,
});
const CASES = [one("f1", "failed"), one("f2", "failed"), one("p1", "passed"), one("i1", "inapplicable")];
const CRITERIA = new Map([
  ["image-alt", ["1.1.1"]],
  ["title", ["2.4.2"]],
  ["guess", ["1.1.1"]],
]);
const mapped = (answers: Record<string, Said>, claims: [string, string[]][] = [], cases = CASES) =>
  mapRule(cases, new Map(Object.entries(answers)), { criteria: CRITERIA, claims: new Map(claims) });

describe("mapping of rules to the W3C's test cases", () => {
  it("counts what a rule of the same criterion catches, and is consistent without a false alarm", () => {
    const found = mapped({ f1: { "image-alt": "failed" }, f2: { "image-alt": "cantTell" }, p1: {}, i1: {} });
    expect(found).to.deep.include({ caught: ["f1"], asked: ["f2"], missed: [], wrong: [], consistent: ["image-alt"] });
  });

  it("leaves out rules of other criteria, which fail for the frame of an example", () => {
    const found = mapped({ f1: { title: "failed" }, f2: {}, p1: {}, i1: {} });
    expect(found).to.deep.include({ caught: [], missed: ["f1", "f2"], procedures: [] });
  });

  it("leaves out a rule of the same criterion that fails sound cases, unless it is made for the rule", () => {
    const answers = { f1: { guess: "failed" }, f2: { guess: "failed" }, p1: { guess: "failed" }, i1: {} } as const;
    expect(mapped(answers)).to.deep.include({ caught: [], wrong: [], consistent: [] });
    expect(mapped(answers, [["guess", ["abc123"]]])).to.deep.include({
      caught: ["f1", "f2"],
      wrong: ["p1"],
      consistent: [],
    });
  });

  it("does not count cases that were not measured", () => {
    expect(mapped({ f1: { "image-alt": "failed" } }).cases).to.deep.equal({ failed: 1, sound: 0 });
  });

  it("divides rules by turns", () => {
    const cases = ["a", "b", "c"].map((rule) => one(rule, "failed", { rule }));
    expect(["a", "b", "c"].map((rule) => halfOf(cases, rule))).to.deep.equal(["first", "second", "first"]);
  });

  it("is an EARL report with an assertion for each case and rule", () => {
    const answers = new Map<string, Said>([
      ["f1", { "image-alt": "failed" }],
      ["p1", {}],
    ]);
    const report = JSON.parse(JSON.stringify(earlReport(CASES, answers, { criteria: CRITERIA, version: "1.0.0" })));
    const [, first, second] = report["@graph"];
    expect(report["@graph"]).to.have.length(3);
    expect(first.source).to.equal("https://www.w3.org/f1.html");
    expect(first.assertions[0]).to.deep.include({
      result: { outcome: "earl:failed" },
      test: { title: "image-alt", isPartOf: ["WCAG22:1.1.1"] },
    });
    expect(second.assertions[0].result.outcome).to.equal("earl:passed");
  });
});
