// A trace in Playwright's own viewer, served by the service: in a real browser, under its own security rules.
import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { type Browser, chromium } from "playwright";
import { scrubTrace } from "../../activities/functional/scrubTrace.ts";
import { artifactLink } from "../../platform/artifactLinks.ts";
import { traceViewerUrl } from "../../platform/publicLink.ts";
import { setUp } from "../../temporal-dev/setup.mjs";
import { addFeatureRun } from "./support/featureRuns.ts";
import { makeWorld, type World } from "./support/world.ts";

/** A site that tries everything a document can do when somebody opens it. */
const HOSTILE = `<!doctype html><title>Shop</title><base href="https://shop.example/">
  <h1>Our shop</h1><button onclick="this.textContent='Added'">Add to cart</button>
  <img src="x" onerror="top.acted='onerror'"><script>top.acted = "script"</script>
  <iframe srcdoc="<script>top.acted='srcdoc'</script>"></iframe><svg onload="top.acted='svg'"></svg>
  <a href="javascript:top.acted='link'">Prices</a>`;

/** The same site, which also tampers with the recorder in its window: attribute names become markup of the viewer's document. */
const TAMPERED = `${HOSTILE}<iframe src="/inner"></iframe><script>
  const name = Object.keys(window).find((one) => one.startsWith("__playwright_snapshot_streamer_"));
  const capture = window[name].captureSnapshot;
  window[name].captureSnapshot = (...args) => {
    const data = capture.apply(window[name], args);
    const evil = (more) => 'a"><iframe name="evil" src="https://evil.example/sign-in' + more + '"></iframe><b x';
    data.html = ["HTML", { [evil("-1")]: "", onclick: "1" }, data.html, ["IFRAME", { src: "https://evil.example/3" }]];
    return data;
  };
</script>`;

