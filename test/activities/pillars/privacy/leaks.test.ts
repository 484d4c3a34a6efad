// Data that pages send late, over sockets and streams, and to unknown hosts; and legitimate pages that do similar things.
import { expect } from "chai";
import { together } from "../../../support/together.ts";
import { auditPage, fixturePages, LONG_STAY_MS, SLOW_MS } from "./harness.ts";

describe("leaks that a short look misses", function () {
  this.timeout(SLOW_MS);
  const pages = fixturePages();
  const it = together(4);
  const audit = (name: string, body: string, stayMs?: number) => {
    const page = pages.site.page({ name, body: `<script>const kept = () => null;</script>${body}` }, "honours");
    return auditPage(pages.pool, page, {}, undefined, stayMs);
  };
  /** The same server under another name is another site. */
  const elsewhere = () => `localhost:${new URL(pages.site.origin).port}`;

  it("beacons at a scroll, some seconds later and at leaving", async () => {
    const { data, findings } = await audit(
      "late",
      `<div style="height:5000px"></div><script>
        const send = (name) => navigator.sendBeacon("/" + name + "/matomo.php?idsite=1");
        // From the scroll on, which a busy machine may make later than any time after loading.
        addEventListener("scroll", () => { send("scrolled"); setTimeout(() => send("waited"), 5000); }, { once: true });
        addEventListener("pagehide", () => send("left"));
      </script>`,
      LONG_STAY_MS,
    );
    expect(
      data.before.beacons.map(({ endpoint, moment }) => [new URL(endpoint).pathname.split("/")[1], moment]),
    ).to.deep.equal([
      ["scrolled", "scroll"],
      ["waited", "later"],
      ["left", "leave"],
    ]);
    const failed = findings.filter(({ outcome }) => outcome === "failed").map(({ message }) => message);
    expect(failed.join(" ")).to.match(/scrolled.*some seconds after.*was left/);
  });

  it("what is sent by each handler of leaving, as the browser calls it", async () => {
    const { data } = await audit(
      "leaving",
      `<script>
        const send = (event, name) => {
          if (!event.isTrusted || (name === "visibilitychange" && document.visibilityState !== "hidden")) return;
          navigator.sendBeacon("/" + name + "/matomo.php?idsite=1");
          fetch("/" + name + "-fetch/matomo.php?idsite=1", { keepalive: true, method: "POST", body: "a=1" });
        };
        for (const name of ["beforeunload", "pagehide", "unload"]) addEventListener(name, (event) => send(event, name));
        document.addEventListener("visibilitychange", (event) => send(event, "visibilitychange"));
      </script>`,
    );
    const handlers = ["beforeunload", "pagehide", "visibilitychange", "unload"];
    expect(
      data.before.beacons.map(({ endpoint, moment, count }) => [
        new URL(endpoint).pathname.split("/")[1],
        moment,
        count,
      ]),
    ).to.have.deep.members(
      handlers.flatMap((name) => [
        [name, "leave", 1],
        [`${name}-fetch`, "leave", 1],
      ]),
    );
  });

  it("sockets, streams and posts to a host that nobody knows", async () => {
    const { data } = await audit(
      "unknown-host",
      `<script>
        const content = { visitorId: "ab12cd34ef56", pageUrl: location.href, screenWidth: 1280, eventName: "view" };
        const socket = new WebSocket("ws://${elsewhere()}/socket");
        socket.onerror = () => 0;
        new EventSource("http://${elsewhere()}/stream?cid=1804289383&dl=" + encodeURIComponent(location.href) + "&sr=1x1&ul=en");
        navigator.sendBeacon("http://${elsewhere()}/post", JSON.stringify(content));
      </script>`,
    );
    expect(data.before.parties.flatMap(({ types }) => types)).to.include.members(["websocket", "eventsource", "ping"]);
    expect(data.before.beacons.map(({ endpoint, signs }) => [new URL(endpoint).pathname, signs])).to.have.deep.members([
      ["/stream", ["visitor", "page", "screen", "language"]],
      ["/post", ["visitor", "page", "screen", "event"]],
    ]);
    expect(JSON.stringify(data)).not.to.match(/ab12cd34ef56|1804289383/);
  });

  it("reports through the site's own paths, by what they hold; its own messages there are none", async () => {
    const { data } = await audit(
      "proxied",
      `<script>
        const event = JSON.stringify({ event: "$pageview", properties: { token: "phc_1a2b", distinct_id: "7" } });
        const post = (path, body) => fetch(path, { method: "POST", body });
        post("/ingest/e/?ip=1", event);
        post("/t/x7?s=612345&idclient=9f", JSON.stringify({ events: [{ name: "page.display", data: { page: "Home" } }] }));
        post("/own/e/", JSON.stringify({ event: "saved" }));
        addEventListener("pagehide", () => navigator.sendBeacon("/ingest/i/v0/e/", event));
      </script>`,
    );
    expect(
      data.before.beacons.map(({ provider, endpoint, moment }) => [provider, new URL(endpoint).pathname, moment]),
    ).to.have.deep.members([
      ["PostHog", "/ingest/e/", "load"],
      ["Piano Analytics", "/t/x7", "load"],
      ["PostHog", "/ingest/i/v0/e/", "leave"],
    ]);
    expect(JSON.stringify(data)).not.to.include("phc_1a2b");
  });

  it("requests and sockets of another site's frame, and requests of a worker", async () => {
    const answer = (path: string, type: string, text: string) =>
      pages.site.on(path, (_request, response) => response.writeHead(200, { "content-type": type }).end(text));
    const send = (who: string) =>
      `fetch("/${who}/matomo.php?idsite=1"); new WebSocket("ws://" + location.host + "/${who}");`;
    answer("/worker.js", "text/javascript", send("worker"));
    answer("/inside", "text/html", `<script>${send("frame")}</script>`);
    const { data } = await audit(
      "elsewhere",
      `<iframe src="http://${elsewhere()}/inside"></iframe><script>new Worker("/worker.js");</script>`,
    );
    const paths = data.before.beacons.map(({ endpoint }) => new URL(endpoint).pathname);
    expect(paths).to.have.members(["/worker/matomo.php", "/frame/matomo.php"]);
    expect(data.before.parties.flatMap(({ types }) => types)).to.have.members(["document", "fetch", "websocket"]);
  });

  it("a shop with a session and a chat of its own gives no alarm", async () => {
    const { findings, data } = await audit(
      "sound",
      `<script>
        document.cookie = "shop_session=" + "a1".repeat(12) + "; path=/";
        document.cookie = "shop_cart=3; path=/; max-age=86400";
        const chat = new WebSocket("ws://" + location.host + "/chat");
        chat.onopen = () => chat.send(JSON.stringify({ type: "hello", session_id: "a1b2c3d4e5", page: location.href, lang: "en" }));
        new EventSource("/stock?session_id=a1b2c3d4e5&page=" + encodeURIComponent(location.href));
        addEventListener("pagehide", () => navigator.sendBeacon("/drafts", "text=kept"));
      </script>`,
    );
    expect(findings.map(({ rule, outcome, message }) => ({ rule, outcome, message }))).to.deep.equal([]);
    expect(data.before.beacons).to.deep.equal([]);
  });
});
