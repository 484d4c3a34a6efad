import { expect } from "chai";
import { NOBODY, type PeopleSide, statusWith } from "../../../domain/problems/people.ts";
import type { ProblemState } from "../../../domain/problems/problem.ts";

const NOW = new Date("2026-11-25T12:00:00Z");
const day = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
const snooze = (until: Date | null, places: number | null) => ({ by: "ann", at: NOW, note: null, until, places });
const accepted = (until: Date | null) => ({ by: "ann", at: NOW, reason: "known", until });

const CASES: [
  name: string,
  state: Pick<ProblemState, "status" | "placeCount"> & Partial<Pick<ProblemState, "accepted">>,
  people: Partial<PeopleSide>,
  status: string,
][] = [
  ["nobody did anything", { status: "new", placeCount: 1 }, {}, "new"],
  ["snoozed until a day to come", { status: "ongoing", placeCount: 1 }, { snooze: snooze(day(1), null) }, "snoozed"],
  ["the day has come", { status: "ongoing", placeCount: 1 }, { snooze: snooze(day(0), null) }, "ongoing"],
  ["snoozed until it spreads", { status: "new", placeCount: 3 }, { snooze: snooze(null, 3) }, "snoozed"],
  ["it has spread", { status: "ongoing", placeCount: 4 }, { snooze: snooze(null, 3) }, "ongoing"],
  ["it has spread before the day", { status: "ongoing", placeCount: 4 }, { snooze: snooze(day(1), 3) }, "ongoing"],
  ["accepted without an end", { status: "ongoing", placeCount: 1 }, { acceptance: accepted(null) }, "accepted"],
  ["accepted until yesterday", { status: "regressed", placeCount: 1 }, { acceptance: accepted(day(-1)) }, "regressed"],
  [
    "accepted goes before snoozed",
    { status: "new", placeCount: 1 },
    { acceptance: accepted(null), snooze: snooze(day(1), null) },
    "accepted",
  ],
  [
    "accepted with its results",
    { status: "accepted", placeCount: 1, accepted: accepted(null) },
    { snooze: snooze(day(1), null) },
    "accepted",
  ],
  [
    "its results' acceptance has ended",
    { status: "accepted", placeCount: 1, accepted: accepted(day(-1)) },
    {},
    "ongoing",
  ],
  ["fixed is fixed", { status: "fixed", placeCount: 1 }, { acceptance: accepted(null) }, "fixed"],
];

describe("how a problem stands with what people did", () => {
  for (const [name, state, people, status] of CASES)
    it(name, () => {
      expect(statusWith({ accepted: null, ...state }, { ...NOBODY, ...people }, NOW)).to.equal(status);
    });
});
