import { expect } from "chai";
import { type Need, needOf } from "./needs.ts";

describe("what a test file needs", () => {
  const table: [file: string, need: Need][] = [
    ["test/system/crawl.test.ts", "service"],
    ["test/faults/kills.long.test.ts", "service"],
    ["test/contract/fuzz.test.ts", "fuzzer"],
    ["test/browsers/page/signIn.test.ts", "browser"],
    ["test/activities/capture/stabilisers/stabilisers.test.ts", "browser"],
    ["test/api/run.test.ts", "nothing"],
    ["test/imports.test.ts", "nothing"],
  ];
  for (const [file, need] of table)
    it(`${file}: ${need}`, () => {
      expect(needOf(file)).to.equal(need);
    });
});
