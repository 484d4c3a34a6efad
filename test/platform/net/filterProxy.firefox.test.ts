// The proxy with a real Firefox, which by default connects to loopback without any proxy.
import { expect } from "chai";
import { type Browser, firefox } from "playwright";
import { firefoxThroughProxy } from "../../../platform/net/browserOptions.ts";
import { type FilterProxy, startFilterProxy } from "../../../platform/net/filterProxy.ts";
import { allow, findProgram, helloSocket, names, refusalLog } from "./helpers.ts";
import { page, type Site, startSite } from "./site.ts";

describe("the proxy with Firefox", function () {
  // A cold start takes several seconds.
  this.timeout(120_000);
  const executablePath = findProgram("firefox-esr", "firefox");
  const refusals = refusalLog();
  let site: Site;
  let forbidden: Site;
  let proxy: FilterProxy;
  let browser: Browser;

  before(async function () {
    if (executablePath === undefined) return this.skip();
    site = await startSite({ "/": page("<title>shop</title><body>shop") });
    forbidden = await startSite();
    proxy = await startFilterProxy({
      allowList: allow(`127.0.0.1:${site.port}`),
      resolve: names({ "shop.test": ["127.0.0.1"], "*.pivot.test": ["127.0.0.1"] }).resolve,
      onRefused: refusals.add,
    });
    browser = await firefox.launch({ channel: "moz-firefox", executablePath, ...firefoxThroughProxy(proxy) });
  });

  after(async () => {
    await browser?.close();
    await proxy?.close();
    await site?.close();
    await forbidden?.close();
  });

  it("reaches the allowed site alone, whatever a page starts and however loopback is written", async () => {
    const tab = await browser.newPage();
    for (const host of [
      "127.0.0.1",
      "localhost",
      "a.localhost",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "2130706433",
      "0x7f.1",
    ]) {
      const answer = await tab.goto(`http://${host}:${forbidden.port}/`);
      expect([answer?.status(), answer?.headers()["x-plumbline-refused"]], host).to.deep.equal([403, "loopback"]);
    }
    expect((await tab.goto(`http://shop.test:${site.port}/`))?.status()).to.equal(200);
    const url = (name: string): string => `://${name}.pivot.test:${forbidden.port}/`;
    await tab.evaluate(`void fetch("http${url("fetch")}").catch(() => {});
      navigator.sendBeacon("http${url("beacon")}", "x");
      new Image().src = "http${url("img")}";
      new EventSource("http${url("events")}");
      new WebSocket("ws${url("socket")}");
      document.body.appendChild(Object.assign(document.createElement("iframe"), { src: "http${url("iframe")}" }));
      void 0`);
    for (const name of ["fetch", "beacon", "img", "events", "socket", "iframe"]) {
      expect((await refusals.of(`${name}.pivot.test`)).reason, name).to.equal("loopback");
    }
    const said = await tab.evaluate(helloSocket(`ws://shop.test:${site.port}/chat`));
    expect(said).to.equal("hello");
    expect(forbidden.connections()).to.equal(0);
  });
});