describe("the trace viewer of the service", function () {
  this.timeout(120_000);
  let world: World;
  let traceId: string;
  let link: string;
  let browser: Browser;
  before(async () => {
    world = await makeWorld();
    const { browsers } = await setUp({ parts: ["browsers"] });
    const executablePath = browsers?.chromium.kind === "system" ? browsers.chromium.path : undefined;
    browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    traceId = await storeTrace();
    link = artifactLink(world.ctx, traceId);
  });
  after(async () => {
    await browser?.close();
    await world?.close();
  });

  async function storeTrace(html = HOSTILE, clean = scrubTrace): Promise<string> {
    const file = path.join(tmpdir(), `plumbline-test-trace-${process.pid}.zip`);
    const context = await browser.newContext();
    await context.tracing.start({ snapshots: true });
    const page = await context.newPage();
    await page.route("**/*", (route) => route.fulfill({ contentType: "text/html", body: html }));
    await page.goto("http://shop.example/");
    await page.getByRole("button").click();
    await context.tracing.stop({ path: file });
    await context.close();
    const bytes = clean(await readFile(file), []);
    await rm(file);
    return keep(Buffer.from(bytes), "application/zip");
  }
  async function keep(bytes: Buffer, contentType: string): Promise<string> {
    const artifactId = await world.ctx.artifacts.put(bytes);
    await world.models.artifacts.create({
      _id: `${artifactId}-prj_shop`,
      artifactId,
      projectId: "prj_shop",
      contentType,
      bytes: bytes.length,
      createdAt: new Date(0),
    });
    return artifactId;
  }
  const open = (trace: string, more = "") =>
    world.client.get(`/trace-viewer/index.html?trace=${encodeURIComponent(trace)}${more}`);

  it("shows what was done and what the page was like, with nothing from elsewhere and no script of the page", async () => {
    const page = await browser.newPage();
    const troubles: string[] = [];
    page.on("pageerror", (error) => troubles.push(String(error)));
    page.context().on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (
        origin !== world.client.base &&
        protocol.startsWith("http") &&
        !request.url().startsWith("https://shop.example")
      )
        troubles.push(request.url());
    });
    await page.goto(`${world.client.base}/trace-viewer/index.html?trace=${encodeURIComponent(link)}`);
    await page.getByRole("treeitem", { name: /Click/ }).click();
    const seen = page.frameLocator("iframe.snapshot-visible[name=snapshot]");
    await seen.getByRole("heading", { name: "Our shop" }).waitFor();
    await page.getByText("After", { exact: true }).click();
    await seen.getByRole("button", { name: "Added" }).waitFor();
    expect(await page.evaluate(() => (window as { acted?: string }).acted)).to.equal(undefined);
    expect(troubles).to.deep.equal([]);
    await page.close();
  });

  for (const [what, clean] of [
    ["cleaned", scrubTrace],
    ["kept before traces were cleaned", (zip: Uint8Array) => zip],
  ] as const)
    it(`opens no frame of another site from a page that tampered with the recorder, in a trace that was ${what}`, async () => {
      const tampered = artifactLink(world.ctx, await storeTrace(TAMPERED, clean));
      const page = await browser.newPage();
      const elsewhere: string[] = [];
      page.context().on("request", (request) => {
        if (new URL(request.url()).hostname === "evil.example") elsewhere.push(request.url());
      });
      await page.goto(`${world.client.base}/trace-viewer/index.html?trace=${encodeURIComponent(tampered)}`);
      await page.getByRole("treeitem", { name: /Click/ }).click();
      const seen = page.frameLocator("iframe.snapshot-visible[name=snapshot]");
      await seen.getByRole("heading", { name: "Our shop" }).waitFor();
      expect(await seen.locator("iframe[name=evil]").count()).to.equal(clean === scrubTrace ? 0 : 1);
      expect(page.frames().map((frame) => frame.url())).not.to.include("https://evil.example/3");
      expect(elsewhere).to.deep.equal([]);
      await page.close();
    });

  it("opens for holders of a link to a trace alone", async () => {
    expect((await open(link)).status).to.equal(200);
    const picture = await keep(Buffer.from("a picture"), "image/png");
    for (const [trace, status] of [
      [link.replace(/sig=..../, "sig=AAAA"), 403],
      [link.replace(/expires=\d+/, "expires=1"), 403],
      [`/api/artifacts/${traceId}`, 400],
      [`https://elsewhere.example${link}`, 400],
      [`//elsewhere.example${link}`, 400],
      ["blob:https://elsewhere.example/1", 400],
      [artifactLink(world.ctx, picture), 400],
      [artifactLink(world.ctx, "0".repeat(64)), 404],
    ] as const)
      expect((await open(trace)).status, trace).to.equal(status);
    expect((await open(link, "&isServer")).status).to.equal(400);
    expect((await world.client.get("/trace-viewer/index.html")).status).to.equal(400);
  });

  it("opens below the path that the service is reached under", async () => {
    const ctx = { ...world.ctx, config: { ...world.ctx.config, publicUrl: "https://qa.example/plumb/" } };
    const below = await world.listen({ config: ctx.config });
    const url = new URL(traceViewerUrl(ctx, traceId));
    expect(url.pathname).to.equal("/plumb/trace-viewer/index.html");
    // The viewer resolves the path against its own page.
    const trace = new URL(url.searchParams.get("trace") ?? "", url);
    expect(trace.pathname).to.equal(`/plumb/api/artifacts/${traceId}`);
    const asked = (path: string) => below.get(`/trace-viewer/index.html?trace=${encodeURIComponent(path)}`);
    expect((await asked(trace.pathname + trace.search)).status).to.equal(200);
    expect((await asked(`/other${link}`)).status).to.equal(400);
    expect((await asked(`//plumb${link}`)).status).to.equal(400);
  });

  it("has rules of its own, and no other files", async () => {
    const page = await open(link);
    expect(page.headers.get("cache-control")).to.equal("no-store");
    expect(page.headers.get("referrer-policy")).to.equal("no-referrer");
    const worker = await world.client.get("/trace-viewer/sw.bundle.js");
    for (const { headers } of [page, worker]) {
      const rules = headers.get("content-security-policy") ?? "";
      expect(rules).to.match(/^default-src 'none'; script-src 'self'/);
      expect(rules).not.to.match(/script-src[^;]*unsafe|https?:|\*/);
    }
    for (const name of ["none.js", "..%2f..%2f..%2fpackage.json", "uiMode.html", "assets", "__proto__"])
      expect((await world.client.get(`/trace-viewer/${name}`)).status, name).to.equal(404);
  });

  it("is linked where attempts are told", async () => {
    await addFeatureRun(world.models, "run_traced", [
      {
        featureId: "basket",
        gherkin: 'Feature: Basket\n  Scenario: Open\n    Given I am on "/"\n    Then I should see "1"\n',
        tried: [[{ attempts: [{ steps: [{}, { status: "failed" }], traceId }] }]],
      },
    ]);
    const key = await world.addKey("mcp_read");
    for (const [tool, of] of [
      ["frt_get_run_timeline", (data: Told) => data],
      ["frt_explain_failure", (data: Told) => data.failures?.[0]],
    ] as const) {
      const { body } = await world.client.post("/api/mcp/v1/invoke", {
        key,
        body: { tool, args: { runId: "run_traced" } },
      });
      const url = of(body.data as Told)?.traceViewerUrl;
      expect(url, tool).to.be.a("string");
      expect((await world.client.get(String(url))).status).to.equal(200);
    }
  });
});

type Told = { traceViewerUrl?: string; failures?: { traceViewerUrl?: string }[] };
