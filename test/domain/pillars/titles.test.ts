import { readdirSync } from "node:fs";
import { expect } from "chai";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import type { TableModule } from "../../../domain/pillars/titledCheck.ts";
import { faultOf, wordsOf } from "../../../domain/pillars/titles.ts";

/** Files of checks/ that contain no check, or a table of several. */
const NO_RULES: Record<string, readonly string[]> = { perf: ["metrics", "savings"] };

const MAX_LENGTH = 60;
const MAX_WORDS = 8;
/** Words that users must not see in the product. */
const REFUSED =
  /\b(picture|shot|judged?|decided?|takes?|took|keeps?|kept|mend(ed)?|faults?|told|tells?|said|says|anew|at once|by itself|any more|for want of|for the sake of|brought about|asked for|least|longest|is no|none of|there is nothing|that is there)\b/i;

const tableOf = async (pillar: string): Promise<TableModule["TITLES"]> => {
  const { TITLES }: TableModule = await import(`../../../domain/pillars/${pillar}/table.ts`);
  return TITLES;
};

describe("titles of checks", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`${pillar}: every check has one, a whole sentence`, () => {
      const folder = new URL(`../../../domain/pillars/${pillar}/checks/`, import.meta.url);
      const rules = readdirSync(folder)
        .map((file) => file.replace(/\.ts$/, ""))
        .filter((rule) => !NO_RULES[pillar]?.includes(rule));
      expect(rules).not.to.deep.equal([]);
      expect(
        rules.filter((rule) => !/^(robots\.txt|[A-Z]).+\.$/.test(wordsOf(pillar, rule).title ?? "")),
      ).to.deep.equal([]);
      expect(rules.filter((rule) => faultOf(pillar, rule) === undefined)).to.deep.equal([]);
    });

  it("another tool's rule has none", () => {
    expect(wordsOf("a11y", "color-contrast").title).to.equal(undefined);
  });
});

describe("faults of checks", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`${pillar}: a few plain words, other than the title's, and of one rule only`, async () => {
      const rows = await tableOf(pillar);
      expect(rows).not.to.deep.equal([]);
      for (const { rule, title, fault } of rows) {
        expect(fault, rule).to.match(/^(robots\.txt|lang and|[A-Z])/);
        expect(fault, rule).not.to.match(/\.$/);
        expect(fault.length, rule).to.be.at.most(MAX_LENGTH);
        expect(fault.split(" ").length, rule).to.be.at.most(MAX_WORDS);
        expect(fault, rule).not.to.match(REFUSED);
        expect(`${fault}.`, rule).not.to.equal(title);
      }
      const faults = rows.map(({ fault }) => fault.toLowerCase());
      expect(faults.filter((fault, at) => faults.indexOf(fault) !== at)).to.deep.equal([]);
      const rules = rows.map(({ rule }) => rule);
      expect(rules.filter((rule, at) => rules.indexOf(rule) !== at)).to.deep.equal([]);
    });

  it("says what is wrong, beside what holds on a good page", () => {
    expect(wordsOf("seo", "title-missing")).to.deep.equal({
      title: "The page has a title.",
      fault: "Page has no title",
    });
  });

  it("axe's rules have one without a title, and unknown rules have neither", () => {
    expect(wordsOf("a11y", "image-alt")).to.deep.equal({ fault: "Image has no alt text" });
    expect(wordsOf("a11y", "no-such-rule")).to.deep.equal({});
  });
});
