import { readdirSync, readFileSync } from "node:fs";
import { getPriority } from "node:os";
import { expect } from "chai";
import { launchBrowser } from "../../browsers/launch.ts";
import { NICE } from "../../browsers/priority.ts";
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
      const group = readGroup(pid);
      // Missing where the kernel does not group processes by session.
      if (group !== null) expect(group).to.match(new RegExp(`nice ${NICE}$`));
      expect(readGroup(process.pid) ?? "nice 0").to.match(/nice 0$/);
      const threads = [pid, ...descendantsOf(pid)].flatMap((one) => readdirSync(`/proc/${one}/task`).map(Number));
      expect(threads.length).to.be.above(20);
      // Only root may raise a priority again, and Chromium does.
      if (process.getuid?.() !== 0) expect(threads.filter((thread) => getPriority(thread) < NICE)).to.deep.equal([]);
    } finally {
      await browser.close();
      killGroup(pid);
    }
  });
});

function readGroup(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/autogroup`, "utf8").trim() || null;
  } catch {
    return null;
  }
}
