// What a run came to, as histories and waits say it.
import { expect } from "chai";
import { resultOf } from "../../../api/tools/runResult.ts";

const run = { status: "completed" as const, summary: null, error: null, progress: { done: 2, total: 8 } };

describe("the result of a run in a few words", () => {
  for (const [what, patch, words] of [
    ["going on", { status: "running" }, "running, 2 of 8"],
    ["going on, not begun", { status: "running", progress: undefined }, "running, 0 of 0"],
    ["failed", { status: "failed", error: "cancelled\nby me" }, "cancelled by me"],
    ["failed without a reason", { status: "failed" }, "failed"],
    ["without a summary", {}, "completed"],
    ["a baseline or a visual test", { summary: { total: 40, failed: 2 } }, "2 of 40 failed"],
    ["an audit", { summary: { score: 71, failed: 3, pages: 2 } }, "score 71, 3 failed"],
    ["an audit that measured nothing", { summary: { score: null, failed: 0 } }, "0 failed"],
  ] as const)
    it(`${what}: ${words}`, () => {
      expect(resultOf({ ...run, ...patch } as Parameters<typeof resultOf>[0])).to.equal(words);
    });
});
