// Nothing that a page starts in one of our browsers bypasses the filtering proxy to reach this machine, whatever protocol it uses.
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { expect } from "chai";
import type { Browser, Page } from "playwright";
import { type LaunchedBrowser, launchBrowser } from "../../browsers/launch.ts";
import type { BrowserName } from "../../domain/visual/shot.ts";
import { type FilterProxy, startFilterProxy } from "../../platform/net/filterProxy.ts";
import { installed, SLOW_MS } from "../activities/capture/engine/harness.ts";
import { allow, helloSocket, refusalLog } from "../platform/net/helpers.ts";
import { page, type Route, type Site, startSite } from "../platform/net/site.ts";
import { byLane } from "../support/lanes.ts";

/** Timeout of one request; a browser's cold start has longer. */
const TEST_MS = 30_000;

const script =
  (source: string): Route =>
  (_incoming, answer) => {
    answer.writeHead(200, { "content-type": "text/javascript" }).end(source);
  };

/** A script that requests any address it is given, by message or in its own address. */
const ASKING = `
  const ask = (url) => url.startsWith("ws") ? void new WebSocket(url) : void fetch(url, { mode: "no-cors" }).catch(() => {});
  const told = new URLSearchParams(location.search).get("url");
  if (told) ask(told);`;

/** Everything a page can start, as a script that is given `url`. */
const REQUESTS: Record<string, string> = {
  fetch: "void fetch(url, { mode: 'no-cors' }).catch(() => {})",
  image: "new Image().src = url",
  frame: "add('iframe', { src: url })",
  script: "add('script', { src: url })",
  style: "add('link', { rel: 'stylesheet', href: url })",
  media: "add('video', { src: url, preload: 'auto' })",
  beacon: "navigator.sendBeacon(url, 'x')",
  eventSource: "new EventSource(url)",
  worker: "new Worker('/asking.js?url=' + encodeURIComponent(url))",
  sharedWorker: "new SharedWorker('/asking.js?url=' + encodeURIComponent(url))",
  serviceWorker: "void navigator.serviceWorker.register('/asking.js?url=' + encodeURIComponent(url))",
};
const SOCKETS: Record<string, string> = {
  socket: "new WebSocket(url)",
  workerSocket: "new Worker('/asking.js?url=' + encodeURIComponent(url))",
};
const ADD = "const add = (tag, set) => document.body.appendChild(Object.assign(document.createElement(tag), set));";

const PROTOCOLS = [
  { scheme: "http", vectors: REQUESTS },
  { scheme: "https", vectors: REQUESTS },
  { scheme: "ws", vectors: SOCKETS },
  { scheme: "wss", vectors: SOCKETS },
] as const;

