// A process stopped by a signal is running but unresponsive: it is reported, and restarted after its limit.
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createChild } from "../../temporal-dev/children.ts";
import { watchSilence } from "../../temporal-dev/silence.ts";
import { eventually } from "../support/eventually.ts";

describe("temporal-dev/silence", () => {
  it("tells of a silence once, of its end, and gives up after the bound, once", async () => {
    const said: string[] = [];
    const watch = watchSilence({
      tellAfterS: 3,
      restartAfterS: 6,
      secondMs: 5,
      silent: (seconds, left) => {
        said.push(`silent for ${seconds}, ${left} left`);
        // Called immediately, because on a busy machine the limit may pass before anybody checks.
        if (said.length === 1) watch.alive();
      },
      back: () => said.push("back"),
      giveUp: (seconds) => said.push(`given up after ${seconds}`),
    });
    try {
      await eventually("it is given up", async () => said.some((line) => line.startsWith("given up")));
      watch.alive();
      expect(said).to.deep.equal(["silent for 3, 3 left", "back", "silent for 3, 3 left", "given up after 6"]);
    } finally {
      watch.stop();
    }
  });

  it("a stopped process is named in the output and in its log, and another one takes its place", async function () {
    this.timeout(60_000);
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-silence-"));
    const logFile = path.join(folder, "part.log");
    const said: string[] = [];
    const child = createChild({
      name: "part",
      module: new URL("../support/aliveStart.ts", import.meta.url),
      env: process.env,
      logFile,
      log: (line) => said.push(line),
      silence: { tellAfterS: 3, restartAfterS: 5 },
    });
    try {
      await child.start();
      const first = child.pid!;
      process.kill(first, "SIGSTOP");
      await eventually("it is told", async () => said.length > 0, 20_000);
      expect(said[0]).to.match(
        /^the part has not answered for 3 s \(process \d+\); it is started again in 2 s unless it answers/,
      );
      await eventually("it runs again", async () => said.includes("the part runs again"), 30_000);
      expect(child.pid).not.to.equal(first);
      expect(said.some((line) => /^the part ended unexpectedly \(ended by SIGKILL\)/.test(line))).to.equal(true);
      await eventually("the log has it", async () =>
        (await readFile(logFile, "utf8")).includes("has not answered for 3 s"),
      );
      for (const line of (await readFile(logFile, "utf8")).trim().split("\n")) JSON.parse(line);
    } finally {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
