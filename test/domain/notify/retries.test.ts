import { expect } from "chai";
import { judgeStatus, MAX_TRIES, pauseAfter, RETRY_PAUSES_MS } from "../../../domain/notify/retries.ts";

describe("notify/retries", () => {
  it("tries again over more than a day, ever more rarely, and then gives up", () => {
    expect(RETRY_PAUSES_MS).to.deep.equal([...RETRY_PAUSES_MS].sort((a, b) => a - b));
    expect(RETRY_PAUSES_MS.reduce((sum, ms) => sum + ms, 0)).to.be.greaterThan(24 * 3_600_000);
    expect(pauseAfter(1)).to.equal(10_000);
    expect(pauseAfter(MAX_TRIES - 1)).to.be.a("number");
    expect(pauseAfter(MAX_TRIES)).to.equal(null);
  });

  it("waits as long as the receiver asks, within bounds", () => {
    expect(pauseAfter(1, 90_000)).to.equal(90_000);
    expect(pauseAfter(3, 1_000)).to.equal(300_000);
    expect(pauseAfter(1, 1e12)).to.equal(6 * 3_600_000);
  });

  const CASES: [status: number, outcome: string][] = [
    [200, "delivered"],
    [204, "delivered"],
    [301, "never"],
    [307, "never"],
    [400, "again"],
    [404, "again"],
    [410, "off"],
    [429, "again"],
    [500, "again"],
    [503, "again"],
  ];
  for (const [status, outcome] of CASES)
    it(`${status}: ${outcome}`, () => {
      expect(judgeStatus(status, undefined)).to.include({ outcome, status });
    });

  it("reads Retry-After in seconds, and overlooks what is none", () => {
    expect(judgeStatus(503, "120")).to.include({ askedMs: 120_000 });
    expect(judgeStatus(503, "Wed, 21 Oct 2026 07:28:00 GMT")).to.include({ askedMs: 0 });
    expect(judgeStatus(503, "-3")).to.include({ askedMs: 0 });
  });
});
