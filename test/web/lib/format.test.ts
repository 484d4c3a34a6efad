// Durations as people read them: no part reaches 60.
import { expect } from "chai";
import { formatDuration } from "../../../web/src/lib/format.ts";

const CASES: readonly [number, string][] = [
  [850, "850 ms"],
  [12_400, "12.4 s"],
  [59_940, "59.9 s"],
  [59_960, "1 min 00 s"],
  [119_600, "2 min 00 s"],
  [185_000, "3 min 05 s"],
  [3_599_700, "1 h 00 min"],
  [7_380_000, "2 h 03 min"],
];

describe("durations", () => {
  for (const [ms, words] of CASES) it(`${ms} ms is "${words}"`, () => expect(formatDuration(ms)).to.equal(words));
});
