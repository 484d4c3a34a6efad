// The content rules on real pages: one page per rule, whose element ids name the expected outcome.
import { expect } from "chai";
import { together } from "../../../support/together.ts";
import { SLOW_MS, usePool, useSite } from "../../capture/engine/harness.ts";
import { audit, type Stored, toolsFor } from "./harness.ts";
import { doc } from "./pages.ts";

const PIXEL = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
const picture = (id: string, attributes: string): string => `<img id="${id}" width="60" height="40" ${attributes}>`;
/** 8-bit samples: 128 is silence. */
const wav = (seconds: number, samples: string | number = 128): string => {
  const bytes = Buffer.alloc(44 + 8_000 * seconds, samples);
  bytes.write("RIFF", 0);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write("WAVEfmt ", 8);
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 8_000],
    [40, bytes.length - 44],
  ] as const)
    bytes.writeUInt32LE(value, at);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 1],
    [34, 8],
  ] as const)
    bytes.writeUInt16LE(value, at);
  bytes.write("data", 36);
  return `data:audio/wav;base64,${bytes.toString("base64")}`;
};
const rows = (...cells: string[]): string => cells.map((row) => `<tr>${row}</tr>`).join("");
const AGES = rows("<td>Jackie</td><td>5</td><td>April 5</td>", "<td>Beth</td><td>8</td><td>January 14</td>");

