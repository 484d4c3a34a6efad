import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import { expect } from "chai";
import { PrintError, printPdf } from "../../../activities/report/printPdf.ts";
import { type BrowserPool, createBrowserPool } from "../../../browsers/browserPool.ts";
import { printTemplates } from "../../../domain/report/printTemplates.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import { report, sampleSection, sampleSuite } from "../../domain/report/sample.ts";
import { visualSection } from "../../domain/report/visual/sample.ts";
import { type Site, SLOW_MS, startSite, until } from "../capture/engine/harness.ts";

const PLAIN = { header: "<span></span>", footer: "<span></span>" };
const never = new AbortController().signal;

/** Returns the PDF's objects as text, with compressed streams inflated, because they may contain pages and structure. */
function objectsOf(pdf: Buffer): string {
  const text = pdf.toString("latin1");
  const opened = [...text.matchAll(/\/FlateDecode[\s\S]*?stream\r?\n/g)].map(({ index, 0: head }) => {
    const start = index + head.length;
    try {
      return inflateSync(pdf.subarray(start, pdf.indexOf("endstream", start))).toString("latin1");
    } catch {
      return "";
    }
  });
  return text + opened.join("\n");
}
const pagesOf = (pdf: Buffer) => objectsOf(pdf).match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe("a report in a browser", function () {
  this.timeout(SLOW_MS);
  let pool: BrowserPool;
  before(() => {
    pool = createBrowserPool();
  });
  after(() => pool.close());

  for (const [what, width, dark] of [
    ["on a desktop", 1_440, false],
    ["in the dark", 1_440, true],
    ["on a phone", 375, false],
  ] as const)
    it(`is accessible ${what}, and scrolls one way only`, async () => {
      const still = { scale: 1, mobile: false, reducedMotion: true, stillImages: true, initScript: "" };
      const lease = await pool.acquire("chromium", { width, height: 900, ...still }, never);
      try {
        await lease.page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
        await lease.page.setContent(renderReport({ ...sampleSuite(), visual: visualSection() }));
        const violations = await lease.page.evaluate(`${AXE};
          axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ": " + nodes[0].html))`);
        expect(violations).to.deep.equal([]);
        expect(await lease.page.evaluate("document.documentElement.scrollWidth")).to.be.at.most(width);
      } finally {
        await lease.release();
      }
    });
});

describe("printing a report", function () {
  this.timeout(SLOW_MS);
  let pool: BrowserPool;
  let site: Site;
  before(async () => {
    pool = createBrowserPool();
    site = await startSite();
  });
  after(async () => {
    await pool.close();
    await site.close();
  });

  it("gives A4 pages, a section on its own page, tags and an outline", async () => {
    const one = report([sampleSection("seo")]);
    const pdf = await printPdf({ pool }, renderReport(one), printTemplates(one), never);
    expect(pdf.subarray(0, 5).toString()).to.equal("%PDF-");
    expect(pagesOf(pdf)).to.be.at.least(2);
    const suite = sampleSuite();
    const all = await printPdf({ pool }, renderReport(suite), printTemplates(suite), never);
    // The cover and six sections.
    expect(pagesOf(all)).to.be.at.least(7);
    const objects = objectsOf(all);
    expect(objects).to.match(/\/MediaBox\s*\[\s*0 0 59[45][\d.]* 84[12][\d.]*\s*\]/);
    expect(objects)
      .to.match(/\/Outlines\b/)
      .and.to.match(/\/StructTreeRoot\b/);
    await until(() => pool.openContexts() === 0, 10_000);
  });

  it("runs no script and makes no request, even for a document that asks for both", async () => {
    const address = (name: string) => site.url(`/${name}`);
    const hostile = `<!doctype html><html><head>
<link rel="stylesheet" href="${address("style")}"><link rel="preload" as="image" href="${address("preload")}"><link rel="prefetch" href="${address("prefetch")}"><link rel="preconnect" href="${site.origin}">
<meta http-equiv="refresh" content="0; url=${address("refresh")}"><base href="${address("base")}/">
<style>@import "${address("import")}"; @font-face { font-family: f; src: url("${address("font")}") } body { font-family: f; background: url("${address("background")}") }</style>
<script src="${address("script")}"></script><script type="module" src="${address("module")}"></script>
<script>document.documentElement.append("x".repeat(9)); for (let i = 0; i < 400; i++) document.write("<p style='break-before:page'>"); fetch("${address("fetch")}"); new WebSocket("${site.origin.replace("http", "ws")}/socket"); navigator.sendBeacon("${address("beacon")}")</script></head>
<body onload="fetch('${address("onload")}')"><p>Text</p><img src="${address("image")}" onerror="fetch('${address("onerror")}')"><img src=x onerror="document.body.innerHTML='<p style=break-before:page>'.repeat(400)">
<iframe src="${address("frame")}"></iframe><iframe srcdoc="<script>fetch('${address("srcdoc")}')</script><img src='${address("srcdoc-image")}'>"></iframe><object data="${address("object")}"></object><embed src="${address("embed")}"><video src="${address("video")}" autoplay></video>
<svg><image href="${address("svg")}"/><use href="${address("use")}#a"/><script>fetch("${address("svg-script")}")</script></svg><form action="${address("form")}"><button autofocus onfocus="this.form.submit()">go</button></form></body></html>`;
    const pdf = await printPdf(
      { pool },
      hostile,
      {
        header: `<img src="${address("header")}"><script>fetch("${address("header-script")}")</script>`,
        footer: `<span style="background:url(${address("footer")})">foot</span>`,
      },
      never,
    );
    expect(site.seen.map(({ path }) => path)).to.deep.equal([]);
    // A script would have made 400 pages of it.
    expect(pagesOf(pdf)).to.equal(1);

    // The site would have noticed: without the printer's restrictions, the same document does send requests and run scripts.
    const open = await pool.acquire("chromium", {
      width: 400,
      height: 300,
      scale: 1,
      mobile: false,
      reducedMotion: false,
      stillImages: false,
      initScript: "",
    });
    try {
      const asked = open.page.waitForRequest(address("fetch"));
      await Promise.all([asked, open.page.setContent(hostile, { waitUntil: "commit" })]);
    } finally {
      await open.release();
    }
  });

  it("ends in time, and when it is told to", async () => {
    const late = await printPdf({ pool, timeoutMs: 1 }, "<p>x</p>", PLAIN, never).catch((error: unknown) => error);
    expect(late).to.be.instanceOf(PrintError).with.property("message", "The report was not printed within 0 s.");
    const cancel = new AbortController();
    const reason = new Error("cancelled");
    cancel.abort(reason);
    expect(await printPdf({ pool }, "<p>x</p>", PLAIN, cancel.signal).catch((error: unknown) => error)).to.equal(
      reason,
    );
    const huge = await printPdf({ pool }, "x".repeat(40_000_001), PLAIN, never).catch((error: unknown) => error);
    expect(huge)
      .to.be.instanceOf(PrintError)
      .with.property("message")
      .that.matches(/too large to print/);
  });

  it("prints after all that as before", async () => {
    const pdf = await printPdf({ pool }, "<h1>Report</h1>", PLAIN, never);
    expect(pagesOf(pdf)).to.equal(1);
  });
});
