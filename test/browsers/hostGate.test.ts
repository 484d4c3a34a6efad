import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import type { BrowserPool, PageLease } from "../../browsers/browserPool.ts";
import { createHostGate, gatedPool, type HostGate } from "../../browsers/hostGate.ts";
import { until } from "../activities/capture/engine/harness.ts";

describe("the host's gate", function () {
  this.timeout(120_000);
  let folder: string;
  let gate: HostGate;
  const children: ChildProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), "plumbline-gate-test-"));
    gate = createHostGate({ folder, pollMs: 10 });
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  /** Takes the gate and adds itself to the list when it has it. */
  function taker(order: string[]) {
    return async (name: string, kind: "shared" | "exclusive") => {
      const release = await gate[kind]();
      order.push(name);
      return release;
    };
  }
  const tickets = () => readdirSync(folder).filter((name) => name.endsWith(".ticket"));
  const waitingFor = (count: number) => until(() => tickets().length === count, 5_000);

  /** Starts a separate process; `script` can use `gate` and `say(text)`. */
  function worker(script: string): { child: ChildProcess; said: string[] } {
    const source = `import { createHostGate } from ${JSON.stringify(new URL("../../browsers/hostGate.ts", import.meta.url).href)};
      import { appendFileSync } from "node:fs";
      const gate = createHostGate({ folder: ${JSON.stringify(folder)}, pollMs: 5 });
      const say = (text) => process.send(text);
      ${script}`;
    const child = spawn(process.execPath, ["--no-warnings", "--input-type=module", "-e", source], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    children.push(child);
    const said: string[] = [];
    child.on("message", (text) => said.push(String(text)));
    return { child, said };
  }

  it("lets many share, one alone, and leaves nothing behind", async () => {
    const [a, b] = [await gate.shared(), await gate.shared()];
    let alone = false;
    const exclusive = gate.exclusive().then((release) => {
      alone = true;
      return release;
    });
    await waitingFor(3);
    await a();
    await a();
    await waitingFor(2);
    expect([alone, gate.isWaitedFor()]).to.deep.equal([false, true]);
    await b();
    await (await exclusive)();
    expect([readdirSync(folder), gate.isWaitedFor()]).to.deep.equal([[], false]);
  });

  it("serves a waiting exclusive one before new shared ones, and those before the next exclusive one", async () => {
    const order: string[] = [];
    const take = taker(order);
    const first = await take("s1", "shared");
    const x1 = take("x1", "exclusive");
    await waitingFor(2);
    const x2 = take("x2", "exclusive");
    await waitingFor(3);
    const shared = [take("s2", "shared"), take("s3", "shared")];
    await waitingFor(5);
    expect(order).to.deep.equal(["s1"]);
    await first();
    await (await x1)();
    for (const one of shared) await (await one)();
    await (await x2)();
    expect(order.slice(0, 2)).to.deep.equal(["s1", "x1"]);
    expect(order.slice(2, 4)).to.have.members(["s2", "s3"]);
    expect(order[4]).to.equal("x2");
  });

  it("an exclusive one passes though shared ones come without end", async () => {
    let stop = false;
    let shared = 0;
    const stream = Promise.all(
      [1, 2, 3].map(async () => {
        while (!stop) {
          const release = await gate.shared();
          shared += 1;
          await new Promise((resolve) => setTimeout(resolve, 5));
          await release();
        }
      }),
    );
    for (let turn = 0; turn < 5; turn += 1) await (await gate.exclusive())();
    // The opposite direction: after each exclusive holder, those that waited had their turn.
    expect(shared).to.be.greaterThan(5);
    stop = true;
    await stream;
  });

  it("whoever gives up waiting is in nobody's way", async () => {
    const held = await gate.shared();
    const cancel = new AbortController();
    const waiting = gate.exclusive(cancel.signal).catch((error: unknown) => error);
    await waitingFor(2);
    const behind = gate.shared();
    await waitingFor(3);
    cancel.abort(new Error("no longer"));
    expect(await waiting).to.have.property("message", "no longer");
    await (await behind)();
    await held();
    const late = await gate.shared(AbortSignal.abort(new Error("too late"))).catch((error: unknown) => error);
    expect(late).to.have.property("message", "too late");
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it("holds between processes, however they race", async () => {
    const record = path.join(folder, "record");
    writeFileSync(record, "");
    const script = `const hold = async (kind, work) => {
        const release = await gate[kind]();
        appendFileSync(${JSON.stringify(record)}, "+" + kind + "\\n");
        await work();
        appendFileSync(${JSON.stringify(record)}, "-" + kind + "\\n");
        await release();
      };
      await hold("shared", () => new Promise((resolve) => { process.once("message", resolve); say("in"); }));
      for (let i = 0; i < 25; i += 1)
        await hold((i + process.pid) % 3 === 0 ? "exclusive" : "shared",
          () => new Promise((resolve) => setTimeout(resolve, Math.random() * 4)));
      say("done"); process.disconnect();`;
    const workers = [1, 2, 3].map(() => worker(script));
    await until(() => workers.every(({ said }) => said.includes("in")), 20_000);
    for (const { child } of workers) child.send("go on");
    await until(() => workers.every(({ said }) => said.includes("done")), 100_000);
    const open = { shared: 0, exclusive: 0 };
    let together = 0;
    for (const line of readFileSync(record, "utf8").trim().split("\n")) {
      const kind = line.slice(1) as keyof typeof open;
      open[kind] += line.startsWith("+") ? 1 : -1;
      expect(open.exclusive === 0 || (open.exclusive === 1 && open.shared === 0), line).to.equal(true);
      together = Math.max(together, open.shared);
    }
    expect(open).to.deep.equal({ shared: 0, exclusive: 0 });
    expect(together).to.equal(3);
    expect(tickets()).to.deep.equal([]);
  });

  it("a killed process holds nothing any more, whether it held, waited or had the lock", async () => {
    const holder = worker(`await gate.exclusive(); say("held"); setInterval(() => {}, 1_000);`);
    await until(() => holder.said.includes("held"), 20_000);
    const other = worker(
      `say("up"); const wait = gate.exclusive(); setInterval(() => {}, 1_000); await wait; say("alone");`,
    );
    await waitingFor(2);
    const shared = gate.shared();
    await waitingFor(3);
    other.child.kill("SIGKILL");
    holder.child.kill("SIGKILL");
    await (await shared)();
    // What a process killed while holding the lock leaves: a lock, a draft and half a ticket, all of a process that no longer exists.
    const dead = `${holder.child.pid}: 00000000-0000-4000-8000-000000000000`;
    writeFileSync(path.join(folder, "lock"), dead);
    writeFileSync(path.join(folder, "lock.x.draft"), dead);
    writeFileSync(path.join(folder, "half.ticket"), `{"id":"half","kind":"excl`);
    const both = await Promise.all(
      [1, 2].map(() => worker(`await (await gate.exclusive())(); say("done"); process.disconnect();`)),
    );
    await (await gate.exclusive())();
    await until(() => both.every(({ said }) => said.includes("done")), 30_000);
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it("comes again when somebody empties the folder", async () => {
    await gate.shared();
    const waiting = gate.exclusive();
    await waitingFor(2);
    rmSync(folder, { recursive: true });
    await (await waiting)();
    expect(tickets()).to.deep.equal([]);
  });

  it("uses no folder that others may write to", () => {
    const open = path.join(folder, "open");
    mkdirSync(open);
    chmodSync(open, 0o777);
    writeFileSync(path.join(folder, "file"), "");
    expect(() => createHostGate({ folder: path.join(folder, "file") })).to.throw();
    expect(() => createHostGate({ folder: open })).to.throw(/only this user/);
  });

  it("a pool's pages hold it from before they are made until they are released", async () => {
    let fails = false;
    const pool: BrowserPool = {
      acquire: async () => {
        if (fails) throw new Error("no browser");
        return { release: () => Promise.resolve() } as PageLease;
      },
      openContexts: () => 7,
      pids: () => [1],
      close: () => Promise.resolve(),
    };
    const gated = gatedPool(pool, gate);
    expect(gated.openContexts()).to.equal(7);
    const options = {} as Parameters<BrowserPool["acquire"]>[1];
    const lease = await gated.acquire("chromium", options);
    expect(tickets()).to.have.length(1);
    const alone = gate.exclusive();
    await waitingFor(2);
    const next = gated.acquire("chromium", options);
    await waitingFor(3);
    await lease.release();
    await (await alone)();
    await (await next).release();
    fails = true;
    expect(await gated.acquire("chromium", options).catch((error: unknown) => error)).to.have.property(
      "message",
      "no browser",
    );
    expect(tickets()).to.deep.equal([]);
  });
});