/** Ids start with the expected outcome; "good" means no finding. Letters only, because other characters are not part of a target. */
const PAGES: Record<string, string> = {
  "link-purpose": `
    <section><a id="review-alone" href="/a">Read more</a></section>
    <section><a id="review-more" href="/b">More</a></section>
    <section><a id="review-german" lang="de" href="/c">Weiterlesen »</a></section>
    <section><a id="review-japanese" lang="ja" href="/d">続きを読む</a></section>
    <section><a id="failed-dot" href="/e">.</a></section>
    <section><a id="failed-bar" href="/e">|</a></section>
    <article><h2>Oak stools</h2><p>Made by hand.</p><a id="warning-card" href="/f">Learn more</a></article>
    <p>About oak stools: <a id="warning-deed" href="/g">click here</a>.</p>
    <p>The workshop in Portland is open again. <a id="good-sentence" href="/h">Read more</a></p>
    <ul><li>Harvest vase <a id="good-item" href="/i">Details</a></li></ul>
    <table><tr><th>Name</th><th>Link</th></tr><tr><td>Harvest vase</td><td><a id="good-cell" href="/j">More</a></td></tr></table>
    <section><a id="good-label" href="/k" aria-label="Read more about vases">Read more</a></section>
    <section><a id="good-described" href="/l" aria-describedby="vases">More</a></section><p id="vases">Vases of stoneware</p>
    <section><a id="good-named" href="/m">Read more<span style="position:absolute;left:-999px"> about linen</span></a></section>
    <section><a id="good-hidden" href="/n" style="display:none">More</a></section>
    <section><a id="good-own" href="/o">Opening hours</a></section>`,
  "link-nowhere": `
    <a id="warning-hash" href="#">Menu</a> <a id="warning-script" href="javascript:void(0)">Print</a>
    <a id="warning-empty" href=" # ">Open</a> <a id="warning-upper" href="JavaScript:;">Share</a>
    <a id="good-top" href="#">Back to top</a> <a id="good-oben" href="#">Nach oben</a> <a id="good-button" href="#" role="button">Menu</a>
    <a id="good-place" href="#good-top">Places</a> <a id="good-address" href="/a">Shop</a> <a id="good-none">Nothing</a>`,
  "image-name": `
    ${picture("failed-file", `src="/x/bbc-blocks-dark.png" alt="bbc-blocks-dark.png"`)} ${picture("failed-camera", `src="/a.jpg" alt="IMG_2034"`)}
    ${picture("failed-word", `src="/b.jpg" alt="image"`)} ${picture("failed-spacer", `src="/c.gif" alt="spacer"`)} ${picture("failed-german", `src="/d.jpg" alt="Bild"`)}
    ${picture("failed-stem", `src="/media/hero_banner_v2.webp" alt="hero_banner_v2"`)} <input type="image" id="failed-click" src="/go.png" alt="click">
    ${picture("good-vase", `src="/vase.jpg" alt="A vase of green stoneware"`)} ${picture("good-name", `src="/oak-stool.jpg" alt="Oak stool"`)}
    ${picture("good-code", `src="/i-one.png" alt="Model X200"`)} ${picture("good-wifi", `src="/wi-fi.svg" alt="wi-fi"`)} ${picture("good-none", `src="${PIXEL}" alt=""`)}
    <figure>${picture("good-shown", `src="/report.png" alt="report.png"`)}<figcaption>report.png</figcaption></figure>
    <input type="image" id="good-send" src="/send.png" alt="Send">`,
  "image-decorative": `
    ${picture("review-title", `src="${PIXEL}" alt="" title="The workshop in spring"`)} ${picture("review-role", `src="${PIXEL}" role="presentation" alt="The workshop in autumn"`)}
    ${picture("review-hidden", `src="${PIXEL}" aria-hidden="true" alt="The workshop in winter"`)} ${picture("review-none", `src="${PIXEL}" role="none" alt="The workshop in summer"`)}
    ${picture("good-empty", `src="${PIXEL}" alt=""`)} ${picture("good-named", `src="${PIXEL}" alt="The workshop" title="Since 1974"`)}
    <figure>${picture("good-beside", `src="${PIXEL}" aria-hidden="true" alt="Our barn"`)}<figcaption>Our barn</figcaption></figure>
    <img id="good-small" width="1" height="1" src="${PIXEL}" alt="" title="counter">
    <a href="/a" aria-label="Home">${picture("good-link", `src="${PIXEL}" aria-hidden="true" alt="Logo"`)}</a>`,
  "decorative-image-exposed": `
    ${picture("failed-label", `src="${PIXEL}" alt="" aria-label="Logo"`)} ${picture("failed-focus", `src="${PIXEL}" alt="" tabindex="0"`)}
    <svg id="failed-drawing" role="none" aria-label="Circle" width="20" height="20"><circle r="9"/></svg> ${picture("failed-described", `src="${PIXEL}" alt="" aria-describedby="x"`)}<p id="x">Text</p>
    ${picture("good-empty", `src="${PIXEL}" alt=""`)} ${picture("good-named", `src="${PIXEL}" alt="Logo" aria-label="Our logo"`)} ${picture("good-hidden", `src="${PIXEL}" alt="" aria-hidden="true"`)}
    <svg id="good-drawing" role="none" width="20" height="20"><circle r="9"/></svg>`,
  "empty-heading": `
    <h2 id="failed-empty"></h2><h2 id="failed-break"><br></h2><h2 id="failed-picture"><img src="${PIXEL}" alt=""></h2><div id="failed-role" role="heading" aria-level="2" style="border:1px solid"></div>
    <h2 id="good-text">Vases</h2><h2 id="good-picture"><img src="${PIXEL}" alt="Vases"></h2><h2 id="good-hidden" aria-hidden="true"></h2><h2 id="good-none" style="display:none"></h2><h2 id="good-label" aria-label="Stools"></h2>`,
  "placeholder-label": `
    <form><input id="failed-first" placeholder="First name"><input id="failed-last" placeholder="Last name"><textarea id="failed-text" placeholder="Your message"></textarea><input id="failed-mail" type="email" placeholder="E-mail"><button>Send</button></form>
    <form><input id="warning-single" placeholder="E-mail"><button>Subscribe</button></form> <form role="search"><input id="warning-search" type="search" placeholder="Search"><button>Go</button></form> <header><input id="warning-head" placeholder="Find a book"></header>
    <form><label for="good-for">Town</label><input id="good-for" placeholder="Portland"><label>Street <input id="good-inside" placeholder="Main Street 1"></label><input id="good-aria" aria-label="Country" placeholder="US"><input id="good-title" title="Post code" placeholder="97201"><input type="hidden" id="good-hidden" placeholder="x"><button>Send</button></form>`,
  "group-label": `
    <fieldset id="failed-fieldset"><label><input type="radio" name="a"> Yes</label><label><input type="radio" name="a"> No</label></fieldset>
    <fieldset id="failed-legend"><legend></legend><label><input type="checkbox" name="b"> Wool</label><label><input type="checkbox" name="b"> Linen</label></fieldset>
    <div role="radiogroup" id="failed-role"><label><input type="radio" name="c"> Red</label><label><input type="radio" name="c"> Blue</label></div>
    <div role="group" id="failed-group"><label><input type="checkbox" name="d"> Oak</label><label><input type="checkbox" name="d"> Ash</label></div>
    <fieldset id="warning-text">Only text</fieldset>
    <p>Delivery?</p><label><input type="radio" name="e" id="review-loose"> Home</label><label><input type="radio" name="e"> Shop</label>
    <fieldset id="good-legend"><legend>Size</legend><label><input type="radio" name="f" id="good-f"> S</label><label><input type="radio" name="f"> M</label></fieldset>
    <div role="radiogroup" aria-label="Colour" id="good-role"><label><input type="radio" name="g" id="good-g"> Red</label><label><input type="radio" name="g"> Blue</label></div>
    <label><input type="checkbox" name="h" id="good-single"> I agree</label>
    <p id="question">Delivery?</p><label><input type="radio" name="i" id="good-described" aria-describedby="question"> Home</label><label><input type="radio" name="i" aria-describedby="question"> Shop</label>
    <fieldset role="presentation" id="good-bare"><label>Name <input></label></fieldset>`,
  "label-duplicate": `
    <form><label>Name <input id="warning-first"></label><label>Name <input></label></form> <form><input id="warning-aria" aria-label="Town"><input aria-label="Town"></form>
    <fieldset><legend>A</legend><label>Day <input id="warning-set"></label><label>day <input></label></fieldset> <form><label>Size <select id="warning-select"><option>S</option></select></label><label>Size <select><option>S</option></select></label></form>
    <form><label>First name <input id="good-first"></label><label>Last name <input></label></form>
    <form><fieldset><legend>Sender</legend><label>Street <input id="good-sender"></label></fieldset><fieldset><legend>Receiver</legend><label>Street <input></label></fieldset></form>
    <form><label>E-mail <input id="good-one"></label></form><form><label>E-mail <input id="good-two"></label></form>
    <form><label>Code <input id="good-hidden"></label><label style="display:none">Code <input></label></form>`,
  "table-headers": `
    <table id="failed-caption"><caption>Daughters</caption>${rows("<td>Name</td><td>Age</td><td>Birthday</td>")}${AGES}</table>
    <table id="failed-thead"><thead>${rows("<td>Name</td><td>Age</td><td>Birthday</td>")}</thead><tbody>${AGES}</tbody></table>
    <table id="failed-bold">${rows("<td><b>Name</b></td><td><b>Age</b></td><td><b>Birthday</b></td>")}${AGES}</table>
    <table id="failed-label" aria-label="Daughters">${rows("<td>Name</td><td>Age</td><td>Birthday</td>")}${AGES}</table>
    <table id="review-figures">${rows("<td>2023</td><td>12.5</td>", "<td>2024</td><td>13.1</td>", "<td>2025</td><td>14 %</td>")}</table>
    <table id="good-heads">${rows("<th>Name</th><th>Age</th><th>Birthday</th>")}${AGES}</table>
    <table id="good-rows">${rows("<th scope=row>Jackie</th><td>5</td>", "<th scope=row>Beth</th><td>8</td>")}</table>
    <table id="good-layout" role="presentation"><caption>x</caption>${rows("<td>a</td><td>b</td>", "<td>c</td><td>d</td>")}</table>
    <table id="good-page">${rows("<td>Navigation</td><td>Main content</td>", "<td>Left</td><td>Right</td>")}</table>
    <table id="good-form">${rows("<td>Name</td><td><label>N <input></label></td>", "<td>Age</td><td><label>A <input></label></td>", "<td>1</td><td>2</td>")}</table>`,
  "audio-control": `
    <audio id="failed-sound" autoplay src="${wav(5)}"></audio> <audio id="failed-source" autoplay><source src="${wav(6)}" type="audio/wav"></audio>
    <audio id="failed-loop" autoplay loop src="${wav(1)}"></audio> <audio id="failed-cut" autoplay src="${wav(9)}#t=2,8"></audio>
    <audio id="failed-rest" autoplay src="${wav(9)}#t=2"></audio> <audio id="good-rest" autoplay src="${wav(9)}#t=7"></audio> <audio id="good-end" autoplay src="${wav(9)}#t=npt:0:08,0:20"></audio>
    <video id="failed-film" autoplay src="${wav(5, "loud")}"></video> <video id="good-silent" autoplay src="${wav(5)}"></video>
    <audio id="good-controls" autoplay controls src="${wav(5)}"></audio> <audio id="good-muted" autoplay muted src="${wav(5)}"></audio>
    <audio id="good-short" autoplay src="${wav(2)}"></audio> <audio id="good-asked" src="${wav(5)}"></audio> <audio id="good-missing" autoplay src="/none.wav"></audio>`,
  "audio-alternative": `
    <article><p>The workshop opened in spring, and whoever wanted a stool mended brought it along on a Saturday.</p><section><figure><audio id="review-article" controls src="${wav(5)}"></audio></figure></section></article>
    <article><audio id="failed-alone" controls src="${wav(5)}"></audio></article>
    <section><audio id="review-radio" controls preload="none" src="${wav(6)}"></audio></section>
    <section><audio id="good-call" autoplay></audio></section>`,
  "text-direction": `
    <p lang="ar" id="warning-arabic">الإعفاء الإلكتروني من التأشيرة</p> <p lang="he" id="warning-hebrew">ויתור אלקטרוני על אשרה</p>
    <p lang="en" dir="rtl" id="warning-english">Electronic visa waiver</p> <div dir="rtl"><p lang="de" id="warning-german">Elektronische Reisegenehmigung</p></div>
    <p lang="ar" dir="rtl" id="good-arabic">الإعفاء الإلكتروني من التأشيرة</p> <p lang="en" id="good-english">Electronic visa waiver</p>
    <p lang="he" dir="auto" id="good-auto">ויתור אלקטרוני על אשרה</p> <span lang="ar" id="good-short">نعم</span>`,
};

