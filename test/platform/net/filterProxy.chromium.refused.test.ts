// What a real Chromium cannot reach through the proxy, however an address is written and whatever a page starts.
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { expect } from "chai";
import { chromiumThroughProxy } from "../../../platform/net/browserOptions.ts";
import { startFilterProxy } from "../../../platform/net/filterProxy.ts";
import { allow } from "./helpers.ts";
import { redirectTo, startSite } from "./site.ts";
import { KNOWN, useStage } from "./stage.ts";

/** Ways to write an address of this machine or network; each is followed by the forbidden site's port. */
const FORMS: [string, string][] = [
  ["127.0.0.1", "loopback"],
  ["127.1", "loopback"],
  ["2130706433", "loopback"],
  ["0x7f000001", "loopback"],
  ["0x7f.1", "loopback"],
  ["017700000001", "loopback"],
  ["0177.0.0.01", "loopback"],
  ["127.0.0.1.", "loopback"],
  ["[::1]", "loopback"],
  ["[::ffff:127.0.0.1]", "loopback"],
  ["[::ffff:7f00:1]", "loopback"],
  ["[64:ff9b::7f00:1]", "loopback"],
  ["[::127.0.0.1]", "reserved"],
  ["[2002:7f00:1::]", "tunnel"],
  ["0.0.0.0", "unspecified"],
  ["0", "unspecified"],
  ["[::]", "unspecified"],
  ["localhost", "loopback"],
  ["LOCALHOST.", "loopback"],
  ["a.localhost", "loopback"],
  ["inside.test", "loopback"],
  ["169.254.169.254", "metadata"],
  ["[fe80::1]", "link_local"],
  ["[fd00:ec2::254]", "metadata"],
  ["10.0.0.1", "private"],
  ["192.168.0.1", "private"],
  ["100.64.0.1", "carrier_nat"],
];

/** Everything a script can start; each runs in the page with the URL of one host, `ws` ones with a ws: URL. */
const PIVOTS: Record<string, string> = {
  fetch: "fetch(url)",
  nocors: "fetch(url, { mode: 'no-cors' })",
  xhr: "const x = new XMLHttpRequest(); x.open('GET', url); x.send()",
  beacon: "navigator.sendBeacon(url, 'x')",
  eventsource: "new EventSource(url)",
  websocket: "new WebSocket(ws)",
  img: "new Image().src = url",
  iframe: "add('iframe', { src: url })",
  script: "add('script', { src: url })",
  module: "import(url).catch(() => {})",
  style: "add('link', { rel: 'stylesheet', href: url })",
  prefetch: "add('link', { rel: 'prefetch', href: url })",
  video: "add('video', { src: url, preload: 'auto' })",
  object: "add('object', { data: url })",
  form: "const f = add('iframe', { name: 'f' }); add('form', { action: url, method: 'post', target: 'f' }).submit()",
  worker: "new Worker(URL.createObjectURL(new Blob(['fetch(\"' + url + '\").catch(() => {})'])))",
  workersocket: "new Worker(URL.createObjectURL(new Blob(['new WebSocket(\"' + ws + '\")'])))",
};

const ADD = "const add = (tag, set) => document.body.appendChild(Object.assign(document.createElement(tag), set));";

