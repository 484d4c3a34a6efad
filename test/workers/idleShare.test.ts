import { expect } from "chai";
import { idleShare } from "../../workers/idleShare.ts";

describe("the share of the processors that nobody used", () => {
  /** Two calls, `ms` apart, during which `busyMs` of processor time were used on a machine with four cores, of which `cores` are ours. */
  const share = (ms: number, busyMs: number, cores = 4) => {
    let at = 0;
    let busy = 0;
    const time = () => ({ times: { user: busy / 4, nice: 0, sys: 0, idle: 0, irq: 0 } });
    const ask = idleShare({ cores, now: () => at, cpus: () => Array.from({ length: 4 }, time) });
    expect(ask(), "nothing is known yet").to.equal(0);
    [at, busy] = [ms, busyMs];
    return ask();
  };

  for (const { is, ms, busyMs, cores, expected } of [
    { is: "half of them", ms: 1_000, busyMs: 2_000, expected: 0.5 },
    { is: "all of them", ms: 1_000, busyMs: 0, expected: 1 },
    { is: "none", ms: 1_000, busyMs: 4_000, expected: 0 },
    { is: "none of our share, as others use the rest", ms: 1_000, busyMs: 3_000, cores: 2, expected: 0 },
    { is: "unknown after too short a time", ms: 100, busyMs: 0, expected: 0 },
    { is: "unknown after too long a time", ms: 60_000, busyMs: 0, expected: 0 },
  ])
    it(`${is}: ${expected}`, () => expect(share(ms, busyMs, cores)).to.equal(expected));
});
