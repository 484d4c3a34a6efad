import { expect } from "chai";
import type { Pass, Push } from "../../../../domain/pillars/tracking/observation.ts";
import { MARKERS } from "../../../../domain/pillars/tracking/redact.ts";
import { planEvent, planOfEvents, planPage, said } from "../../../domain/pillars/tracking/fixtures.ts";
import { itInFullLane } from "../../../support/lanes.ts";
import { type Answer, type Site, SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { auditTracking } from "./harness.ts";

const events = ({ pushes }: Pass): string[] => pushes.filter(({ kind }) => kind === "event").map(({ name }) => name);
const parametersOf = (pushes: readonly Push[], name: string) => pushes.find((one) => one.name === name)?.parameters;

describe("gathering what a page pushes and sends", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  /** What the site's collector received for this measurement id. */
  const received = (id = "G-1"): string[] =>
    sites.site.seen.filter(({ path }) => path.startsWith(`/g/collect?v=2&tid=${id}`)).map(({ path }) => path);

  const collector: Answer = (_request, response) => response.writeHead(204).end();
  const at = (site: Site, path: string, body: string): string => {
    site.on("/g/collect", collector);
    site.seen.length = 0;
    return site.on(path, body);
  };
  const first = async (path: string, body: string, options: Record<string, unknown> = {}) => {
    const url = at(sites.site, path, body);
    const { data, audit } = await auditTracking({ pool: pools.pool, baseUrl: sites.site.origin, options }, url);
    return { pass: data.passes[0] as Pass, audit };
  };

  it("hears every push once, however the page treats its data layer", async () => {
    const { pass } = await first(
      "/layers",
      `<script>
        var dataLayer = dataLayer || [];
        dataLayer.push({ event: "one" });
        function gtag() { dataLayer.push(arguments); }
        gtag("consent", "default", {}); gtag("event", "two", { value: 2 });
        // As a tag manager does: its own push, which calls the one that was there.
        const before = dataLayer.push;
        dataLayer.push = function () { const all = [].slice.call(arguments); return before.apply(dataLayer, all); };
        dataLayer.push({ event: "three" }, { event: "four" });
        dataLayer.push = function (item) { this[this.length] = item; };
        dataLayer.push({ event: "five" });
        window.dataLayer = [{ event: "six" }];
        dataLayer.push({ event: "seven" });
        dataLayer = dataLayer.concat([]);
        dataLayer.push({ event: "eight" });
        const same = { event: "nine" }; dataLayer.push(same); dataLayer.push(same);
        document.title = "length " + dataLayer.length;
      </script>`,
    );
    expect(events(pass)).to.deep.equal([
      "one",
      "two",
      "three",
      "four",
      "five",
      "six",
      "seven",
      "eight",
      "nine",
      "nine",
    ]);
    expect(parametersOf(pass.pushes, "two")).to.deep.equal({ value: 2 });
  });

  it("copies a push as it was, without getters, cycles and elements, with callbacks as such and deep lists", async () => {
    const { pass } = await first(
      "/hostile",
      `<p id="p">x</p><script>
        window.dataLayer = [];
        Array.prototype.toJSON = Object.prototype.toJSON = () => "hijacked";
        const cycle = { event: "cycle", kept: 1 }; cycle.self = cycle; cycle.list = [cycle];
        dataLayer.push(cycle); cycle.kept = 2;
        dataLayer.push({ event: "odd", element: p, page: window, call() {}, when: new Date(0), big: 10n, none: undefined, nothing: null, nan: NaN });
        let called = 0;
        dataLayer.push({ event: "getter", get endless() { called++; for (;;); }, get thrower() { throw new Error("no"); }, plain: "x" });
        dataLayer.push(new Proxy({ event: "proxy" }, { ownKeys() { throw new Error("no"); } }));
        let deep = {}; for (let i = 0; i < 5000; i++) deep = { deep };
        dataLayer.push({ event: "deep", deep, wide: Array(100000).fill("w"), long: "l".repeat(1e6) });
        delete Array.prototype.toJSON; delete Object.prototype.toJSON;
        dataLayer.push({ event: "basket", eventCallback: () => 1, ecommerce: { items: [{ options: [{ parts: [{ choice: { label: "oak" } }] }] }] } });
        dataLayer.push({ event: "list", items: Array.from({ length: 150 }, (_, price) => ({ price })) });
        dataLayer.push({ event: "last", called });
      </script>`,
    );
    expect(parametersOf(pass.pushes, "cycle")).to.deep.equal({ kept: 1, self: MARKERS.unread, list: [MARKERS.unread] });
    expect(parametersOf(pass.pushes, "odd")).to.include({
      element: MARKERS.unread,
      call: MARKERS.function,
      when: "1970-01-01T00:00:00.000Z",
      nothing: null,
      nan: "NaN",
    });
    expect(parametersOf(pass.pushes, "odd")).not.to.have.property("none");
    expect(parametersOf(pass.pushes, "getter")).to.deep.equal({
      endless: MARKERS.unread,
      thrower: MARKERS.unread,
      plain: "x",
    });
    expect(parametersOf(pass.pushes, "basket")).to.deep.equal({
      eventCallback: MARKERS.function,
      ecommerce: { items: [{ options: [{ parts: [{ choice: { label: "oak" } }] }] }] },
    });
    expect(parametersOf(pass.pushes, "list")?.items).to.have.length(150);
    expect(parametersOf(pass.pushes, "last")).to.deep.equal({ called: 0 });
    expect(JSON.stringify(pass.pushes).length).to.be.lessThan(200_000);
  });

  it("hears what is cleared, functions, calls and commands, and in which click", async () => {
    const { pass } = await first(
      "/forms",
      `<button id="consent-accept" onclick="this.remove(); dataLayer.push({ event: 'chosen' })">Accept all</button><script>
        window.dataLayer = [function () { document.title = "run"; }];
        dataLayer.push({ user: { type: "guest", plan: undefined }, gone: undefined });
        dataLayer.push(function () { document.title = "run"; });
        dataLayer.push(["items.push", { id: 1 }]);
        (function () { dataLayer.push(arguments); })("set", { currency: "USD" });
      </script>`,
    );
    expect(
      pass.pushes.map(({ form, cleared, parameters }) => ({ form, cleared, parameters })).slice(0, 5),
    ).to.deep.equal([
      { form: "function", cleared: undefined, parameters: {} },
      { form: undefined, cleared: [["user", "plan"], ["gone"]], parameters: { user: { type: "guest" } } },
      { form: "function", cleared: undefined, parameters: {} },
      { form: "method", cleared: undefined, parameters: { path: "items.push", args: [{ id: 1 }] } },
      { form: undefined, cleared: undefined, parameters: { currency: "USD" } },
    ]);
    expect(pass.pushes.at(-1)).to.include({ name: "chosen", during: "click" });
    expect(pass.container).to.equal(null);
  });

  it("reads what a container made of a function, and runs none itself", async () => {
    const url = at(
      sites.site,
      "/container",
      `<script>
        window.dataLayer = []; let runs = 0;
        const model = {}; const run = (it) => { if (typeof it === "function") it.call({ set: (key, value) => { model[key] = value; } }); };
        const before = dataLayer.push; dataLayer.push = (...all) => { const length = before.apply(dataLayer, all); all.forEach(run); return length; };
        window.google_tag_manager = { "GTM-TEST": { dataLayer: { get: (key) => model[key] } } };
        dataLayer.push(function () { runs += 1; this.set("plan", "free"); this.set("runs", runs); });
        dataLayer.push({ event: "signup" });
      </script>`,
    );
    const attributes = [
      { name: "plan", expected: "free" },
      { name: "runs", expected: "1" },
    ];
    const plan = {
      pages: [planPage({ path: new URL(url).pathname })],
      events: [planEvent("signup", { attributes, trigger: { on: "load", path: null } })],
    };
    const { data, audit } = await auditTracking({ pool: pools.pool, baseUrl: sites.site.origin, plan }, url);
    expect(data.passes[0]?.container).to.deep.equal({ plan: "free", runs: 1 });
    expect(said(audit).filter((one) => one.startsWith("failed"))).to.deep.equal([]);
  });

  it("tells where a push and a beacon came from", async () => {
    sites.site.on("/app.js", (_request, response) =>
      response
        .writeHead(200, { "content-type": "text/javascript" })
        .end(
          `function track() {\n dataLayer.push({ event: "view_item" });\n navigator.sendBeacon("/g/collect?v=2&tid=G-1&en=view_item");\n}\ntrack();`,
        ),
    );
    const { pass } = await first(
      "/stack",
      `<script>window.dataLayer = []</script><script src="/app.js?token=abcdefghij0123456789klmn"></script>`,
    );
    expect(pass.pushes[0]?.stack[0]).to.equal(`track (${sites.site.origin}/app.js?token=[id]:2)`);
    expect(pass.beacons[0]?.initiator[0]).to.match(/^track \(.*\/app\.js.*:3\)$/);
    expect(pass.beacons[0]?.seq).to.be.greaterThan(pass.pushes[0]?.seq ?? Number.POSITIVE_INFINITY);
  });

  it("reads several events of one POST, of texts and of blobs", async () => {
    const { pass } = await first(
      "/post",
      `<script>
        navigator.sendBeacon("/g/collect?v=2&tid=G-1", "en=a&epn.value=1\\r\\nen=b&epn.value=2");
        fetch("/g/collect?v=2&tid=G-1", { method: "POST", keepalive: true, body: new Blob(["en=c\\r\\nen=d"], { type: "text/plain" }) });
        navigator.sendBeacon("/g/collect?v=2&tid=G-1", new Blob(["en=e"], { type: "text/plain" }));
      </script>`,
    );
    expect(pass.beacons.map(({ name }) => name)).to.deep.equal(["a", "b", "c", "d", "e"]);
    expect(pass.beacons[1]?.parameters).to.deep.equal({ value: 2 });
    expect(received()).to.have.length(3);
  });

  it("brings out what is held back until the page is left", async () => {
    const { pass } = await first(
      "/held",
      `<script>
        window.dataLayer = []; const queue = ["en=view_item"];
        document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden" && queue.length) navigator.sendBeacon("/g/collect?v=2&tid=G-1", queue.splice(0).join("\\r\\n")); });
      </script>`,
    );
    expect(pass.beacons.map(({ name }) => name)).to.deep.equal(["view_item"]);
  });

  it("hears what is pushed and sent while a click leads to another page, once", async () => {
    const { site } = sites;
    site.on("/next", `<script>window.dataLayer = []; dataLayer.push({ event: "page_view" })</script>`);
    const url = at(
      site,
      "/leaving",
      `<a id="go" href="/next">Go on</a><script>
        window.dataLayer = [];
        addEventListener("pagehide", () => { dataLayer.push({ event: "leave", page: "leaving" }); navigator.sendBeacon("/g/collect?v=2&tid=G-2", "en=leave"); });
      </script>`,
    );
    const trigger = { on: "click" as const, path: null, selector: "#go" };
    const plan = {
      pages: [planPage({ path: "/leaving" })],
      events: [planEvent("leave", { trigger, attributes: [{ name: "page", expected: "leaving" }] })],
    };
    const { data, audit } = await auditTracking({ pool: pools.pool, baseUrl: site.origin, plan }, url);
    const [load, clicked] = data.passes;
    expect([load?.kind, clicked?.kind]).to.deep.equal(["load", "trigger"]);
    expect(clicked?.pushes.filter(({ step }) => step === 1).map(({ name, away }) => [name, away])).to.deep.equal([
      ["leave", false],
      ["page_view", true],
    ]);
    expect(clicked?.beacons.map(({ name, step }) => [name, step])).to.deep.equal([["leave", 1]]);
    expect(audit.details.events[0]).to.include({ status: "pass" });
    // Once in the visit for the load, when it ends, and once in the visit for the click. What the test before sent may come late.
    expect(received("G-2")).to.have.length(2);
  });

  itInFullLane("stays bounded when a page pushes 10,000 times, and says so", async () => {
    const { pass, audit } = await first(
      "/flood",
      `<script>window.dataLayer = []; for (let i = 0; i < 10000; i++) dataLayer.push({ event: "flood", i, text: "x".repeat(500) })</script>`,
    );
    expect(pass.pushes).to.have.length(1_000);
    expect(pass.cut.join(" ")).to.contain("more than 1,000");
    expect(audit.details.cut).to.deep.equal(pass.cut);
  });

  it("hears other data layers by their names, and none of a frame", async () => {
    sites.site.on("/framed", `<script>window.digitalData = []; digitalData.push({ event: "framed" })</script>`);
    const { pass } = await first(
      "/named",
      `<iframe src="/framed"></iframe><script>window.digitalData = []; digitalData.push({ event: "named" }); window.dataLayer = [{ event: "other" }]</script>`,
      { dataLayerNames: ["digitalData", "not a name"] },
    );
    expect(pass.pushes.map(({ name, layer }) => [name, layer])).to.deep.equal([["named", "digitalData"]]);
  });

  const BANNER = `<div id="banner"><button id="mine">Fine</button></div><script>
    const send = (name) => navigator.sendBeacon("/g/collect?v=2&tid=G-1&en=" + name);
    send("early"); mine.onclick = () => { banner.remove(); send("late"); };
  </script>`;
  it("gives consent by the banner's button and marks what was sent before", async () => {
    const { pass, audit } = await first("/banner", BANNER, { consent: { selector: "#mine" } });
    expect(pass.consent).to.deep.equal({ state: "clicked", selector: "#mine" });
    expect(pass.beacons.map(({ name, beforeConsent }) => [name, beforeConsent])).to.deep.equal([
      ["early", true],
      ["late", false],
    ]);
    expect(said(audit)).to.deep.equal(["failed sent-before-consent ga4"]);
  });
  itInFullLane("marks nothing where it finds no banner, and says so where the named button is not there", async () => {
    const { pass } = await first("/no-banner", BANNER);
    expect(pass.consent.state).to.equal("none");
    expect(pass.beacons.map(({ beforeConsent }) => beforeConsent)).to.deep.equal([false]);
    const other = await first("/other-banner", BANNER, { consent: { selector: "#other" } });
    expect(other.pass.consent.state).to.equal("failed");
    expect(said(other.audit)).to.deep.equal([]);
  });

  const asking = (yes: string, afterMs = 0) => `<script>
    const send = (name) => navigator.sendBeacon("/g/collect?v=2&tid=G-1&en=" + name);
    setTimeout(() => {
      document.body.insertAdjacentHTML("beforeend", '<div id="ask" style="position:fixed;bottom:0;left:0;right:0;height:150px">We use cookies. <button id="yes">${yes}</button></div>');
      yes.onclick = () => { ask.remove(); send("view_item"); };
    }, ${afterMs});
  </script>`;
  const wantsView = (path: string) => ({ plan: { pages: [planPage({ path })], events: [planEvent("view_item")] } });
  for (const [name, path, body] of [
    ["known by its words", "/by-words", asking("Alle akzeptieren")],
    ["that comes late", "/late", asking("Accept all", 4_000)],
  ] as const)
    it(`gives consent to a banner ${name}, and what it held back is proven`, async () => {
      const { pass, audit } = await first(path, body, wantsView(path));
      expect(pass.consent).to.deep.equal({ state: "clicked", selector: null });
      expect(pass.beacons.map(({ name: of, beforeConsent }) => [of, beforeConsent])).to.deep.equal([
        ["view_item", false],
      ]);
      expect(said(audit).filter((one) => one.startsWith("failed"))).to.deep.equal([]);
    });
  it("says that missing consent is the likely reason where the banner cannot be read", async () => {
    const { pass, audit } = await first("/unread", asking("Elfogadom"), wantsView("/unread"));
    expect(pass.consent).to.deep.equal({ state: "failed", selector: null, buttons: ["Elfogadom"] });
    const missing = audit.findings.find(({ rule }) => rule === "missing-event");
    expect(missing?.message).to.match(/"Elfogadom".*missing consent is the likely reason/);
    const named = await first("/unread", asking("Elfogadom"), {
      ...wantsView("/unread"),
      consent: { selector: "#yes" },
    });
    expect(named.audit.findings.map(({ rule }) => rule)).not.to.include("missing-event");
  });

  itInFullLane(
    "scrolls, fills in forms and clicks; a trigger that cannot be pulled is not a missing event",
    async () => {
      const url = at(
        sites.site,
        "/triggers",
        `<form id="f"><input name="email" type="email" required><select name="s" required><option value=""></option><option>one</option></select><input type="checkbox" name="ok" required><textarea name="t" required></textarea><button>Send</button></form>
      <form id="sign"><input name="user" required><input type="password" autocomplete="current-password" required><button>Sign in</button></form>
      <div style="height:4000px"></div><p id="end">End</p><script>
        window.dataLayer = []; const tell = (event, more) => { dataLayer.push({ event, ...more }); navigator.sendBeacon("/g/collect?v=2&tid=G-1&en=" + event); };
        f.onsubmit = (e) => { e.preventDefault(); tell("lead", { email: f.email.value, choice: f.s.value, agreed: f.ok.checked }); };
        sign.onsubmit = (e) => { e.preventDefault(); tell("login"); };
        let told = false; addEventListener("scroll", () => { if (scrollY > 2500 && !told) { told = true; tell("deep"); } });
      </script>`,
      );
      const plan = {
        pages: [planPage({ path: "/triggers" })],
        events: [
          planEvent("lead", {
            trigger: { on: "submit", path: null, selector: "#f", fields: [] },
            attributes: [
              { name: "email", expected: "forbidden" },
              { name: "choice", expected: "one" },
              { name: "agreed", expected: "true" },
            ],
          }),
          planEvent("deep", { trigger: { on: "scroll", path: null, selector: null, percent: 90 } }),
          planEvent("deep", {
            id: "to-the-end",
            trigger: { on: "scroll", path: null, selector: "#end", percent: null },
          }),
          planEvent("login", { trigger: { on: "submit", path: null, selector: "#sign", fields: [] } }),
          planEvent("login", {
            id: "with-password",
            trigger: {
              on: "submit",
              path: null,
              selector: "#sign",
              fields: [{ selector: "#sign [type=password]", value: "known" }],
            },
          }),
          planEvent("gone", { trigger: { on: "click", path: null, selector: "#gone" } }),
          planEvent("elsewhere", { trigger: { on: "load", path: "/not-there" } }),
        ],
      };
      const { audit, stored } = await auditTracking({ pool: pools.pool, baseUrl: sites.site.origin, plan }, url);
      expect(audit.details.events.map(({ planEventId, status }) => [planEventId, status])).to.deep.equal([
        ["event-lead", "fail"],
        ["event-deep", "pass"],
        ["to-the-end", "pass"],
        ["event-login", "not_exercised"],
        ["with-password", "pass"],
        ["event-gone", "not_exercised"],
        ["event-elsewhere", "not_exercised"],
      ]);
      expect(
        audit.findings.filter(({ outcome }) => outcome === "failed").map(({ rule, target }) => [rule, target]),
      ).to.deep.equal([["unexpected-attribute", "event-lead email"]]);
      expect(audit.details.events.map(({ reason }) => reason ?? "").join(" ")).to.match(
        /password.*No element was found.*404/s,
      );
      expect(JSON.stringify(audit)).not.to.contain("known").and.not.to.contain("test.visitor@example.com");
      // One for the load, one for each trigger.
      expect(stored).to.equal(7);
    },
  );

  it("does not measure a page that does not answer, and gives reasons", async () => {
    const run = { pool: pools.pool, baseUrl: sites.site.origin, plan: planOfEvents(planEvent("a")) };
    const failure = await auditTracking(run, "/missing-page").catch((error: Error) => error.message);
    expect(failure).to.contain("404");
  });
});
