// How a capture ends when it is not let finish: cancelled, out of time, its page or its browser gone.
import { expect } from "chai";
import { captureShot } from "../../../../activities/capture/engine/index.ts";
import { BrowserCrashedError, createBrowserPool } from "../../../../workers/browsers.ts";
import {
  capture,
  captureFailing,
  installed,
  NOTHING_KNOWN,
  SLOW_MS,
  specOf,
  until,
  usePool,
  useSite,
} from "./harness.ts";

describe("endings of a capture", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();

  const hanging = {
    open: { path: "/hang-open", answer: () => undefined },
    load: { path: "/hang-load", answer: `<img src="/hang-open">` },
    settle: { path: "/hang-busy", answer: `<div aria-busy=true>x</div>` },
    blocked: { path: "/hang-blocked", answer: `<p>x</p><script>setTimeout(()=>{while(true);},300)</script>` },
    moving: {
      path: "/hang-moving",
      answer: `<p id=p>x</p><script>setInterval(()=>{p.textContent=Math.random()},5)</script>`,
    },
  };

  for (const browser of installed(["chromium", "firefox"]))
    for (const [where, { path, answer }] of Object.entries(hanging))
      it(`${browser}: a cancel closes the context within 2 s: ${where}`, async () => {
        const url = sites.site.on(path, answer);
        // The browser is started, and the context open, before the clock runs.
        if (pools.pool.pids().length < 2) await capture(pools, specOf(sites.site.on("/warm", "<p>w"), { browser }));
        const cancel = new AbortController();
        const reason = new Error("cancelled by the test");
        const work = captureShot(pools, specOf(url, { browser, delay: 5_000 }), NOTHING_KNOWN, cancel.signal);
        work.catch(() => undefined);
        await until(() => pools.pool.openContexts() > 0, 60_000);
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        cancel.abort(reason);
        const thrown = await work.then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(thrown).to.equal(reason);
        const ms = await until(() => pools.pool.openContexts() === 0, 10_000);
        expect(ms).to.be.lessThan(2_000);
      });

  it("does not begin when it is cancelled already", async () => {
    const cancel = new AbortController();
    cancel.abort(new Error("before"));
    const thrown = await captureShot(pools, specOf(sites.site.url("/warm")), NOTHING_KNOWN, cancel.signal).catch(
      (e: Error) => e.message,
    );
    expect(thrown).to.equal("before");
  });

  it("gives up on a page that blocks its main thread, and the browser goes on", async () => {
    const url = sites.site.on(
      "/while",
      `<p>x</p><script>addEventListener('load',()=>setTimeout(()=>{while(true);},0))</script>`,
    );
    const deps = { ...pools, limits: { answerMs: 1_000, totalMs: 4_000 } };
    const { reason } = await captureFailing(deps, specOf(url));
    expect(reason.code).to.equal("timeout");
    await until(() => pools.pool.openContexts() === 0, 5_000);
    await capture(pools, specOf(sites.site.url("/warm")));
  });

  it("throws a retryable error when the page's process ends, and the next capture works", async () => {
    const url = sites.site.on("/fine", "<p>x");
    const thrown = await captureShot(
      pools,
      specOf("chrome://crash"),
      NOTHING_KNOWN,
      new AbortController().signal,
    ).catch((e) => e);
    expect(thrown).to.be.instanceOf(BrowserCrashedError);
    expect(thrown).to.include({ code: "browser_crashed", what: "page" });
    await capture(pools, specOf(url));
  });

  for (const browser of installed(["chromium", "firefox"]))
    it(`${browser}: throws a retryable error when the browser is killed, and the next capture has a new one`, async () => {
      const crashes: string[] = [];
      const pool = createBrowserPool({ onCrash: ({ kind }) => crashes.push(kind) });
      try {
        const url = sites.site.on("/warm", "<p>w");
        await capture({ pool }, specOf(url, { browser }));
        const [pid] = pool.pids();
        sites.site.on("/hang-open", () => undefined);
        const work = captureShot(
          { pool },
          specOf(sites.site.url("/hang-open"), { browser }),
          NOTHING_KNOWN,
          new AbortController().signal,
        );
        work.catch(() => undefined);
        await until(() => sites.site.seen.at(-1)?.path === "/hang-open", 30_000);
        process.kill(pid as number, "SIGKILL");
        const thrown = await work.catch((error: unknown) => error);
        expect(thrown).to.be.instanceOf(BrowserCrashedError);
        expect(thrown).to.include({ what: "browser", browser });
        await capture({ pool }, specOf(url, { browser }));
        expect(pool.pids()).to.have.length(1).and.not.include(pid);
        expect(crashes).to.deep.equal([browser]);
      } finally {
        await pool.close();
      }
    });
});
