import { expect } from "chai";
import { csvLine } from "../../../api/lib/csv.ts";

describe("a line of CSV", () => {
  const cases: [what: string, cell: string | number, written: string][] = [
    ["a text", "Image has no alt text", "Image has no alt text"],
    ["a number", -1, "-1"],
    ["commas and quotes", 'a, "b"', '"a, ""b"""'],
    ["signs within a text", "a = b; c - d", "a = b; c - d"],
    ["a formula", "=1+1", "'=1+1"],
    ["a command", "@SUM(A1)", "'@SUM(A1)"],
    ["a formula where semicolons separate cells", "a;=HYPERLINK(A1);-b", "a;'=HYPERLINK(A1);'-b"],
    ["a formula on a line of its own", "a\n=1+1", '"a\n\'=1+1"'],
  ];
  for (const [what, cell, written] of cases)
    it(`writes ${what}`, () => expect(csvLine([cell, "end"])).to.equal(`${written},end\r\n`));
});
