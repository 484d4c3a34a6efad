import { expect } from "chai";
import { scoreBeside } from "../../../domain/runs/scoreBeside.ts";

const run = (summary: object | null, status = "completed") => ({ status, summary });
const audit = (score: number | null) => run({ score });

describe("the score of a run beside those before it", () => {
  for (const [what, one, before, expected] of [
    ["the first run: nothing to compare with", audit(80), [], { value: 80, change: null, spread: null }],
    ["the nearest run before", audit(80), [audit(75.5), audit(90)], { value: 80, change: 4.5, spread: null }],
    [
      "one that measured nothing, or did not complete, is passed over",
      audit(80),
      [audit(null), run(null), run({ score: 12 }, "failed"), audit(82)],
      { value: 80, change: -2, spread: null },
    ],
    [
      "three earlier runs say how far runs differ",
      audit(80),
      [audit(80), audit(82), audit(78)],
      { value: 80, change: 0, spread: 3 },
    ],
    [
      "screenshots by the share that passed",
      run({ approved: 0, total: 4, passed: 3 }),
      [],
      { value: 75, change: null, spread: null },
    ],
    ["nothing measured", audit(null), [audit(80)], null],
    ["a run without a result", run(null), [], null],
    ["a run that was cancelled, whatever it measured", run({ score: 80 }, "failed"), [audit(80)], null],
  ] as const)
    it(what, () => expect(scoreBeside(one, before)).to.deep.equal(expected));
});
