// Uses a separate process, because the memory of this one, and when it is collected, is unpredictable.
import { fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";

describe("collecting at rest", () => {
  it("gives back what was dropped once the process rests", async function () {
    this.timeout(30_000);
    const child = fork(new URL("../support/restingStart.ts", import.meta.url), ["collect"]);
    try {
      expect(await once(child, "message")).to.deep.include("freed");
    } finally {
      child.disconnect();
    }
  });
});
