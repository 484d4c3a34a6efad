import { readdirSync } from "node:fs";
import { getPriority } from "node:os";
import { expect } from "chai";
import { launchBrowser } from "../../browsers/launch.ts";
import { sessionNice } from "../../browsers/priority.ts";
import { descendantsOf, killGroup } from "../../browsers/processes.ts";

describe("the priority of a browser", function () {
  this.timeout(60_000);

  it("is lower than the service's, as a session and in every thread", async function () {
    // Threads are listed, and have priorities of their own, only on Linux.
    if (process.platform !== "linux") this.skip();
    const traits = { stillImages: false, reducedMotion: false, touch: false };
    const { browser, pid = 0 } = await launchBrowser("chromium", traits, {});
    try {
      await (await browser.newPage()).setContent("<h1>a page</h1>");
      // The tests may themselves run with another priority than 0, as a CI runner's jobs often do.
      const own = sessionNice(process.pid);
      if (own !== null && own < 15) expect(sessionNice(pid)).to.equal(own + 5);
      const threads = [pid, ...descendantsOf(pid)].flatMap((one) => readdirSync(`/proc/${one}/task`).map(Number));
      expect(threads.length).to.be.above(20);
      // Only root may raise a priority again, and Chromium does.
      const nice = Math.min(19, getPriority() + 5);
      if (process.getuid?.() !== 0) expect(threads.filter((thread) => getPriority(thread) < nice)).to.deep.equal([]);
    } finally {
      await browser.close();
      killGroup(pid);
    }
  });
});
