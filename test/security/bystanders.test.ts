// A page that crashes its browser does not affect other pages: neither their verdicts nor their number of attempts.
import { type EventEmitter, once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { crc32, deflateSync } from "node:zlib";
import { expect } from "chai";
import { captureShot } from "../../activities/capture/engine/captureShot.ts";
import { type BrowserPool, createBrowserPool } from "../../browsers/browserPool.ts";
import { judgeMemory, memoryLimits, type ProcessMemory } from "../../browsers/memory.ts";
import { visitPage } from "../../browsers/page/visit.ts";
import {
  capture,
  captureFailing,
  installed,
  NOTHING_KNOWN,
  SLOW_MS,
  specOf,
  until,
  useSite,
} from "../activities/capture/engine/harness.ts";
import { byLane } from "../support/lanes.ts";

const MB = 1024 * 1024;
const NEVER = new AbortController().signal;

describe("bystanders of a page that breaks its browser", function () {
  this.timeout(SLOW_MS);
  const sites = useSite();
  const pools: BrowserPool[] = [];
  const make = (options: Parameters<typeof createBrowserPool>[0] = {}): BrowserPool => {
    const pool = createBrowserPool(options);
    pools.push(pool);
    return pool;
  };
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });

  /** Requesting this page kills every running browser, including the requesting one. */
  const killer = (pool: BrowserPool, path: string): string =>
    sites.site.on(path, () => {
      for (const pid of pool.pids()) process.kill(pid, "SIGKILL");
    });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: those in flight are tried again alone; the guilty one gets its verdict, the others pass`, async () => {
      const crashes: string[] = [];
      const pool = make({ onCrash: ({ kind }) => crashes.push(kind) });
      let waiting: (() => void)[] = [];
      let gates = true;
      const gated = sites.site.on("/gated", (_request, response) => {
        const answer = (): void => void response.writeHead(200, { "content-type": "text/html" }).end("<p>innocent");
        if (gates) waiting.push(answer);
        else answer();
      });
      const shots = [gated, gated].map((url) => captureShot({ pool }, specOf(url, { browser }), NOTHING_KNOWN, NEVER));
      // Pages that are in the browser when the third one arrives are suspects as much as that one.
      await until(() => waiting.length === 2, 60_000);
      gates = false;
      waiting = [];
      const guilty = captureShot({ pool }, specOf(killer(pool, "/killer"), { browser }), NOTHING_KNOWN, NEVER);
      for (const outcome of await Promise.all(shots)) expect(outcome.kind).to.equal("captured");
      const outcome = await guilty;
      expect(outcome).to.deep.include({ kind: "failed" });
      expect(outcome.kind === "failed" && outcome.reason).to.deep.include({ code: "browser_crashed" });
      expect(outcome.kind === "failed" && outcome.reason.message).to.match(/in a separate browser\.$/);
      expect(crashes).to.have.length(3);
      await until(() => pool.openContexts() === 0, 10_000);
      await until(() => pool.pids().length === 0, 10_000);
    });

  it("an audit's visits are distinguished in the same way", async () => {
    const pool = make();
    const viewport = { name: "desktop", width: 400, height: 300, scale: 1, mobile: false } as const;
    const visit = (url: string) =>
      visitPage({ pool }, { url, viewport }, NEVER, ({ page }) => page.locator("p").textContent());
    let asked = 0;
    const waits = sites.site.on("/waits", (_request, response) => {
      asked += 1;
      if (asked > 1) response.writeHead(200, { "content-type": "text/html" }).end("<p>innocent");
    });
    const innocent = visit(waits);
    await until(() => asked === 1, 60_000);
    const guilty = await visit(killer(pool, "/kills-visits"));
    expect(guilty).to.include({ state: "not_measured", code: "browser_crashed" });
    expect(await innocent).to.deep.equal({ state: "gathered", data: "innocent" });
  });

  it("a cancelled capture does not begin again, and lets the next suspect have its turn", async () => {
    const pool = make();
    const cancel = new AbortController();
    let asked = 0;
    const url = sites.site.on("/cancelled", () => {
      asked += 1;
      if (asked === 1) for (const pid of pool.pids()) process.kill(pid, "SIGKILL");
    });
    const shot = captureShot({ pool }, specOf(url), NOTHING_KNOWN, cancel.signal).catch(
      (error: Error) => error.message,
    );
    await until(() => asked === 2, 60_000);
    cancel.abort(new Error("cancelled by the test"));
    expect(await shot).to.equal("cancelled by the test");
    await until(() => pool.openContexts() === 0, 10_000);
    const lease = await pool.acquire(
      "chromium",
      { width: 9, height: 9, scale: 1, mobile: false, reducedMotion: false, stillImages: false, initScript: "" },
      undefined,
      { alone: true },
    );
    await lease.release();
  });

  describe("memory", () => {
    const process = (pid: number, page: boolean, resident: number, shared = 0): ProcessMemory => ({
      pid,
      page,
      resident: resident * MB,
      shared: shared * MB,
    });
    const limits = { page: 1_000 * MB, browser: 3_000 * MB };
    for (const [name, processes, verdict] of [
      ["little", [process(1, false, 300), process(2, true, 400)], { over: "nothing" }],
      ["one page", [process(1, false, 300), process(2, true, 1_200), process(3, true, 99)], { over: "page", pid: 2 }],
      ["the larger of two", [process(2, true, 1_200), process(3, true, 1_300)], { over: "page", pid: 3 }],
      ["what serves all pages", [process(1, false, 1_200), process(2, true, 100)], { over: "nothing" }],
      ["too much of what serves all", [process(1, false, 3_100), process(2, true, 100)], { over: "browser" }],
      ["all together", [1, 2, 3, 4].map((pid) => process(pid, true, 900)), { over: "browser" }],
      ["what is shared counts once", [1, 2, 3, 4].map((pid) => process(pid, true, 900, 400)), { over: "nothing" }],
      ["no processes known", [], { over: "nothing" }],
    ] as const)
      it(`${name}: ${JSON.stringify(verdict)}`, () => {
        expect(judgeMemory(processes, limits)).to.include(verdict);
      });

    it("the limits follow the machine's memory, or the setting", () => {
      expect(memoryLimits(0, 64_000 * MB)).to.deep.equal({ browser: 8_192 * MB, page: 2_048 * MB });
      expect(memoryLimits(0, 2_000 * MB)).to.deep.equal({ browser: 1_000 * MB, page: 500 * MB });
      expect(memoryLimits(6_000, 2_000 * MB)).to.deep.equal({ browser: 6_000 * MB, page: 3_000 * MB });
    });

    it("a page that takes too much is ended alone: the browser and the others in it go on", async function () {
      if (globalThis.process.platform !== "linux") return this.skip();
      const crashes: unknown[] = [];
      const pool = make({ memory: { page: 400 * MB, browser: 4_000 * MB }, onCrash: (crash) => crashes.push(crash) });
      let letThrough = (): void => undefined;
      const slow = sites.site.on("/slow", (_request, response) => {
        letThrough = () => void response.writeHead(200, { "content-type": "text/html" }).end("<p>innocent");
      });
      const innocent = capture({ pool }, specOf(slow));
      const hungry = sites.site.on(
        "/hungry",
        "<script>const kept=[];setInterval(()=>kept.push(new Uint8Array(2e7).fill(1)),20)</script>",
      );
      const { reason } = await captureFailing({ pool }, specOf(hungry, { delay: 20_000 }));
      expect(reason.code).to.equal("too_large");
      expect(reason.message).to.match(/^The page used \d{3,4} MB of memory.* in a separate browser\.$/);
      letThrough();
      await innocent;
      expect(crashes).to.deep.equal([]);
    });

    it("so is a tab that a page opened", async function () {
      if (globalThis.process.platform !== "linux") return this.skip();
      const pool = make({ memory: { page: 400 * MB, browser: 4_000 * MB } });
      const options = { width: 9, height: 9, scale: 1, mobile: false, reducedMotion: false, stillImages: false };
      const { context, crash, release } = await pool.acquire("chromium", { ...options, initScript: "" });
      const tab = await context.newPage();
      const ended = once(tab as unknown as EventEmitter, "crash");
      await tab.evaluate(() => {
        const kept: Uint8Array[] = [];
        setInterval(() => kept.push(new Uint8Array(2e7).fill(1)), 20);
      });
      await ended;
      // The pool waits this long for news of the page before it takes the process for that of a frame.
      await setTimeout(6_000);
      expect(crash.aborted).to.equal(false);
      await release();
    });

    it("a browser that takes too much as a whole is ended, and its pages are tried one by one", async function () {
      if (globalThis.process.platform !== "linux") return this.skip();
      const pool = make({ memory: { page: 10 * MB, browser: 40 * MB } });
      const { reason } = await captureFailing({ pool }, specOf(sites.site.on("/any", () => undefined)));
      expect(reason.code).to.equal("too_large");
    });
  });

  describe("size", () => {
    const pool = (): BrowserPool => pools[0] ?? make();
    for (const browser of byLane(installed(["chromium", "firefox"]))) {
      it(`${browser}: a page that is too wide or too large is cut, and says where`, async () => {
        const wide = sites.site.on("/wide", `<div style="width:300000px;height:40px;background:red"></div>`);
        const shot = await capture({ pool: pool() }, specOf(wide, { browser }));
        expect([shot.frame.width, shot.frame.height]).to.deep.equal([16_000, 300]);
        expect(shot.notes.find(({ code }) => code === "cut")?.message).to.contain("300000 px wide");
      });

      it(`${browser}: so is an element`, async () => {
        const url = sites.site.on("/element", `<div id=e style="width:300000px;height:90px;background:red"></div>`);
        const shot = await capture({ pool: pool() }, specOf(url, { browser, selector: "#e" }));
        expect([shot.frame.width, shot.frame.height]).to.deep.equal([16_000, 90]);
        expect(shot.notes.map(({ code }) => code)).to.include("cut");
      });
    }

    for (const [name, body] of [
      [
        "a box of 30,000 × 30,000 px",
        `<div style="width:30000px;height:30000px;background:linear-gradient(red,blue)">`,
      ],
      ["a photo of 20,000 × 20,000 px", `<img src="/huge.png">`],
    ] as const)
      it(`${name} is cut or given up, and harms nobody beside it`, async () => {
        const png = hugePng(20_000);
        sites.site.on("/huge.png", (_request, response) =>
          response.writeHead(200, { "content-type": "image/png" }).end(png),
        );
        const shared = make({ memory: { page: 800 * MB, browser: 6_000 * MB } });
        const innocent = sites.site.on("/innocent", "<p>innocent");
        const huge = specOf(sites.site.on("/huge", body));
        const hostile = captureShot({ pool: shared }, huge, NOTHING_KNOWN, NEVER);
        const others = await Promise.all([1, 2, 3].map(() => capture({ pool: shared }, specOf(innocent))));
        expect(others.every(({ stable }) => stable)).to.equal(true);
        const outcome = await hostile;
        // On a busy machine, the page may time out, or end its process before the memory watch notices it.
        if (outcome.kind === "failed")
          expect(outcome.reason.code).to.be.oneOf(["too_large", "timeout", "browser_crashed"]);
        else expect(outcome.notes.map(({ code }) => code)).to.include("cut");
      });
  });
});

/** A black square with one bit per pixel: small to transfer, gigabytes when it is drawn. */
function hugePng(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
    const head = Buffer.alloc(4);
    head.writeUInt32BE(data.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([head, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc(side * (1 + Math.ceil(side / 8)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
