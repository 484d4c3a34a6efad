import { expect } from "chai";
import { together } from "../../../support/together.ts";
import { pixelsOf, SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { audit, gather, type Stored, toolsFor } from "./harness.ts";
import { doc } from "./pages.ts";

describe("the accessibility audit of difficult pages", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const tools = () => toolsFor(pools.pool);
  const it = together(3);

  it("reflow fails a page that scrolls sideways in 320 px, and names what is too wide", async () => {
    const url = sites.site.on("/wide", doc('<div id="wide" style="width:600px">A fixed width</div>'));
    const { of, data } = await audit(tools(), url);
    expect(of("reflow").map(({ outcome }) => outcome)).to.deep.equal(["failed"]);
    expect(of("reflow")[0]?.message).to.match(/^In 320 px the page is 60\d px wide, so every line must be scrolled/);
    expect(data.reflow.state === "measured" && data.reflow.wide[0]?.target).to.equal("#wide");
  });

  const LONG =
    "A page that is enlarged must show all of its words, however narrow the view becomes, and let nobody scroll sideways for them.";
  const reflowing: [what: string, body: string, outcome: string][] = [
    ["a page that wraps", "<p>Text that wraps wherever it must, however long it may be.</p>", "passed"],
    [
      "a wide part in a scrolling box",
      '<div style="overflow-x:auto" tabindex="0"><div style="width:900px">w</div></div>',
      "passed",
    ],
    [
      "running text in a scrolling box",
      `<div style="overflow-x:auto" tabindex="0"><p style="width:600px">${LONG}</p></div>`,
      "failed",
    ],
    [
      "a row of chips that scrolls",
      `<div style="overflow-x:auto;white-space:nowrap" tabindex="0">${"<span>One of many chips</span> ".repeat(12)}</div>`,
      "passed",
    ],
    ["a wide table", `<table><tr>${'<td style="min-width:200px">cell</td>'.repeat(4)}</tr></table>`, "review"],
    [
      "a page from right to left",
      `<div dir="rtl" id="rtl"><p style="width:600px">${LONG}</p></div><script>document.documentElement.dir="rtl"</script>`,
      "failed",
    ],
    [
      "a page from right to left that wraps",
      `<p>${LONG}</p><script>document.documentElement.dir="rtl"</script>`,
      "passed",
    ],
    [
      "an empty box that sticks out",
      '<div style="position:absolute;left:0;top:0;width:900px;height:4px"></div>',
      "review",
    ],
    [
      "a box that cannot be seen and sticks out",
      `<p style="position:absolute;left:300px;width:400px;visibility:hidden">${LONG}</p>`,
      "review",
    ],
    [
      "a line that its box cuts off",
      `<p style="overflow:hidden;white-space:nowrap;max-width:90vw">${LONG.slice(0, 70)}</p>`,
      "failed",
    ],
    [
      "a line with an ellipsis",
      `<p style="overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${LONG}</p>`,
      "passed",
    ],
    [
      "slides beside the view",
      `<div style="overflow:hidden"><div style="display:flex;transform:translateX(-20px)">${'<p style="flex:0 0 300px">A slide with some text</p>'.repeat(3)}</div></div>`,
      "passed",
    ],
  ];
  for (const [what, body, outcome] of reflowing)
    it(`reflow of ${what}: ${outcome}`, async () => {
      const path = `/reflow-${what.replaceAll(" ", "-")}`;
      expect((await audit(tools(), sites.site.on(path, doc(body)))).outcome("reflow")).to.equal(outcome);
    });

  const box = (style: string): string => `<div style="${style}">${LONG}</div>`;
  /** Ways to hide a link until it has focus; the padding makes each box larger than it looks. */
  const skipLinks = [
    "width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0);white-space:nowrap",
    "width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap",
    "width:1px;height:1px;overflow:hidden;clip:rect(1px,1px,1px,1px)",
    "width:60px;height:20px;overflow:hidden;clip-path:polygon(0 0,0 0,0 0)",
    "width:60px;height:20px;overflow:hidden;clip-path:circle(0)",
    "width:1px;height:1px;overflow:hidden;white-space:nowrap",
    "width:60px;height:20px;overflow:hidden;white-space:nowrap;left:-9999px",
    "width:60px;height:20px;overflow:hidden;white-space:nowrap;top:-80px",
    "width:60px;height:20px;overflow:hidden;white-space:nowrap;top:0;transform:translateY(-100%)",
    "width:60px;height:20px;overflow:hidden;white-space:nowrap;left:0;transform:scale(0)",
  ].map(
    (style) =>
      `<a href="#main" style="position:absolute;padding:8px 16px;${style}">Skip to the content of the page</a>`,
  );
  const zoomed: [what: string, body: string, outcome: string][] = [
    ["a box of one line's height", box("overflow:hidden;height:1.5em"), "failed"],
    ["a box that grows", box("overflow:hidden;min-height:1.5em"), "passed"],
    ["a box that scrolls", box("overflow:auto;height:1.5em"), "passed"],
    ["a line that is left out cleanly", box("overflow:hidden;height:16px;line-height:16px"), "passed"],
    ["a clamp", box("overflow:hidden;display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical"), "passed"],
    [
      "a part that a button opens",
      `${box("overflow:hidden;height:1.5em")}<button aria-expanded="false">More</button>`,
      "passed",
    ],
    ["text for screen readers alone", box("position:absolute;width:1px;height:1px;overflow:hidden"), "passed"],
    ["links that are hidden from sight until they have the focus", skipLinks.join(""), "passed"],
    ["a box that cuts text at every width", box("overflow:hidden;white-space:nowrap;width:50px"), "review"],
  ];
  for (const [what, body, outcome] of zoomed)
    it(`text-zoom of ${what}: ${outcome}`, async () => {
      const path = `/zoom-${what.replaceAll(/[^a-z]/g, "-")}`;
      expect((await audit(tools(), sites.site.on(path, doc(body)))).outcome("text-zoom")).to.equal(outcome);
    });

  it("keeps a page of 5,000 broken elements within bounds, and counts them all", async () => {
    const url = sites.site.on("/5000", doc('<p style="color:#bbb;margin:0">Pale</p>'.repeat(5_000)));
    const { of, data, metrics } = await audit(tools(), url);
    expect(of("color-contrast")).to.have.length(51);
    expect(of("color-contrast").at(-1)?.message).to.contain("4,950 more elements break this rule.");
    expect(metrics?.serious).to.equal(5_000);
    expect(Object.keys(data.shots)).to.have.length(10);
    expect(JSON.stringify(data).length).to.be.below(500_000);
  });

  it("a consent banner is out of the pictures of what lies behind it, in those of its own elements, and told", async () => {
    const stored: Stored = new Map();
    const url = sites.site.on(
      "/covered",
      doc(`<img id="pale" src="data:," style="display:block;width:900px;height:300px;background:#fff"><div id="ask" style="position:fixed;top:0;left:0;width:100%;height:300px;background:#00f">
        <p id="own" style="color:#00c;margin:0;height:90px">We use cookies.</p><button>Accept all</button> <button>Reject all</button></div>`),
    );
    const { data, details } = await audit(toolsFor(pools.pool, { stored }), url);
    expect(data.banner).to.deep.include({
      part: "#ask",
      removal: { setting: "dismissSelectors", selector: "#ask > button:nth-of-type(2)" },
    });
    const colourOf = async (key: string): Promise<string> => {
      const { bytes } = stored.get(data.shots[key] ?? "") ?? { bytes: new Uint8Array() };
      const pixels = await pixelsOf(bytes);
      return pixels.at(700, 60);
    };
    expect(await colourOf("image-alt #pale")).to.equal("255,255,255");
    expect(await colourOf("color-contrast #own")).to.equal("0,0,255");
    expect(details).to.have.nested.property("remarks[0].code", "consent_banner");
  });

  it("dialogs in a row do not hold it", async () => {
    const url = sites.site.on(
      "/alerts",
      doc("<p>Text</p><script>for(let i=0;i<20;i++)alert(i);setInterval(()=>alert('again'),50)</script>"),
    );
    const { outcome } = await audit(tools(), url);
    expect(outcome("color-contrast")).to.equal("passed");
  });

  it("dialogs without an end make a page that cannot be measured", async () => {
    const url = sites.site.on("/endless", doc("<p>Text</p><script>onload=()=>{for(;;)alert('again')}</script>"));
    const limits = { loadMs: 3_000, answerMs: 2_000 };
    const gathered = await gather(toolsFor(pools.pool, { limits }), url);
    expect(gathered).to.deep.include({ state: "not_measured", code: "timeout" });
    expect(gathered.state === "not_measured" && gathered.reason).to.match(/\.$/);
  });

  it("a page whose policy lets no script world work is not measured", async () => {
    const url = sites.site.on("/sandbox", (_request, response) => {
      const headers = { "content-type": "text/html", "content-security-policy": "sandbox" };
      response.writeHead(200, headers).end(doc("<p>Text</p>"));
    });
    const gathered = await gather(toolsFor(pools.pool, { limits: { answerMs: 2_000 } }), url);
    expect(gathered).to.deep.include({ state: "not_measured", code: "timeout" });
    expect(gathered.state === "not_measured" && gathered.reason).to.contain("its policy forbids every script");
  });

  it("a page that goes elsewhere while it is audited is audited where it ends", async () => {
    const wide = "<style>@media (min-width: 1000px) { #wide { color: #aaa } }</style>";
    sites.site.on("/end", doc(`${wide}<p id="pale" style="color:#aaa">Pale</p><p id="wide">Pale where it is wide</p>`));
    // The page navigates away as soon as it is made as narrow as a phone.
    const url = sites.site.on("/start", doc("<p>Text</p><script>onresize=()=>location.replace('/end')</script>"));
    const { of, data } = await audit(tools(), url);
    expect(of("color-contrast").map(({ target }) => target)).to.deep.equal(["#pale", "#wide"]);
    expect(data.notes.join(" ")).to.contain("went to another address");
  });

  it("a page that never stays is not measured, with the reason", async () => {
    const url = sites.site.on("/restless", doc("<p>Text</p><script>onresize=()=>location.reload()</script>"));
    const gathered = await gather(tools(), url);
    expect(gathered).to.deep.equal({
      state: "not_measured",
      code: "page_error",
      reason: "The page kept navigating while it was audited.",
    });
  });

  it("a page that answers with an error is not measured", async () => {
    const gathered = await gather(tools(), sites.site.url("/missing"));
    expect(gathered.state).to.equal("not_measured");
  });

  it("a frame that never answers is left out and told of", async () => {
    sites.site.on("/stuck", doc("<p>Text</p>"));
    const frames = `<iframe title="blocked" src="data:text/html,<p style='color:%23aaa'>x"></iframe><iframe title="late" src="/never"></iframe><p id="pale" style="color:#aaa">Pale</p>`;
    sites.site.on("/never", () => undefined);
    const limits = { loadMs: 3_000 };
    const { of, data } = await audit(toolsFor(pools.pool, { limits }), sites.site.on("/with-frames", doc(frames)));
    expect(of("color-contrast").map(({ target }) => target)).to.include("#pale");
    expect(data.notes[0]).to.contain("had not finished loading");
  });

  it("a cancelled audit throws its reason", async () => {
    const stop = new AbortController();
    const reason = new Error("cancelled");
    const url = sites.site.on("/cancel", (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).write("<p>Text");
      stop.abort(reason);
    });
    let thrown: unknown;
    await gather(toolsFor(pools.pool, {}, stop.signal), url).catch((error: unknown) => {
      thrown = error;
    });
    expect(thrown).to.equal(reason);
  });
});
