import { readdirSync } from "node:fs";
import { expect } from "chai";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import { titleOf } from "../../../domain/pillars/titles.ts";

/** Files of checks/ that hold no check, or a table of several. */
const NO_RULES: Record<string, readonly string[]> = { perf: ["metrics", "savings"] };

describe("titles of checks", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`${pillar}: every check has one, a whole sentence`, () => {
      const folder = new URL(`../../../domain/pillars/${pillar}/checks/`, import.meta.url);
      const rules = readdirSync(folder)
        .map((file) => file.replace(/\.ts$/, ""))
        .filter((rule) => !NO_RULES[pillar]?.includes(rule));
      expect(rules).not.to.deep.equal([]);
      expect(rules.filter((rule) => !/^(robots\.txt|[A-Z]).+\.$/.test(titleOf(pillar, rule) ?? ""))).to.deep.equal([]);
    });

  it("a rule of somebody else's has none", () => {
    expect(titleOf("a11y", "color-contrast")).to.equal(undefined);
  });
});
