// What works for a real Chromium through the proxy, and how it learns why something does not.
import { expect } from "chai";
import type { Page } from "playwright";
import { chromiumThroughProxy } from "../../../activities/net/browserOptions.ts";
import { startFilterProxy } from "../../../activities/net/filterProxy.ts";
import { allow } from "./helpers.ts";
import { closedPort, page, startSite } from "./site.ts";
import { findChromium, KNOWN, MEBIBYTE, type Stage, startStage } from "./stage.ts";

describe("the proxy with Chromium: allowed", () => {
  let stage: Stage;
  let tab: Page;
  const closers: (() => Promise<unknown>)[] = [];

  before(async function () {
    const executablePath = findChromium();
    if (executablePath === undefined) return this.skip();
    stage = await startStage(executablePath);
  });

  beforeEach(async () => {
    tab = await (await stage.browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  });

  afterEach(async () => {
    await tab.context().close();
    for (const close of closers.splice(0).reverse()) await close();
    expect(stage.forbidden.connections(), "connections to the forbidden site").to.equal(0);
  });

  after(() => stage?.close());

  describe("the allowed site", () => {
    it("answers under its address and its name, redirects included", async () => {
      expect((await tab.goto(`${stage.site.url}/to-self`))?.status()).to.equal(200);
      expect((await tab.goto(`http://shop.test:${stage.site.port}/`))?.status()).to.equal(200);
      expect(await tab.title()).to.equal("shop");
    });

    it("talks over WebSockets", async () => {
      await tab.goto(stage.site.url);
      const said = await tab.evaluate(`new Promise((done, failed) => {
        const socket = new WebSocket("ws://shop.test:${stage.site.port}/chat");
        socket.onopen = () => socket.send("hello");
        socket.onmessage = (event) => done(event.data);
        socket.onerror = () => failed(new Error("no socket"));
      })`);
      expect(said).to.equal("hello");
    });

    it("opens an event stream before its first event", async () => {
      await tab.goto(stage.site.url);
      const opened = await tab.evaluate(`new Promise((done) => {
        const events = new EventSource("/events");
        events.onopen = () => (events.close(), done("open"));
        events.onerror = () => done("error");
      })`);
      expect(opened).to.equal("open");
    });

    it("streams large answers and takes large uploads", async () => {
      await tab.goto(stage.site.url);
      const size = await tab.evaluate(`fetch("/stream").then(async (answer) => {
        let size = 0;
        for await (const chunk of answer.body) size += chunk.length;
        return size;
      })`);
      expect(size).to.equal(32 * MEBIBYTE);
      const taken = `fetch("/upload", { method: "POST", body: new Uint8Array(${8 * MEBIBYTE}) }).then((a) => a.text())`;
      expect(await tab.evaluate(taken)).to.equal(String(8 * MEBIBYTE));
    });

    it("is reached over https through a tunnel", async () => {
      const secure = await startSite({ "/": page("<title>secure</title>") }, { secure: true });
      closers.push(() => secure.close());
      const open = await startFilterProxy({ allowList: allow("secure.test"), resolve: KNOWN.resolve });
      closers.push(() => open.close());
      const context = await stage.browser.newContext({
        ignoreHTTPSErrors: true,
        proxy: chromiumThroughProxy(open).proxy,
      });
      closers.push(() => context.close());
      const secureTab = await context.newPage();
      await secureTab.goto(`https://secure.test:${secure.port}/`);
      expect(await secureTab.title()).to.equal("secure");
    });
  });

  describe("a host that fails", () => {
    it("that does not resolve is told by status and header, over https by the proxy's memory", async () => {
      const answer = await tab.goto("http://missing.test/");
      expect([answer?.status(), answer?.headers()["x-plumbline-error"]]).to.deep.equal([502, "dns"]);
      const failure = await tab.goto("https://missing.test/").catch((error: Error) => error.message);
      expect(failure).to.include("ERR_TUNNEL_CONNECTION_FAILED");
      expect(stage.proxy.failureFor("missing.test", 443)).to.include({ kind: "dns" });
    });

    it("that is down is told apart", async () => {
      const port = await closedPort();
      const open = await startFilterProxy({ allowList: allow(`127.0.0.1:${port}`) });
      closers.push(() => open.close());
      const context = await stage.browser.newContext({ proxy: chromiumThroughProxy(open).proxy });
      closers.push(() => context.close());
      const answer = await (await context.newPage()).goto(`http://127.0.0.1:${port}/`);
      expect([answer?.status(), answer?.headers()["x-plumbline-error"]]).to.deep.equal([502, "refused"]);
    });
  });
});
