import { expect } from "chai";
import { clockProblem, type KnownTimes } from "../../../domain/retention/clock.ts";

const NOW = new Date("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;
const hours = (count: number): Date => new Date(NOW.getTime() + count * HOUR_MS);
const known = (times: Partial<KnownTimes>): KnownTimes => ({
  database: NOW,
  newestWrite: hours(-1),
  lastSweep: hours(-24),
  ...times,
});

describe("the clock by which runs are deleted", () => {
  for (const [what, times] of [
    ["one that agrees with all", {}],
    ["one of a database that does not say its time", { database: null }],
    ["one of a new installation", { newestWrite: null, lastSweep: null }],
    ["one that is off by less than a day", { database: hours(-23), newestWrite: hours(23), lastSweep: hours(23) }],
    ["one of an installation that was not used for a day", { newestWrite: hours(-24) }],
  ] as const)
    it(`is believed: ${what}`, () => expect(clockProblem(NOW, known(times))).to.equal(null));

  for (const [what, times, says] of [
    ["ahead of the database's", { database: hours(-25) }, "that of the database"],
    ["behind the database's", { database: hours(25) }, "that of the database"],
    ["behind the last sweep", { lastSweep: hours(25) }, "was already written at 2026-11-21T13:00:00.000Z"],
    ["behind the newest write", { newestWrite: hours(25) }, "was already written"],
  ] as const)
    it(`is not believed: ${what}`, () => {
      const problem = clockProblem(NOW, known(times));
      expect(problem?.why).to.contain(says);
      expect(problem?.quiet).to.equal(false);
    });

  it("of a service that nobody used for a day nothing is known, which is no failure", () => {
    const problem = clockProblem(NOW, known({ newestWrite: hours(-25) }));
    expect(problem?.why).to.match(/^Nothing was written since 2026-11-19T11:00:00.000Z/);
    expect(problem?.quiet).to.equal(true);
  });
});
