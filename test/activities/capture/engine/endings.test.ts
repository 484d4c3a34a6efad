// Captures that cannot finish: cancelled, out of time, their page or browser gone.
import { expect } from "chai";
import { captureShot } from "../../../../activities/capture/engine/captureShot.ts";
import { createBrowserPool } from "../../../../browsers/browserPool.ts";
import { readMemory } from "../../../../browsers/memory.ts";
import { killOne, membersOf } from "../../../../browsers/processes.ts";
import { byLane } from "../../../support/lanes.ts";
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
  const pools = usePool({});
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

  for (const browser of byLane(installed(["chromium", "firefox"])))
    for (const [where, { path, answer }] of Object.entries(hanging))
      it(`${browser}: a cancel closes the context: ${where}`, async () => {
        const url = sites.site.on(path, answer);
        // Start the browser and open the context before the clock runs.
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
        await until(() => pools.pool.openContexts() === 0, 10_000);
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

  it("a page whose own process ends, also alone, is told so, and its browser goes on", async () => {
    const crashes: string[] = [];
    const pool = createBrowserPool({ onCrash: ({ kind }) => crashes.push(kind) });
    try {
      const fine = specOf(sites.site.on("/fine", "<p>x"));
      await capture({ pool }, fine);
      const url = sites.site.on("/dies", () => {
        for (const members of membersOf(pool.pids()).values())
          for (const { pid, page } of readMemory(members)) if (page) killOne(pid);
      });
      const { reason } = await captureFailing({ pool }, specOf(url));
      expect(reason.code).to.equal("browser_crashed");
      expect(reason.message).to.match(/^The page's process ended .* in a separate browser\.$/);
      await capture({ pool }, fine);
      expect(crashes).to.deep.equal([]);
    } finally {
      await pool.close();
    }
  });

  for (const browser of byLane(installed(["chromium", "firefox"])))
    it(`${browser}: a browser that is killed costs its page a second try, and the next capture has a new one`, async () => {
      const crashes: string[] = [];
      const pool = createBrowserPool({ onCrash: ({ kind }) => crashes.push(kind) });
      try {
        const url = sites.site.on("/warm", "<p>w");
        await capture({ pool }, specOf(url, { browser }));
        const [pid] = pool.pids();
        let asked = 0;
        const once = sites.site.on("/kills-once", (_request, response) => {
          asked += 1;
          if (asked > 1) response.writeHead(200, { "content-type": "text/html" }).end("<p>fine");
          else process.kill(pid as number, "SIGKILL");
        });
        await capture({ pool }, specOf(once, { browser }));
        expect(asked).to.equal(2);
        await capture({ pool }, specOf(url, { browser }));
        await until(() => pool.pids().length === 1, 10_000);
        expect(pool.pids()).not.to.include(pid);
        expect(crashes).to.deep.equal([browser]);
      } finally {
        await pool.close();
      }
    });
});
