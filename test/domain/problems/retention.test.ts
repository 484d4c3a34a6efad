import { expect } from "chai";
import { NOBODY, type PeopleSide } from "../../../domain/problems/people.ts";
import type { ProblemState } from "../../../domain/problems/problem.ts";
import { isForgotten } from "../../../domain/problems/retention.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const UNTIL = new Date("2025-03-10T12:00:00Z");
const near = (border: Date, ms: number): Date => new Date(border.getTime() + ms);
const fixedAt = (at: Date) => ({ runId: "run_1", at, commitSha: null, branch: null, scope: "scenarios" });
const by = { by: "ann", at: UNTIL };
const snooze = { ...by, note: null, until: null, places: null };
const comment = (at: Date) => ({ id: "c1", by: "ann", at, text: "Known." });

type Problem = Pick<ProblemState, "status" | "fixedIn" | "accepted" | "placeCount"> & PeopleSide;
const OLD: Problem = { ...NOBODY, status: "fixed", fixedIn: fixedAt(near(UNTIL, -1)), accepted: null, placeCount: 2 };

const CASES: [name: string, problem: Partial<Problem>, forgotten: boolean][] = [
  ["fixed before the border", {}, true],
  ["fixed at the border", { fixedIn: fixedAt(UNTIL) }, false],
  ["open", { status: "ongoing", fixedIn: null }, false],
  ["open again, with the run that had fixed it", { status: "regressed" }, false],
  ["accepted", { status: "accepted", fixedIn: null }, false],
  ["fixed by a run that nobody knows", { fixedIn: null }, false],
  ["assigned", { assignee: "ann@shop.example" }, false],
  ["with a ticket", { ticket: "SHOP-1" }, false],
  ["commented upon since", { comments: [comment(near(UNTIL, -1)), comment(UNTIL)] }, false],
  ["commented upon before", { comments: [comment(near(UNTIL, -1))] }, true],
  ["snoozed until a day to come", { snooze: { ...snooze, until: near(NOW, 1) } }, false],
  ["snoozed until it spreads", { snooze: { ...snooze, places: 2 } }, false],
  ["snoozed until a day that came", { snooze: { ...snooze, until: NOW } }, true],
  ["accepted by a person until a day to come", { acceptance: { ...by, reason: null, until: near(NOW, 1) } }, false],
  ["accepted by a person for good", { acceptance: { ...by, reason: null, until: null } }, false],
  ["accepted by a person until a day that came", { acceptance: { ...by, reason: null, until: NOW } }, true],
  [
    "accepted with its results until a day to come",
    { accepted: { by: "ann", reason: null, until: near(NOW, 1) } },
    false,
  ],
  ["accepted with its results until a day that came", { accepted: { by: "ann", reason: null, until: NOW } }, true],
  [
    "accepted with its results, as approved screenshots are",
    { accepted: { by: "ann", reason: null, until: null } },
    true,
  ],
];

describe("problems that nobody needs any more", () => {
  for (const [name, problem, forgotten] of CASES)
    it(`${name}: ${forgotten ? "deleted" : "kept"}`, () =>
      expect(isForgotten({ ...OLD, ...problem }, { until: UNTIL, now: NOW })).to.equal(forgotten));
});
