import { expect } from "chai";
import { lineDiff } from "../../../../web/src/features/functional/lineDiff.ts";

const told = (before: string, after: string) => lineDiff(before, after).map(({ sign, text }) => sign + text);

describe("two versions of a feature", () => {
  for (const [why, before, after, lines] of [
    ["equal texts", "a\nb", "a\nb", [" a", " b"]],
    ["a line that is another", "a\nb\nc", "a\nB\nc", [" a", "-b", "+B", " c"]],
    ["a line that came", "a\nc", "a\nb\nc", [" a", "+b", " c"]],
    ["a line that is gone", "a\nb\nc", "a\nc", [" a", "-b", " c"]],
    ["a line that moved", "a\nb\nc\nd", "b\nc\na\nd", ["-a", " b", " c", "+a", " d"]],
    ["nothing in common", "a", "b", ["-a", "+b"]],
  ] as const)
    it(why, () => {
      expect(told(before, after)).to.deep.equal(lines);
    });

  it("of texts that are too long for a table tell what differs as a whole", () => {
    const lines = (name: string) => Array.from({ length: 2_100 }, (_, at) => `${name}${at}`).join("\n");
    const diff = lineDiff(`x\n${lines("a")}`, `x\n${lines("b")}`);
    expect(diff.length).to.equal(4_201);
    expect([diff[0], diff[1], diff.at(-1)]).to.deep.equal([
      { sign: " ", text: "x" },
      { sign: "-", text: "a0" },
      { sign: "+", text: "b2099" },
    ]);
  });
});
