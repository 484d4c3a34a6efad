import { expect } from "chai";
import { FULL_PACE, isEnough, type Met, paceAfter, restOf, speedOf } from "../../../domain/crawl/pace.ts";

const NOW = 1_000_000;
const met = (some: Partial<Met> = {}): Met => ({ answered: 0, refused: 0, tooMany: false, waitMs: null, ...some });

describe("pace of a crawl", () => {
  it("is full speed until the site asks for patience, and then ever slower", () => {
    let pace = FULL_PACE;
    const steps = [];
    for (let i = 0; i < 6; i++) {
      steps.push([speedOf(pace, null).perHost, speedOf(pace, null).delayMs, restOf(pace, NOW)]);
      pace = paceAfter(pace, met({ refused: 1, tooMany: true }), NOW);
    }
    expect(steps).to.deep.equal([
      [4, 20, 0],
      [2, 250, 2_000],
      [1, 1_000, 5_000],
      [1, 3_000, 15_000],
      [1, 10_000, 60_000],
      [1, 10_000, 60_000],
    ]);
    expect(pace.refusals).to.equal(6);
  });

  it("keeps Crawl-delay up to 10 seconds, and is slower still where the site wants that", () => {
    expect(speedOf(FULL_PACE, 500)).to.deep.equal({ perHost: 1, delayMs: 500 });
    expect(speedOf(FULL_PACE, 60_000)).to.deep.equal({ perHost: 1, delayMs: 10_000 });
    expect(speedOf({ ...FULL_PACE, step: 3 }, 500)).to.deep.equal({ perHost: 1, delayMs: 3_000 });
  });

  const rests: [string, number | null, number][] = [
    ["as Retry-After says", 30_000, 30_000],
    ["a second at least", 0, 1_000],
    ["five minutes at most", 3_600_000, 300_000],
    ["a time of its own without one", null, 2_000],
  ];
  for (const [what, waitMs, rest] of rests)
    it(`leaves the site alone: ${what}`, () => {
      const pace = paceAfter(FULL_PACE, met({ refused: 1, tooMany: true, waitMs }), NOW);
      expect(restOf(pace, NOW)).to.equal(rest);
      expect(restOf(pace, NOW + rest + 1)).to.equal(0);
    });

  it("waits no longer than five minutes when clocks differ", () => {
    expect(restOf({ ...FULL_PACE, until: NOW + 86_400_000 }, NOW)).to.equal(300_000);
  });

  it("one page of many that cannot be had slows nothing down, and is counted", () => {
    const pace = paceAfter(FULL_PACE, met({ answered: 24, refused: 1 }), NOW);
    expect(pace).to.deep.equal({ ...FULL_PACE, calm: 24, refusals: 1 });
    // Alone in its batch, it waits a moment, or as long as Retry-After says.
    const alone = met({ refused: 1 });
    expect(paceAfter(pace, alone, NOW)).to.deep.equal({ ...pace, until: NOW + 1_000, refusals: 2 });
    expect(paceAfter(pace, { ...alone, waitMs: 9_000 }, NOW)).to.deep.equal({
      ...pace,
      until: NOW + 9_000,
      refusals: 2,
    });
  });

  it("a site that has not answered well before, refuses many, or says that it is too much is asked more slowly", () => {
    const well = { ...FULL_PACE, calm: 100 };
    expect(paceAfter(FULL_PACE, met({ refused: 1 }), NOW).step).to.equal(1);
    expect(paceAfter(FULL_PACE, met({ answered: 4, refused: 1 }), NOW).step).to.equal(1);
    expect(paceAfter(well, met({ answered: 4, refused: 4 }), NOW).step).to.equal(1);
    expect(paceAfter(well, met({ answered: 20, refused: 4 }), NOW).step).to.equal(0);
    expect(paceAfter(well, met({ answered: 20, refused: 1, tooMany: true }), NOW).step).to.equal(1);
  });

  it("nothing is to be written while all goes well", () => {
    const well = { ...FULL_PACE, calm: 100 };
    expect(paceAfter(well, met({ answered: 25 }), NOW)).to.equal(well);
    expect(paceAfter(well, met(), NOW)).to.equal(well);
  });

  it("a batch goes on after a few lost answers, and not after a refusal that is meant for all", () => {
    expect(isEnough(met({ refused: 3 }))).to.equal(false);
    expect(isEnough(met({ refused: 4 }))).to.equal(true);
    expect(isEnough(met({ refused: 1, tooMany: true }))).to.equal(true);
    expect(isEnough(met({ refused: 1, waitMs: 0 }))).to.equal(true);
  });

  it("goes a step faster after a hundred answers without a refusal", () => {
    let pace = { step: 2, until: NOW, calm: 0, refusals: 3 };
    for (let i = 0; i < 3; i++) pace = paceAfter(pace, met({ answered: 25 }), NOW);
    expect(pace).to.include({ step: 2, calm: 75 });
    expect(paceAfter(pace, met({ answered: 25 }), NOW)).to.deep.equal({ step: 1, until: NOW, calm: 0, refusals: 3 });
    expect(paceAfter(pace, met({ answered: 1, refused: 5 }), NOW)).to.include({ step: 3, calm: 0, refusals: 8 });
  });
});
