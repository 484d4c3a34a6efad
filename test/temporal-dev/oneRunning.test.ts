import { statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { claimRunning } from "../../temporal-dev/oneRunning.ts";

describe("temporal-dev/oneRunning", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-running-"));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("refuses a copy beside the running original, by both folders, and lets it start when that one has stopped", () => {
    const stop = claimRunning("0123456789abcdef", "/data", folder);
    expect(() => claimRunning("0123456789abcdef", "/copy", folder)).to.throw(
      /^\/copy is a copy of \/data, which is running/,
    );
    stop();
    const stopCopy = claimRunning("0123456789abcdef", "/copy", folder);
    expect(() => claimRunning("0123456789abcdef", "/data", folder)).to.throw(/^\/data is a copy of \/copy/);
    stopCopy();
  });

  it("leaves the locked file, which another start may have opened already", () => {
    const lock = path.join(folder, "0123456789abcd00.lock");
    const stop = claimRunning("0123456789abcd00", "/data", folder);
    const { ino } = statSync(lock);
    stop();
    claimRunning("0123456789abcd00", "/copy", folder)();
    expect(statSync(lock).ino).to.equal(ino);
  });

  it("lets other installations run beside it", () => {
    const stops = ["1", "2"].map((id) => claimRunning(`000000000000000${id}`, `/data${id}`, folder));
    for (const stop of stops) stop();
  });

  it("leaves a second start of the same folder to the folder's own lock", () => {
    const stop = claimRunning("00000000000000aa", "/data", folder);
    claimRunning("00000000000000aa", "/data", folder)();
    expect(() => claimRunning("00000000000000aa", "/copy", folder)).to.throw(/is running/);
    stop();
  });
});
