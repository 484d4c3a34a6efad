import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { createChild } from "../../temporal-dev/children.ts";

describe("a process of the service", () => {
  it("tells its parent what its start does while that takes long", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "plumbline-children-"));
    const steps: string[] = [];
    const child = createChild({
      name: "slow one",
      module: new URL("../support/slowStart.ts", import.meta.url),
      env: process.env,
      settings: Promise.resolve({}),
      logFile: path.join(folder, "slow.log"),
      log: () => undefined,
      moved: (step) => steps.push(step),
    });
    try {
      await child.start();
      expect(steps).to.deep.equal(["indexes are made", "problems are kept, batch 1"]);
    } finally {
      await child.stop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