describe("the proxy with Chromium: refused", () => {
  const here = useStage();

  describe("an address that is not public", () => {
    for (const [host, reason] of FORMS) {
      it(`${host} is refused as ${reason}`, async () => {
        const answer = await here.tab.goto(`http://${host}:${here.stage.forbidden.port}/`);
        expect(answer?.status()).to.equal(403);
        expect(answer?.headers()["x-plumbline-refused"]).to.equal(reason);
      });
    }

    it("is refused over https, where the browser cannot say why and the proxy can", async () => {
      const failure = await here.tab
        .goto(`https://inside.test:${here.stage.forbidden.port}/`)
        .catch((error: Error) => error.message);
      expect(failure).to.include("ERR_TUNNEL_CONNECTION_FAILED");
      expect(here.stage.proxy.failureFor("inside.test", here.stage.forbidden.port)).to.include({
        kind: "address_refused",
      });
    });

    it("is refused after a redirect", async () => {
      for (const [index, status] of [301, 302, 303, 307, 308].entries()) {
        const detour = await startSite(
          { "/": redirectTo(`http://hop${index}.pivot.test:${here.stage.forbidden.port}/`, status) },
          { host: "127.0.0.1" },
        );
        here.closers.push(() => detour.close());
        const open = await startFilterProxy({ allowList: allow(`127.0.0.1:${detour.port}`), resolve: KNOWN.resolve });
        here.closers.push(() => open.close());
        const context = await here.stage.browser.newContext({ proxy: chromiumThroughProxy(open).proxy });
        here.closers.push(() => context.close());
        const answer = await (await context.newPage()).goto(detour.url);
        expect(answer?.status()).to.equal(403);
        expect(answer?.url()).to.equal(`http://hop${index}.pivot.test:${here.stage.forbidden.port}/`);
      }
    });
  });

  describe("what a page starts", () => {
    for (const [name, script] of Object.entries(PIVOTS)) {
      it(`${name} to a refused address ends at the proxy`, async () => {
        const host = `${name}.pivot.test`;
        const refused = here.stage.refusals.of(host);
        await here.tab.goto(here.stage.site.url);
        const address = `${host}:${here.stage.forbidden.port}/`;
        await here.tab.evaluate(
          `{ ${ADD} const url = "http://${address}", ws = "ws://${address}"; ${script}; }; void 0`,
        );
        expect((await refused).reason).to.equal("loopback");
      });
    }

    it("a pop-up to a refused address ends at the proxy", async () => {
      const refused = here.stage.refusals.of("popup.pivot.test");
      await here.tab.goto(here.stage.site.url);
      await here.tab.evaluate(`void window.open("http://popup.pivot.test:${here.stage.forbidden.port}/")`);
      expect((await refused).reason).to.equal("loopback");
    });

    it("WebRTC sends nothing to a private host", async () => {
      const stun = createSocket("udp4");
      here.closers.push(async () => void stun.close());
      let packets = 0;
      stun.on("message", () => {
        packets += 1;
      });
      stun.bind(0, "127.0.0.1");
      await once(stun, "listening");
      await here.tab.goto(here.stage.site.url);
      // Gathering ends when every server has responded or timed out, so nothing can follow.
      const state = await here.tab.evaluate(`new Promise((done) => {
        const peer = new RTCPeerConnection({ iceServers: [
          { urls: "stun:127.0.0.1:${stun.address().port}" },
          { urls: "turn:127.0.0.1:${here.stage.forbidden.port}?transport=tcp", username: "u", credential: "c" },
        ] });
        peer.onicegatheringstatechange = () => peer.iceGatheringState === "complete" && done("complete");
        peer.createDataChannel("x");
        peer.createOffer().then((offer) => peer.setLocalDescription(offer));
      })`);
      expect(state).to.equal("complete");
      expect(packets).to.equal(0);
    });
  });

  it("a name that turns to a private address between two connections is refused the second time", async () => {
    // The same port on another loopback address represents the private host.
    const inner = await startSite({}, { host: "127.0.0.2", port: here.stage.site.port });
    here.closers.push(() => inner.close());
    let asked = 0;
    const resolve = async () => [{ address: asked++ === 0 ? "127.0.0.1" : "127.0.0.2", family: 4 }];
    const open = await startFilterProxy({ allowList: allow(`127.0.0.1:${here.stage.site.port}`), resolve });
    here.closers.push(() => open.close());
    const context = await here.stage.browser.newContext({ proxy: chromiumThroughProxy(open).proxy });
    here.closers.push(() => context.close());
    const victim = await context.newPage();
    expect((await victim.goto(`http://rebind.test:${here.stage.site.port}/`))?.status()).to.equal(200);
    // A request with a body and a WebSocket each use a new connection.
    const status = await victim.evaluate(`fetch("/upload", { method: "POST", body: "x" }).then((a) => a.status)`);
    expect(status).to.equal(403);
    const socket = await victim.evaluate(`new Promise((done) => {
      const socket = new WebSocket("ws://rebind.test:${here.stage.site.port}/");
      socket.onopen = () => done("open");
      socket.onerror = () => done("error");
    })`);
    expect(socket).to.equal("error");
    expect(asked).to.equal(3);
    expect(inner.connections()).to.equal(0);
  });
});
