// The measurement on which the stall tests rely: it detects blocking work, and nothing else.
import { execFile } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import { blockedTimeOf, watchEventLoop } from "../support/eventLoop.ts";

const burn = (ms: number): void => {
  const began = process.threadCpuUsage();
  for (;;) {
    const { user, system } = process.threadCpuUsage(began);
    if (user + system >= ms * 1_000) return;
  }
};

describe("the watch over an event loop", () => {
  it("sees work that blocks, and what it was", async () => {
    const watch = watchEventLoop("first");
    await sleep(20);
    watch.during("second");
    burn(120);
    await sleep(20);
    const { longestMs, stretches } = watch.stop();
    expect(longestMs).to.be.at.least(120);
    expect(stretches[0]?.during).to.equal("second");
  });

  it("does not count full collections of a heap that is large", async () => {
    const held = Array.from({ length: 3_000_000 }, (_, n) => ({ n }));
    const collect = runInNewContext("gc") as () => void;
    const watch = watchEventLoop();
    await sleep(20);
    watch.during("collecting");
    const began = process.threadCpuUsage();
    for (let usedMs = 0; usedMs < 150; ) {
      collect();
      const { user, system } = process.threadCpuUsage(began);
      usedMs = (user + system) / 1_000;
    }
    await sleep(20);
    const { longestMs } = watch.stop();
    expect(held.length).to.equal(3_000_000);
    expect(longestMs).to.be.below(75);
  });

  it("sees neither waiting nor another process that uses the processor, and work in small parts counts as small parts", async () => {
    const spin = "const end = Date.now() + 400; while (Date.now() < end);";
    const { longestMs } = await blockedTimeOf(async () => {
      await Promise.all([1, 2, 3].map(() => promisify(execFile)(process.execPath, ["-e", spin])));
      for (let part = 0; part < 20; part += 1) {
        burn(10);
        await sleep(0);
        await new Promise((resolve) => setTimeout(resolve, 6));
      }
    });
    expect(longestMs).to.be.below(100);
  });
});
