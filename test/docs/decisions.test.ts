// Every decision has the same fields, and the index lists all of them.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { type Decision, decisionIndex, readDecisions } from "../../temporal-dev/docs/decisions.ts";
import { markedPart } from "../../temporal-dev/marked.ts";

const STATUS = /^(accepted|superseded by \d{4})$/;

describe("docs/decisions", () => {
  let decisions: Decision[];
  before(async () => {
    decisions = await readDecisions();
  });

  it("has the index of its files: `npm run -s docs -- decisions` writes it", async () => {
    const text = await readFile(new URL("../../docs/decisions/README.md", import.meta.url), "utf8");
    expect(markedPart(text, "decisions")).to.equal(decisionIndex(decisions));
  });

  it("numbers them without a gap", () => {
    const numbers = decisions.map((_, at) => String(at + 1).padStart(4, "0"));
    expect(decisions.map(({ file }) => /^(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1])).to.deep.equal(numbers);
  });

  it("gives each a status, a decision, a reason and a figure", () => {
    const headings = ["Decision", "Why", "Figure"];
    const wrong = decisions.filter(
      ({ status, text }) =>
        !STATUS.test(status) ||
        [...text.matchAll(/^## (.+)\n\n\S/gm)].map(([, title]) => title).join() !== `${headings}`,
    );
    expect(wrong.map(({ file }) => file)).to.deep.equal([]);
  });
});