for (const kind of byLane(installed(["chromium", "firefox"])))
  describe(`the way out of ${kind}`, function () {
    this.timeout(TEST_MS);
    const refusals = refusalLog();
    let site: Site;
    /** Allowed, and served over HTTPS. */
    let shop: Site;
    /** Two servers on every address of this machine; a connection to either has bypassed the filter. */
    let canaries: Record<"plain" | "secure", Site>;
    let packets: { socket: Socket; seen: number };
    let proxy: FilterProxy;
    let launched: LaunchedBrowser;
    let browser: Browser;
    let tab: Page;
    let used = 0;

    /** Returns an address of this machine that no other request of this file uses, so that refusals can be attributed. */
    const nextHost = (): string => {
      used += 1;
      return `127.77.${kind === "chromium" ? 1 : 2}.${used}`;
    };
    const portOf = (scheme: string): number => (/s$/.test(scheme) ? canaries.secure : canaries.plain).port;

    before(async function () {
      this.timeout(SLOW_MS);
      site = await startSite({ "/": page("<title>site</title><body>site"), "/asking.js": script(ASKING) });
      shop = await startSite({ "/": page("shop") }, { secure: true });
      canaries = {
        plain: await startSite({}, { host: "0.0.0.0" }),
        secure: await startSite({}, { host: "0.0.0.0", secure: true }),
      };
      const socket = createSocket("udp4");
      packets = { socket, seen: 0 };
      socket.on("message", () => {
        packets.seen += 1;
      });
      socket.bind(0, "127.0.0.1");
      await once(socket, "listening");
      proxy = await startFilterProxy({
        allowList: allow(`127.0.0.1:${site.port},127.0.0.1:${shop.port}`),
        onRefused: refusals.add,
      });
      launched = await launchBrowser(
        kind as BrowserName,
        { stillImages: false, reducedMotion: false, touch: false },
        { proxyUrl: proxy.url },
      );
      browser = launched.browser;
    });
    beforeEach(async () => {
      tab = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
      await tab.goto(site.url);
    });
    afterEach(async () => {
      await tab?.context().close();
      expect(
        [canaries.plain.connections(), canaries.secure.connections()],
        "connections past the filter",
      ).to.deep.equal([0, 0]);
      expect(packets.seen, "packets past the filter").to.equal(0);
    });
    after(async () => {
      await browser?.close();
      launched?.unwatch();
      await proxy?.close();
      packets?.socket.close();
      for (const one of [site, shop, canaries?.plain, canaries?.secure]) await one?.close();
    });

    for (const { scheme, vectors } of PROTOCOLS)
      for (const [name, source] of Object.entries(vectors))
        it(`${scheme}: ${name}`, async () => {
          const host = nextHost();
          const refused = refusals.of(host);
          const url = `${scheme}://${host}:${portOf(scheme)}/`;
          await tab.evaluate(`{ ${ADD} const url = ${JSON.stringify(url)}; ${source}; } void 0`);
          expect(await refused).to.include({ reason: "loopback", port: portOf(scheme) });
        });

    for (const scheme of ["http", "https"])
      for (const name of ["localhost", "a.localhost", "[::1]", "2130706433", "127.1"])
        it(`${scheme}: a navigation to ${name}`, async () => {
          const failed = await tab.goto(`${scheme}://${name}:${portOf(scheme)}/`).then(
            (answer) => answer?.headers()["x-plumbline-refused"],
            () => "no answer",
          );
          expect(failed).to.equal(scheme === "http" ? "loopback" : "no answer");
          const host = URL.parse(`http://${name}`)?.hostname ?? "";
          expect(proxy.failureFor(host, portOf(scheme))).to.include({ kind: "address_refused" });
        });

    it("no packet leaves for WebRTC or WebTransport, which no HTTP proxy carries", async () => {
      const port = packets.socket.address().port;
      const ended = await tab.evaluate(`(async () => {
        const ended = [];
        if (typeof RTCPeerConnection === "function") {
          const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }] });
          const complete = new Promise((done) => {
            peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done();
          });
          peer.createDataChannel("x");
          await peer.setLocalDescription(await peer.createOffer());
          await complete;
        }
        ended.push("peer");
        if (typeof WebTransport === "function")
          await new WebTransport("https://127.0.0.1:${port}/").ready.catch(() => {});
        ended.push("transport");
        return ended;
      })()`);
      expect(ended).to.deep.equal(["peer", "transport"]);
    });

    it("what is allowed is reached through the filter, and not at all once the filter is gone", async () => {
      const ask = (target: Site): Promise<string[]> =>
        Promise.all([
          tab.evaluate<number>(`fetch("${target.url}/", { mode: "no-cors" }).then(() => 1)`).then(
            () => "answered",
            () => "failed",
          ),
          tab.evaluate<string>(helloSocket(target.url.replace("http", "ws"))).catch(() => "failed"),
        ]);
      for (const target of [site, shop]) expect(await ask(target)).to.deep.equal(["answered", "hello"]);
      await proxy.close();
      const before = [site.connections(), shop.connections()];
      for (const target of [site, shop]) expect(await ask(target)).to.deep.equal(["failed", "failed"]);
      expect([site.connections(), shop.connections()]).to.deep.equal(before);
    });
  });
