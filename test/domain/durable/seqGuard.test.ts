import { expect } from "chai";
import { judgeWrite, type Standing } from "../../../domain/durable/seqGuard.ts";

const cases: [string, Standing, ReturnType<typeof judgeWrite>][] = [
  ["a write that the same execution has passed", { executionId: "this", over: false }, "drop"],
  ["work that no execution has begun", { executionId: null, over: false }, "take_over"],
  ["work of another execution", { executionId: "other", over: false }, "ask"],
  ["work that has ended", { executionId: "this", over: true }, "drop"],
  ["work that another execution has ended", { executionId: "other", over: true }, "drop"],
  ["work that was closed before any execution", { executionId: null, over: true }, "drop"],
];

describe("a write that does not follow the stored one", () => {
  for (const [name, standing, judged] of cases)
    it(`of ${name}: ${judged}`, () => expect(judgeWrite(standing, "this")).to.equal(judged));
});
