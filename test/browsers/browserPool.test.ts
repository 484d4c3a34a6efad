import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Browser } from "playwright";
import {
  type BrowserPool,
  BrowserUnavailableError,
  createBrowserPool,
  type PageOptions,
} from "../../browsers/browserPool.ts";
import { isAlive } from "../../browsers/processes.ts";
import { installed, SLOW_MS, until } from "../activities/capture/engine/harness.ts";
import { byLane } from "../support/lanes.ts";

const OPTIONS: PageOptions = {
  width: 400,
  height: 300,
  scale: 1,
  mobile: false,
  reducedMotion: true,
  stillImages: true,
  initScript: "",
};

describe("the browser pool", function () {
  this.timeout(SLOW_MS);
  const pools: BrowserPool[] = [];
  const make = (options: Parameters<typeof createBrowserPool>[0] = {}): BrowserPool => {
    const pool = createBrowserPool(options);
    pools.push(pool);
    return pool;
  };
  afterEach(async () => {
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });

  for (const kind of byLane(installed(["chromium", "firefox"]))) {
    it(`${kind}: starts one browser on first use, for all that come at once`, async () => {
      const started: unknown[] = [];
      const pool = make({ log: (level, message) => level === "info" && started.push(level, message) });
      expect(pool.pids()).to.deep.equal([]);
      const leases = await Promise.all([1, 2, 3].map(() => pool.acquire(kind, OPTIONS)));
      expect(pool.pids()).to.have.length(1);
      expect(started).to.deep.equal(["info", "a browser started"]);
      expect(pool.openContexts()).to.equal(3);
      expect(new Set(leases.map(({ context }) => context)).size).to.equal(3);
      for (const lease of leases) await lease.release();
      await leases[0]?.release();
      expect(pool.openContexts()).to.equal(0);
    });

    it(`${kind}: ends its processes when it is closed, and when its worker is killed`, async () => {
      const pool = make();
      await pool.acquire(kind, OPTIONS);
      const [pid = 0] = pool.pids();
      await pool.close();
      await until(() => !isAlive(pid), 10_000);

      const script = `import { createBrowserPool } from ${JSON.stringify(new URL("../../browsers/browserPool.ts", import.meta.url).href)};
        const pool = createBrowserPool(); await pool.acquire(${JSON.stringify(kind)}, ${JSON.stringify(OPTIONS)});
        console.log(pool.pids().join()); setInterval(() => {}, 1000);`;
      const worker = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      const [line] = (await once(worker.stdout, "data")) as [Buffer];
      const orphan = Number(String(line));
      expect(isAlive(orphan)).to.equal(true);
      worker.kill("SIGKILL");
      await until(() => !isAlive(orphan), 15_000);
    });

    it(`${kind}: replaces a browser that has handed out enough, and disturbs nobody`, async () => {
      const crashes: unknown[] = [];
      const pool = make({ contextsPerBrowser: 3, onCrash: (crash) => crashes.push(crash) });
      const first = await pool.acquire(kind, OPTIONS);
      const [old = 0] = pool.pids();
      for (let index = 0; index < 3; index += 1) await (await pool.acquire(kind, OPTIONS)).release();
      await until(() => pool.pids().some((pid) => pid !== old), 60_000);
      await first.page.goto("data:text/html,<title>still here</title>");
      expect(await first.page.title()).to.equal("still here");
      expect(first.crash.aborted).to.equal(false);
      const next = await pool.acquire(kind, OPTIONS);
      await first.release();
      await until(() => !pool.pids().includes(old), 15_000);
      await next.page.goto("data:text/html,<title>new one</title>");
      expect(crashes).to.deep.equal([]);
    });
  }

  it("prepares the next page of the same options, so that it is there at once", async () => {
    const pool = make();
    const first = await pool.acquire("chromium", OPTIONS);
    const prepared = async () => first.context.browser()?.contexts().length;
    await until(() => first.context.browser()?.contexts().length === 2, 20_000);
    const ready = first.context
      .browser()
      ?.contexts()
      .filter((context) => context !== first.context);
    const second = await pool.acquire("chromium", OPTIONS);
    expect(ready).to.deep.equal([second.context]);
    expect(pool.openContexts()).to.equal(2);
    await until(() => first.context.browser()?.contexts().length === 3, 20_000);
    const other = await pool.acquire("chromium", { ...OPTIONS, width: 500 });
    expect(await other.page.evaluate("innerWidth")).to.equal(500);
    expect(await prepared()).to.be.greaterThan(2);
  });

  it("runs the given script before the page's own", async () => {
    const lease = await make().acquire("chromium", { ...OPTIONS, initScript: "globalThis.first = 1" });
    await lease.page.goto("data:text/html,<title></title><script>document.title = String(globalThis.first)</script>");
    expect(await lease.page.title()).to.equal("1");
  });

  it("tells a page that was taken of the browser's end, and has a new browser for the next", async () => {
    const crashes: { kind: string; pid: number | undefined }[] = [];
    const pool = make({ onCrash: (crash) => crashes.push(crash) });
    const lease = await pool.acquire("chromium", OPTIONS);
    const [pid = 0] = pool.pids();
    process.kill(pid, "SIGKILL");
    await until(() => lease.crash.aborted, 10_000);
    expect(lease.crash.reason).to.include({ code: "browser_crashed", what: "browser" });
    expect(crashes).to.deep.equal([{ kind: "chromium", pid }]);
    await lease.release();
    const next = await pool.acquire("chromium", OPTIONS);
    expect(next.crash.aborted).to.equal(false);
    expect(pool.pids()).not.to.include(pid);
  });

  it("a browser in which a page cannot be closed takes no more work, and ends when the others are done", async () => {
    const pool = make();
    const stuck = await pool.acquire("chromium", OPTIONS);
    const busy = await pool.acquire("chromium", OPTIONS);
    const [pid = 0] = pool.pids();
    stuck.context.close = () => new Promise(() => {});
    await stuck.release();
    expect(busy.crash.aborted).to.equal(false);
    await busy.page.goto("data:text/html,<title>still here</title>");
    const next = await pool.acquire("chromium", OPTIONS);
    expect(next.context.browser()).not.to.equal(busy.context.browser());
    expect(pool.pids()).to.include(pid);
    await busy.release();
    await until(() => !pool.pids().includes(pid), 15_000);
    expect(next.crash.aborted).to.equal(false);
  });

  it("gives up a wait that is aborted, and leaves no context behind", async () => {
    const pool = make();
    const first = await pool.acquire("chromium", OPTIONS);
    const browser = first.context.browser() as Browser;
    const newContext = browser.newContext.bind(browser);
    const closed = Promise.withResolvers<void>();
    const abort = new AbortController();
    browser.newContext = async (options) => {
      const making = newContext(options);
      if (options?.viewport?.width !== 700) return making;
      abort.abort(new Error("not needed any more"));
      const context = await making;
      context.once("close", () => closed.resolve());
      return context;
    };
    await first.release();
    const waiting = pool
      .acquire("chromium", { ...OPTIONS, width: 700 }, abort.signal)
      .catch((error: Error) => error.message);
    expect(await waiting).to.equal("not needed any more");
    await closed.promise;
    await until(() => pool.openContexts() === 0, 10_000);
  });

  it("says of a program that does not start, and of a browser that is not there", async () => {
    const broken = make({ executablePaths: { chromium: "/bin/false" } });
    const thrown = await broken.acquire("chromium", OPTIONS).catch((error: unknown) => error);
    expect(thrown).to.include({ code: "browser_crashed" });
    expect((thrown as Error).message).not.to.contain("\n");
    if (installed(["webkit"]).length > 0) return;
    expect(await broken.acquire("webkit", OPTIONS).catch((error: unknown) => error)).to.be.instanceOf(
      BrowserUnavailableError,
    );
  });

  for (const kind of byLane(installed(["chromium", "firefox"])))
    it(`${kind}: sends everything through the proxy, addresses of this machine too`, async () => {
      const asked: string[] = [];
      const proxy = createServer((request, response) => {
        asked.push(request.url ?? "");
        response.writeHead(200, { "content-type": "text/html" }).end("<title>from the proxy</title>");
      });
      await new Promise<void>((ready) => proxy.listen(0, "127.0.0.1", ready));
      try {
        const pool = make({ proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` });
        const { page, release } = await pool.acquire(kind, OPTIONS);
        await page.goto("http://127.0.0.1:1234/local");
        expect(await page.title()).to.equal("from the proxy");
        expect(asked).to.include("http://127.0.0.1:1234/local");
        await release();
      } finally {
        proxy.closeAllConnections();
        proxy.close();
      }
    });
});
