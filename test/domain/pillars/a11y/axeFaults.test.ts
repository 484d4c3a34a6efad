// Fault texts for the axe rules that the audit runs, checked against the installed axe-core.
import axe from "axe-core";
import { expect } from "chai";
import { AXE_FAULTS } from "../../../../domain/pillars/a11y/axeFaults.ts";

/** Tags that the audit enables; axe omits experimental and deprecated rules unless they are named. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "wcag2aaa", "best-practice"];
const LEFT_OUT = ["experimental", "deprecated"];
/** Replaced by one of our own rules. */
const SWITCHED_OFF = ["no-autoplay-audio"];
/** Rules that the audit adds. */
const ADDED = ["decorative-image-exposed"];

describe("faults of axe's rules", () => {
  const ran = axe
    .getRules(TAGS)
    .filter(({ ruleId, tags }) => !SWITCHED_OFF.includes(ruleId) && !tags.some((tag) => LEFT_OUT.includes(tag)));
  const rules = [...ran.map(({ ruleId }) => ruleId), ...ADDED];

  it("name each rule that the audit runs, and no other", () => {
    expect(AXE_FAULTS.map(({ rule }) => rule)).to.have.members(rules);
  });

  it("are not axe's own sentences", () => {
    const helps = new Set(ran.map(({ help }) => help.toLowerCase()));
    expect(AXE_FAULTS.filter(({ fault }) => helps.has(fault.toLowerCase()))).to.deep.equal([]);
  });
});
