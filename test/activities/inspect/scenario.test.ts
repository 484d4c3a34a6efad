import { expect } from "chai";
import { captureShot } from "../../../activities/capture/engine/captureShot.ts";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import type { CaptureDeps } from "../../../activities/deps.ts";
import { captureTwice, differingParts } from "../../../activities/inspect/captureScenario.ts";
import { suggestScenario } from "../../../domain/inspect/suggestScenario.ts";
import type { Change } from "../../../domain/visual/reading/change.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";
import { change } from "../../domain/visual/reading/change.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { SLOW_MS, usePool, useSite } from "../capture/engine/harness.ts";
import { lookerOf, seen } from "./support.ts";

const VIEWPORT = '<meta name="viewport" content="width=device-width">';
const doc = (body: string, head = VIEWPORT) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop | Acme</title>${head}<style>body{font:16px sans-serif}p{height:40px}</style></head><body>${body}</body></html>`;

describe("the parts that differ between two captures", () => {
  const kinds = (over: Partial<Change>) => differingParts([change({ selector: "#p", ...over })], null);
  for (const [what, over, kind] of [
    ["a part that comes and goes", { kind: "added" }, "added"],
    ["one that moves the content below it", { kind: "added", pushed: 24 }, "layout_shift"],
    ["a style that does", { kind: "style", pushed: -8 }, "layout_shift"],
    ["a row is rounding", { kind: "style", pushed: 1 }, "style"],
    ["a part in place of another", { kind: "replaced" }, "replaced"],
  ] as const)
    it(what, () => expect(kinds(over).map((part) => part.kind)).to.deep.equal([kind]));

  it("a place without an element is none", () => expect(kinds({ selector: "" })).to.deep.equal([]));
});

describe("looking at a page for a scenario", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  let pictures: ComparePool;
  before(() => {
    pictures = createComparePool({ threads: 1 });
  });
  after(() => pictures.close());
  const look = lookerOf(() => ({ ...pools, pictures }));
  const suggest = async (url: string) => {
    const { data } = seen(await look(url, "scenario", {}));
    return { data, ...suggestScenario(data, { address: "/p", host: new URL(url).host, labels: [] }) };
  };

  it("a page that stands still needs nothing", async () => {
    const url = sites.site.on("/still", doc("<h1>Calm</h1><p>Words.</p>"));
    const { data, scenario, rules } = await suggest(url);
    expect(data).to.deep.include({ mutations: [], differing: [], mismatchPercent: 0, notCompared: null, banner: null });
    expect(rules).to.deep.equal([]);
    expect(scenario).to.deep.equal({
      label: "Calm",
      url: "/p",
      viewports: ["phone", "tablet", "desktop"],
      delay: 0,
      readySelector: null,
      dismissSelectors: [],
      hideSelectors: [],
    });
  });

  it("finds what differs from visit to visit and what changes while one watches", async () => {
    let visits = 0;
    sites.site.on("/moving", (_request, response) => {
      visits += 1;
      response.writeHead(200, { "content-type": "text/html" }).end(
        doc(`<h1>Offers</h1><p id="visit">Visitor number ${visits * 7919}</p><p id="clock">0</p><p>Plain.</p>
          <script>let n=0;setInterval(()=>{document.getElementById("clock").textContent="Second "+n++},200)</script>`),
      );
    });
    const { data, rules } = await suggest(sites.site.url("/moving"));
    expect(visits).to.equal(3);
    expect(data.mismatchPercent).to.be.above(0);
    expect(rules.map(({ selector }) => selector)).to.include.members(["#visit", "#clock"]);
    const visit = rules.find(({ selector }) => selector === "#visit");
    expect(visit?.mode).to.equal("dynamic");
    // In the words of a run.
    expect(visit?.reason).to.match(
      /^Two visits differed here: Text .*changed from "Visitor number \d+" to "Visitor number \d+"\.$/,
    );
  });

  it("a consent banner is dismissed by its rejecting button, and the captures are without it", async () => {
    const url = sites.site.on(
      "/banner",
      doc(`<h1>Shop</h1><div id="consent" style="position:fixed;bottom:0;height:200px">We use cookies.
        <button id="yes">Accept all</button><button id="no" onclick="consent.remove()">Reject all</button></div>`),
    );
    const { data, scenario } = await suggest(url);
    expect(data.banner).to.deep.equal({ button: "#no", kind: "reject", label: "Reject all", container: "#consent" });
    expect(scenario.dismissSelectors).to.deep.equal(["#no"]);
    expect(data.mismatchPercent).to.equal(0);
  });

  itInFullLane(
    "a banner in a shadow tree is closed where a selector means its button alone, and hidden by its host elsewhere",
    async () => {
      const inTree = (name: string, button: string) =>
        sites.site.on(
          `/shadow-${name}`,
          doc(`<h1>Shop</h1><button>Buy</button><consent-box id="host"></consent-box><script>
        host.attachShadow({mode:"open"}).innerHTML='<div style="position:fixed;bottom:0;height:90px">Cookies? ${button}</div>';
        host.shadowRoot.querySelector("button").onclick=()=>host.remove()</script>`),
        );
      const named = await suggest(inTree("named", '<button id="refuse">Reject all</button>'));
      expect(named.scenario).to.deep.include({ dismissSelectors: ["#refuse"], hideSelectors: [] });
      expect(named.data.remarks).to.deep.equal([]);
      const nameless = await suggest(inTree("nameless", "<button>Reject all</button>"));
      expect(nameless.scenario).to.deep.include({ dismissSelectors: [], hideSelectors: ["#host"] });
    },
  );

  itInFullLane("autoconsent's rule names the button where its words are not known", async () => {
    const url = sites.site.on(
      "/by-rule",
      doc(`<h1>Shop</h1><div id="ask" class="cassie-pre-banner" style="position:fixed;bottom:0;height:90px"><p id="cassie_pre_banner_text">Sütik (cookie).</p>
        <button class="cassie-accept-all">Elfogadom</button><button class="cassie-reject-all" onclick="ask.remove()">Elutasítom</button></div>`),
    );
    const { scenario, data } = await suggest(url);
    expect(data.banner).to.include({ button: ".cassie-reject-all", kind: "reject", label: "Elutasítom" });
    expect(scenario.dismissSelectors).to.deep.equal([".cassie-reject-all"]);
    expect(data.remarks).to.deep.equal([]);
  });

  it("content drawn by script is waited for, and content that comes late", async () => {
    const url = sites.site.on(
      "/app",
      doc(
        // Several, so that one comes while a busy machine looks; each in its own paragraph, because what changes repeatedly is not late content.
        `<main id="app"></main><script>app.innerHTML='<h1 id="title">Drawn '+'later</h1>'+'<p></p>'.repeat(9);
        document.querySelectorAll('p').forEach((p,i)=>setTimeout(()=>{p.textContent='Late words'},2000*(i+1)))</script>`,
        "",
      ),
    );
    const { scenario, reasons } = await suggest(url);
    expect(scenario).to.deep.include({ label: "Drawn later", readySelector: "#title", viewports: ["desktop"] });
    expect(scenario.delay).to.be.above(0);
    expect(reasons.map(({ field }) => field)).to.include.members(["delay", "readySelector", "viewports", "label"]);
  });

  itInFullLane("a page that breaks between the visits is told, with what was seen of it", async () => {
    let visits = 0;
    sites.site.on("/breaks", (_request, response) => {
      visits += 1;
      if (visits > 1) return void response.writeHead(500).end("broken");
      response.writeHead(200, { "content-type": "text/html" }).end(doc("<h1>Once</h1>"));
    });
    const { data, scenario } = await suggest(sites.site.url("/breaks"));
    expect(data).to.include({ differing: null, mismatchPercent: null });
    expect(data.notCompared).to.match(/500/);
    expect(scenario.label).to.equal("Once");
  });

  it("when its time is over what was read stays, without the comparison; a cancel still ends it", async () => {
    let deadline = new AbortController();
    const cancel = new AbortController();
    let visits = 0;
    sites.site.on("/stuck", (_request, response) => {
      visits += 1;
      if (visits === 2) return deadline.abort();
      if (visits === 3) return cancel.abort(new Error("enough"));
      response.writeHead(200, { "content-type": "text/html" }).end(doc("<h1>Once</h1>"));
    });
    const capture: CaptureDeps["capture"] = (spec, _entry, known, abort) => captureShot(pools, spec, known, abort);
    const request = {
      projectId: "prj",
      environmentId: null,
      url: sites.site.url("/stuck"),
      viewport: DEFAULT_VIEWPORTS.desktop,
      what: "scenario" as const,
      wish: {},
    };
    const twice = () =>
      captureTwice({ capture, pictures } as CaptureDeps, request, undefined, [], {
        signal: cancel.signal,
        deadline: deadline.signal,
        note: () => undefined,
      });
    expect(await twice()).to.deep.equal({
      differing: null,
      mismatchPercent: null,
      remarks: [],
      notCompared: "Time ran out while capturing it the second time, because the page is slow.",
    });
    deadline = new AbortController();
    expect(await twice().catch((error: unknown) => error))
      .to.be.an("error")
      .with.property("message", "enough");
  });

  it("a look that is cancelled ends with the reason", async () => {
    const url = sites.site.on("/calm", doc("<h1>Calm</h1>"));
    const cancel = new AbortController();
    sites.site.on("/slow", () => cancel.abort(new Error("enough")));
    const looking = look(sites.site.url("/slow"), "scenario", {}, { signal: cancel.signal });
    expect(await looking.catch((error: unknown) => error))
      .to.be.an("error")
      .with.property("message", "enough");
    expect(seen(await look(url, "reach", {})).status).to.equal(200);
  });
});
