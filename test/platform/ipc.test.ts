import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { tellChild } from "../../platform/ipc.ts";

/** Maximum time in which a killed child ends, while this process is blocked. */
const GONE_MS = 500;

describe("platform/ipc", () => {
  it("a message to a child that has just ended is no error", async () => {
    const child = spawn(process.execPath, ["-e", "process.on('message', () => {}); process.send('up')"], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    await once(child, "message");
    // Rejects with the first error.
    const gone = once(child, "close");
    child.kill("SIGKILL");
    // The child has ended, but the event has not arrived.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, GONE_MS);
    expect(child.connected).to.equal(true);
    tellChild(child, { kind: "stop" });
    await gone;
    expect(child.connected).to.equal(false);
    tellChild(child, { kind: "stop" });
  });
});