describe("accessibility rules about content", function () {
  this.timeout(SLOW_MS);
  const pools = usePool();
  const sites = useSite();
  const tools = (stored?: Stored) => toolsFor(pools.pool, stored ? { stored } : {});
  const it = together(3);

  for (const [rule, body] of Object.entries(PAGES))
    it(`${rule} finds what it is about and nothing else`, async () => {
      const { of } = await audit(tools(), sites.site.on(`/${rule}`, doc(body)));
      const wanted = [...body.matchAll(/id="((?:failed|warning|review)-[a-z]+)"/g)].map(([, id]) => id ?? "");
      const found = of(rule).map(({ outcome, target }) => `${outcome} ${target}`);
      expect(found.sort()).to.deep.equal(wanted.map((id) => `${id.split("-")[0]} #${id}`).sort());
      for (const { message } of of(rule)) expect(message).to.match(/^[A-Z\d].*\.$/s);
    });

  const TURNS: [what: string, style: string, outcome: string][] = [
    ["the page upright", "@media (orientation: portrait) { html { transform: rotate(90deg) } }", "failed"],
    ["the page sideways", "@media (orientation: landscape) { body { rotate: -90deg } }", "failed"],
    ["by a matrix", "@media (orientation: landscape) { body { transform: matrix(0, 1, -1, 0, 0, 0) } }", "failed"],
    ["from a slant", "body { rotate: 2deg } @media (orientation: portrait) { body { rotate: 92deg } }", "failed"],
    ["a whole turn", "@media (orientation: portrait) { html { transform: rotate(1turn) } }", "inapplicable"],
    ["an icon alone", "@media (orientation: portrait) { #icon { transform: rotate(90deg) } }", "inapplicable"],
    ["in both", "body { rotate: 90deg } @media (orientation: portrait) { p { translate: 4px } }", "inapplicable"],
    ["nothing", "@media (orientation: portrait) { body { color: #111 } }", "inapplicable"],
  ];
  for (const [what, style, outcome] of TURNS)
    it(`orientation-lock: a style that turns ${what} is ${outcome}`, async () => {
      const head = `<style>${style}</style>`;
      const body = '<p>A text of some length that is the page.</p><span id="icon">o</span>';
      const page = await audit(
        tools(),
        sites.site.on(`/turn-${TURNS.findIndex(([one]) => one === what)}`, doc(body, head)),
      );
      expect(
        ["passed", "inapplicable"].includes(page.outcome("orientation-lock") ?? "")
          ? "inapplicable"
          : page.outcome("orientation-lock"),
      ).to.equal(outcome);
    });

  it("obsolete-element warns once for each element, and not of others", async () => {
    const body =
      "<center>Middle</center><p><font color=blue>Blue</font> <font>more</font> <big>Big</big> <tt>code</tt> <s>no</s> <small>x</small> <i>y</i> <code>z</code></p>";
    const { of } = await audit(tools(), sites.site.on("/old", doc(body)));
    expect(
      of("obsolete-element")
        .map(({ outcome, evidence }) => `${outcome} ${evidence.name} ${evidence.elements}`)
        .sort(),
    ).to.deep.equal(["warning big 1", "warning center 1", "warning font 2", "warning tt 1"]);
  });

  const DUTCH = "Wij maken eerlijke dingen voor het huis en wij kennen de namen van de mensen die ze maken.";
  const ENGLISH = "We make honest things for the home, and we know the names of the people who make them.";
  it("page-language fails where all of the text is in another language, and then leaves its passages alone", async () => {
    const { of } = await audit(tools(), sites.site.on("/dutch", doc(`<p>${DUTCH}</p><p>${DUTCH}</p>`)));
    expect(of("page-language").map(({ outcome, target }) => [outcome, target])).to.deep.equal([["failed", "html"]]);
    expect(of("part-language")).to.deep.equal([]);
  });
  it("part-language fails for a part with a wrong lang, and asks about a passage without one", async () => {
    const body = `<p>${ENGLISH}</p><p>${ENGLISH}</p><p>${ENGLISH}</p><p id="wrong" lang="fr">${DUTCH}</p><p id="unmarked">${DUTCH}</p>
      <p lang="nl">${DUTCH}</p><div lang="nl"><p>${DUTCH}</p><p lang="en">${ENGLISH}</p></div><p>He said: <q lang="fr">déjà vu</q></p>`;
    const { of, outcome } = await audit(tools(), sites.site.on("/parts", doc(body)));
    expect(of("part-language").map((one) => `${one.outcome} ${one.target}`)).to.deep.equal([
      "failed #wrong",
      "review #unmarked",
    ]);
    expect(outcome("page-language")).to.equal("passed");
  });

  it("reads what is in frames of the same and of another site, and in frames within them", async () => {
    const named = (id: string): string => picture(id, `src="/a.jpg" alt="spacer"`);
    sites.site.on("/innermost", doc(`${named("deep")}<section><a id="more" href="/x">Read more</a></section>`));
    sites.site.on("/inner", doc(`${named("own")}<iframe title="deep" name="deep" src="/innermost"></iframe>`));
    const foreign = sites.site.on("/foreign", doc(named("far"))).replace("127.0.0.1", "localhost");
    const body = `${named("top")}<iframe title="own" name="own" src="/inner"></iframe><iframe title="far" name="far" src="${foreign}"></iframe>`;
    const { of, data } = await audit(tools(), sites.site.on("/framed", doc(body)));
    expect(of("image-name").map(({ target }) => target)).to.have.members([
      "#top",
      'iframe[name="own"] |> #own',
      'iframe[name="own"] |> iframe[name="deep"] |> #deep',
      'iframe[name="far"] |> #far',
    ]);
    expect(of("link-purpose").map(({ target }) => target)).to.deep.equal([
      'iframe[name="own"] |> iframe[name="deep"] |> #more',
    ]);
    expect(data.content?.state === "read" ? data.content.counts.pictures : 0).to.equal(4);
    expect(data.notes).to.deep.equal([]);
  });

  it("keeps a picture of what fails, and bounds what a page can list", async () => {
    const stored: Stored = new Map();
    const many = Array.from({ length: 60 }, (_, index) => picture(`p${index}`, `src="/a.jpg" alt="spacer"`)).join(" ");
    const { of, score } = await audit(tools(stored), sites.site.on("/many", doc(many)));
    const found = of("image-name");
    expect(found).to.have.length(21);
    expect(found.at(-1)?.evidence.further).to.equal(30);
    expect(stored.has(String(found[0]?.evidence.screenshotId))).to.equal(true);
    expect(found[0]?.evidence.html).to.match(/^<img id="p0".*alt="spacer"/);
    expect(score).to.be.below(100);
  });
});
