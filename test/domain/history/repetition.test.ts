import { expect } from "chai";
import { looksAgainSince } from "../../../domain/history/repetition.ts";

describe("whether a run of a commit repeats the one before", () => {
  const createdAt = new Date("2026-03-11T02:00:00Z");
  const NIGHT = { looks: "2026-03-10T14:00:00.000Z" };
  const REPEATS = { looks: null };
  for (const [what, run, onMain, wanted] of [
    ["a schedule of main", { scheduled: true }, true, NIGHT],
    ["a schedule of a release branch", { scheduled: true }, false, NIGHT],
    ["a push to main, run again however late", { scheduled: false }, true, REPEATS],
    ["a pull request", { scheduled: false, prNumber: 41 }, false, REPEATS],
    ["main, and nobody says what started it", {}, true, NIGHT],
    ["main, of a run from before it was stored", { scheduled: null, prNumber: null }, true, NIGHT],
    ["a branch, and nobody says what started it", {}, false, REPEATS],
    ["a pull request from a fork's branch of main's name", { prNumber: 41 }, true, REPEATS],
    ["a schedule that tests a pull request", { scheduled: true, prNumber: 41 }, false, NIGHT],
  ] as const)
    it(what, () => {
      expect(looksAgainSince({ createdAt, ...run }, onMain)?.toISOString() ?? null).to.equal(wanted.looks);
    });
});
