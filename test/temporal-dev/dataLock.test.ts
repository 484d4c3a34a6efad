import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { DataInUseError, type DataLock, lockDataDir } from "../../temporal-dev/data-lock.ts";

const MODULE = new URL("../../temporal-dev/data-lock.ts", import.meta.url).href;

describe("the lock of a data folder", () => {
  let folder: string;
  const taken: DataLock[] = [];
  const children: ChildProcess[] = [];
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-lock-"));
  });
  afterEach(async () => {
    for (const lock of taken.splice(0)) lock.release();
    for (const child of children.splice(0))
      if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "exit");
    await rm(folder, { recursive: true, force: true });
  });
  const take = async (options?: Parameters<typeof lockDataDir>[1]) => {
    const lock = await lockDataDir(folder, options);
    taken.push(lock);
    return lock;
  };
  const refused = async (options?: Parameters<typeof lockDataDir>[1]): Promise<string> => {
    const error = await take(options).catch((reason: Error) => reason);
    expect(error).to.be.instanceOf(DataInUseError);
    return (error as Error).message;
  };
  /** Starts another process, which holds the folder until it is killed. */
  const holder = async (): Promise<ChildProcess> => {
    const script = `const { lockDataDir } = await import(${JSON.stringify(MODULE)});
await lockDataDir(${JSON.stringify(folder)});
console.log("held");
setInterval(() => {}, 1_000);`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    children.push(child);
    await once(child.stdout, "data");
    return child;
  };
  /** Writes what a killed stack leaves; here its pid belongs to a running process. */
  const leave = (more: object) =>
    writeFile(path.join(folder, "stack.json"), JSON.stringify({ owner: process.pid, servers: [], ...more }));

  it("is one process's, whose number the refusal names, and everybody's after its end, however it ends", async () => {
    const child = await holder();
    expect(await refused()).to.include(`in use by process ${child.pid}`);
    child.kill("SIGKILL");
    await once(child, "exit");
    const lock = await take();
    expect(await refused()).to.include(`in use by process ${process.pid}`);
    lock.release();
    await take();
  });

  it("is waited for, and the one who has it is told once", async () => {
    const child = await holder();
    const told: string[] = [];
    await take({
      waitMs: 60_000,
      waiting: (by) => {
        told.push(by);
        child.kill("SIGKILL");
      },
    });
    expect(told).to.deep.equal([`process ${child.pid}`]);
  });

  it("of several that find what a killed stack left, one gets it", async () => {
    await leave({ held: true });
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => take()));
    expect(tries.filter(({ status }) => status === "fulfilled")).to.have.length(1);
    expect(JSON.parse(await readFile(path.join(folder, "stack.json"), "utf8"))).to.include({ owner: process.pid });
  });

  it("is free where a file came with a restored folder and its number is another process's now", async () => {
    await leave({ held: true });
    await take();
  });

  it("is respected where a stack of an earlier version, which only wrote the file, still runs", async () => {
    await leave({});
    expect(await refused()).to.include(`in use by process ${process.pid}`);
    await leave({ owner: 2 ** 22 + 1 });
    await take();
  });
});
