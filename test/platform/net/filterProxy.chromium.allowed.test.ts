// What a real Chromium can reach through the proxy, and how it learns why something is rejected.
import { expect } from "chai";
import { chromiumThroughProxy } from "../../../platform/net/browserOptions.ts";
import { startFilterProxy } from "../../../platform/net/filterProxy.ts";
import { allow, helloSocket } from "./helpers.ts";
import { closedPort, page, startSite } from "./site.ts";
import { KNOWN, MEBIBYTE, useStage } from "./stage.ts";

describe("the proxy with Chromium: allowed", () => {
  const here = useStage();

  describe("the allowed site", () => {
    it("answers under its address and its name, redirects included", async () => {
      expect((await here.tab.goto(`${here.stage.site.url}/to-self`))?.status()).to.equal(200);
      expect((await here.tab.goto(`http://shop.test:${here.stage.site.port}/`))?.status()).to.equal(200);
      expect(await here.tab.title()).to.equal("shop");
    });

    it("talks over WebSockets", async () => {
      await here.tab.goto(here.stage.site.url);
      const said = await here.tab.evaluate(helloSocket(`ws://shop.test:${here.stage.site.port}/chat`));
      expect(said).to.equal("hello");
    });

    it("opens an event stream before its first event", async () => {
      await here.tab.goto(here.stage.site.url);
      const opened = await here.tab.evaluate(`new Promise((done) => {
        const events = new EventSource("/events");
        events.onopen = () => (events.close(), done("open"));
        events.onerror = () => done("error");
      })`);
      expect(opened).to.equal("open");
    });

    it("streams large answers and takes large uploads", async () => {
      await here.tab.goto(here.stage.site.url);
      const size = await here.tab.evaluate(`fetch("/stream").then(async (answer) => {
        let size = 0;
        for await (const chunk of answer.body) size += chunk.length;
        return size;
      })`);
      expect(size).to.equal(32 * MEBIBYTE);
      const taken = `fetch("/upload", { method: "POST", body: new Uint8Array(${8 * MEBIBYTE}) }).then((a) => a.text())`;
      expect(await here.tab.evaluate(taken)).to.equal(String(8 * MEBIBYTE));
    });

    it("is reached over https through a tunnel", async () => {
      const secure = await startSite({ "/": page("<title>secure</title>") }, { secure: true });
      here.closers.push(() => secure.close());
      const open = await startFilterProxy({ allowList: allow("secure.test"), resolve: KNOWN.resolve });
      here.closers.push(() => open.close());
      const context = await here.stage.browser.newContext({
        ignoreHTTPSErrors: true,
        proxy: chromiumThroughProxy(open).proxy,
      });
      here.closers.push(() => context.close());
      const secureTab = await context.newPage();
      await secureTab.goto(`https://secure.test:${secure.port}/`);
      expect(await secureTab.title()).to.equal("secure");
    });
  });

  describe("a host that fails", () => {
    it("that does not resolve is told by status and header, over https by the proxy's memory", async () => {
      const answer = await here.tab.goto("http://missing.test/");
      expect([answer?.status(), answer?.headers()["x-plumbline-error"]]).to.deep.equal([502, "dns"]);
      const failure = await here.tab.goto("https://missing.test/").catch((error: Error) => error.message);
      expect(failure).to.include("ERR_TUNNEL_CONNECTION_FAILED");
      expect(here.stage.proxy.failureFor("missing.test", 443)).to.include({ kind: "dns" });
    });

    it("that is down is distinguished", async () => {
      const port = await closedPort();
      const open = await startFilterProxy({ allowList: allow(`127.0.0.1:${port}`) });
      here.closers.push(() => open.close());
      const context = await here.stage.browser.newContext({ proxy: chromiumThroughProxy(open).proxy });
      here.closers.push(() => context.close());
      const answer = await (await context.newPage()).goto(`http://127.0.0.1:${port}/`);
      expect([answer?.status(), answer?.headers()["x-plumbline-error"]]).to.deep.equal([502, "refused"]);
    });
  });
});
