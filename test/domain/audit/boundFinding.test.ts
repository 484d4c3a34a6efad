import { expect } from "chai";
import { boundFinding, MAX_EVIDENCE, MAX_TEXT } from "../../../domain/audit/boundFinding.ts";
import type { Evidence } from "../../../domain/audit/finding.ts";

const finding = (evidence: Evidence, message = "It is so.", target = "main") => ({ message, target, evidence });
const long = "x".repeat(100_000);

describe("what is kept of a finding", () => {
  it("is all of it on ordinary sites", () => {
    const one = finding({ width: 3, names: ["a", "b"], at: { line: 1, of: null } });
    expect(boundFinding(one)).to.deep.equal(one);
  });

  for (const [what, evidence] of [
    ["a huge text", { text: long, ratio: 2.5 }],
    ["a huge list", { list: Array.from({ length: 50_000 }, (_, i) => i), ratio: 2.5 }],
    ["a huge object", { ratio: 2.5, map: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, i])) }],
    ["a huge name", { ratio: 2.5, map: { [long]: 1 } }],
    ["deep nesting", { ratio: 2.5, a: { b: { c: { d: { e: { f: long } } } } } }],
  ] as const)
    it(`keeps the figures beside ${what}`, () => {
      const { evidence: kept } = boundFinding(finding(evidence));
      expect(kept.ratio).to.equal(2.5);
      expect(JSON.stringify(kept).length).to.be.at.most(MAX_EVIDENCE);
    });

  it("says so where nothing small is left of it", () => {
    const wide = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`k${i}`, Array.from({ length: 20 }, () => "x".repeat(300))]),
    );
    expect(boundFinding(finding(wide)).evidence).to.deep.equal({ shortened: "The evidence was too large to keep." });
  });

  it("is a message and a target of 2,000 characters at most", () => {
    const kept = boundFinding(finding({}, long, long));
    expect([kept.message.length, kept.target.length]).to.deep.equal([MAX_TEXT, MAX_TEXT]);
    expect(kept.message.endsWith("…")).to.equal(true);
  });
});
