// Pages that show the results of runs: a full audit while it runs, a visual and a functional run, changing many problems of an audit at the
// same time with undo, and the performance charts. Runs are stored as workflows leave them; no run is started.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import type { Page } from "playwright";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addFinding, auditSummary } from "../../api/health/support.ts";
import { addRun, addShot, capture, keepProblems } from "../../api/support/shots.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { box, change } from "../../domain/visual/reading/change.ts";
import { recordArtifact } from "../../support/artifacts.ts";
import { plainPng } from "../../support/png.ts";
import { axeViolations, type Dashboard, enter, holdPost, openDashboard, ready, rulesIn } from "./support.ts";

const DAY = 86_400_000;
const PHONE_RULES = ["button-name", "link-name", "label", "page-has-heading-one", "region", "aria-hidden-focus"];
const PRICE = 'Price changed from "€ 89" to "€ 79"';
const FACTS = { compared: true, score: 70, thresholds: { maxNew: { critical: 0, serious: 0 } }, failures: [] };
const COMMIT = {
  branch: "feature/prices",
  commitSha: "4f1c2ab9d0e1f2a3",
  commitMessage: "Lower the price of <b>headphones</b>\n\nThe body of the message.",
  commitAuthor: "Ada Lovelace",
  prNumber: 41,
  prUrl: "https://github.test/acme/shop/pull/41",
};

describe("pages that show what runs found", function () {
  this.timeout(180_000);
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  let base: string;
  const now = Date.now();
  const ago = (days: number) => new Date(now - days * DAY);
  const end = (days: number) => ({ createdAt: ago(days), finishedAt: ago(days), duration: 60_000 });

  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    // The same date as the browser's clock.
    world.clock.at = new Date(now);
    await seedFullAudit();
    await seedVisual();
    await seedFunctional();
    await seedSeo();
    await seedPerformance();
    await keepProblems(world.models);
    await world.addUser("editor", "org_a", "ada@x.example");
    ({ base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER }));
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
    page = await dashboard.open("/sign-in");
    await enter(page, "ada@x.example", PASSWORD);
  });
  after(async () => {
    await dashboard?.close();
    await world?.close();
  });

  const part = (id: string, type: Run["type"], patch: Partial<Run>) =>
    addRun(world.models, id, { type, parentRunId: "run_full", branch: "main", ...end(0), ...patch });

  async function seedFullAudit(): Promise<void> {
    const { models } = world;
    await addRun(models, "run_full", {
      type: "full-suite",
      status: "running",
      branch: "main",
      createdAt: ago(0),
      startedAt: ago(0),
      progress: { phase: "auditing", done: 3, total: 5 },
      extra: { pillars: ["seo", "a11y", "security", "perf", "privacy", "visual"] },
    });
    for (const [days, score] of [
      [3, 82],
      [2, 80],
      [1, 84],
    ] as const)
      await addRun(models, `run_a11y_${days}`, {
        type: "a11y-test",
        branch: "main",
        ...end(days),
        verdict: "pass",
        summary: auditSummary(score),
      });
    const summary = { ...auditSummary(71), verdict: "fail" as const, reasons: ["1 new critical finding."] };
    await part("run_full-a11y", "a11y-test", { verdict: "fail", summary });
    await addFinding(models, "run_full-a11y", "alt", {
      pillar: "a11y",
      rule: "image-alt",
      severity: "critical",
      message: "The image has no alternative text.",
      isNew: true,
    });
    const going = { status: "running" as const, finishedAt: null, duration: null };
    await part("run_full-seo", "seo-test", { ...going, progress: { phase: "auditing", done: 2, total: 9 } });
    await part("run_full-perf", "perf-test", { ...going, progress: { phase: "queued", done: 0, total: 0 } });
    const error = "The browser could not be started.";
    await part("run_full-security", "security-test", { status: "failed", error });
    await part("run_full-privacy", "privacy-test", {
      status: "failed",
      error: "Cancelled.",
      cancelledBy: "ben@x.example",
    });
  }

  async function picture(width: number, height: number, color: Parameters<typeof plainPng>[2]): Promise<string> {
    const bytes = plainPng(width, height, color);
    const artifactId = await world.ctx.artifacts.put(bytes);
    const about = { projectId: "prj_shop", contentType: "image/png", bytes: bytes.length, at: world.clock.at };
    await recordArtifact(world.models, { artifactId, ...about });
    return artifactId;
  }

  async function seedVisual(): Promise<void> {
    const { models } = world;
    const [before, after] = [await picture(600, 800, [250, 250, 250]), await picture(600, 800, [90, 140, 240])];
    const price = change({
      key: "price",
      kind: "text",
      tag: "span",
      text: { before: "€ 89", after: "€ 79" },
      box: box(300, 400, 90, 30),
      boxBefore: box(300, 380, 90, 30),
    });
    const summary = { total: 3, passed: 1, failed: 2, approved: 0, errors: 0, flaky: 0, noBaseline: 0, changes: 1 };
    await addRun(models, "run_visual", {
      ...end(1),
      ...COMMIT,
      scenarios: ["Home", "It's a cart"],
      verdict: "fail",
      summary: summary as never,
    });
    await addRun(models, "run_passed", {
      ...end(2),
      verdict: "pass",
      summary: { ...summary, total: 1, passed: 1, failed: 0, changes: 0 } as never,
    });
    await addShot(models, "run_passed", 0, { status: "passed" });
    const shown = {
      changes: [price],
      causes: ["price"],
      captures: [{ ...capture("x"), artifactId: after, width: 600, height: 800 }],
      baseline: { artifactId: before, width: 600, height: 800 } as Shot["baseline"],
      artifacts: { baseline: before, test: after, diff: null, map: null },
    };
    await addShot(models, "run_visual", 0, { ...shown, viewport: "phone" });
    await addShot(models, "run_visual", 1, { ...shown, viewport: "desktop", attempts: 2 });
    await addShot(models, "run_visual", 2, { scenarioLabel: "Shop", scenarioId: "scn_shop", status: "passed" });
  }

  async function seedFunctional(): Promise<void> {
    const { models } = world;
    const summary = { total: 2, passed: 1, failed: 1, approved: 0, errors: 0, flaky: 0, undefined: 0 };
    await addRun(models, "run_frt", {
      type: "frt-test",
      branch: "main",
      ...end(1),
      verdict: "fail",
      summary: summary as never,
    });
    const scenario = {
      runId: "run_frt",
      projectId: "prj_shop",
      featureId: "cart",
      featureName: "Cart",
      browser: "chromium",
    };
    const place = { viewport: "desktop", plan: "{}", links: "[]", tags: [], attempts: 1, duration: 900, pages: [] };
    const failure = {
      cause: "assertion",
      headline: "The page says something else.",
      evidence: ['Expected "€ 79", and the page says "€ 89".'],
      advice: "Check the price of the basket.",
      step: { index: 2, text: 'Then I see "€ 79"' },
      url: "https://shop.example/cart",
      screenshotId: await picture(300, 120, [120, 200, 140]),
      traceId: null,
    };
    for (const [index, name, status] of [
      [0, "A price is shown", "failed"],
      [1, "A basket is empty", "passed"],
    ] as const)
      await models.scenarioRuns.create({
        _id: `run_frt-s0000${index}`,
        index,
        key: name,
        scenarioId: name,
        name,
        status,
        failure: status === "failed" ? failure : null,
        ...scenario,
        ...place,
      } as never);
  }

  async function seedSeo(): Promise<void> {
    const { models } = world;
    const element = await picture(200, 60, [240, 200, 90]);
    const summary = { ...auditSummary(70), pages: 2, failed: 3, verdict: "fail" as const };
    const first = { comparedWith: null, verdictFacts: FACTS };
    await addRun(models, "run_seo", {
      type: "seo-test",
      branch: "main",
      ...end(2),
      verdict: "fail",
      summary,
      extra: first,
    });
    for (const [index, key] of ["/", "/cart"].entries())
      await models.auditPages.create({
        _id: `run_seo-p${index}`,
        runId: "run_seo",
        projectId: "prj_shop",
        pillar: "seo",
        index,
        url: `https://shop.example${key}`,
        key,
        status: "failed",
        score: 70,
      });
    const found = (name: string, more: Partial<FindingRecord>) =>
      addFinding(models, "run_seo", name, { evidence: {}, ...more });
    await found("title", { message: "The page / has no title.", target: "head" });
    await found("title-cart", {
      message: "=The page /cart has no title.",
      page: "https://shop.example/cart",
      pageIndex: 1,
    });
    await found("alt", {
      rule: "image-alt",
      severity: "moderate",
      message: "An image has no alternative text.",
      target: "img.hero",
      evidence: { screenshotId: element },
    });
  }

  async function seedPerformance(): Promise<void> {
    const { models } = world;
    for (const [days, lcp, commitSha] of [
      [3, 2_100, "aaaaaaaaaaaa"],
      [2, 2_300, "aaaaaaaaaaaa"],
      [1, 4_600, "bbbbbbbbbbbb"],
    ] as const) {
      const id = `run_perf_${days}`;
      const broken = days === 1 ? [{ figure: "lcp", value: lcp, budget: 2_500 }] : [];
      await addRun(models, id, {
        type: "perf-test",
        branch: "main",
        ...end(days),
        commitSha,
        verdict: broken.length > 0 ? "fail" : "pass",
        summary: auditSummary(90 - lcp / 100),
        perfBudgets: { lcp: 2_500 },
        extra: { brokenBudgets: broken },
      });
      await models.auditPages.create({
        _id: `${id}-p0`,
        runId: id,
        projectId: "prj_shop",
        pillar: "perf",
        index: 0,
        url: "https://shop.example/",
        key: "/",
        status: "failed",
        score: 100,
        metrics: { lcp, lcpMin: lcp - 150, lcpMax: lcp + 200, cls: 0.02, fcp: 900, tbt: 90, ttfb: 120, si: 1_500 },
      });
    }
    await addFinding(models, "run_perf_1", "blocking", {
      pillar: "perf",
      rule: "render-blocking",
      severity: "serious",
      message: "2 files (/theme.css, /app.js) block rendering.",
    });
  }

  const go = async (path: string) => {
    await page.goto(`${base}/p/shop${path}`);
    await ready(page);
  };
  const look = async (name: string) => {
    if (process.env.PLUMBLINE_LOOK)
      await page.screenshot({ path: `${process.env.PLUMBLINE_LOOK}/results-${name}.png`, fullPage: true });
  };
  /** In both themes and on a phone. */
  const expectNoViolation = async (name: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
      await look(`${name}-${colorScheme}`);
      expect(await axeViolations(page, rulesIn(colorScheme)), `${name}, ${colorScheme}`).to.deep.equal([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await look(`${name}-phone`);
    expect(await axeViolations(page, PHONE_RULES), `${name} on a phone`).to.deep.equal([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  };

  it("show the parts of a full audit while it runs: state, score beside the run before, and the worst problem", async () => {
    await go("/runs/run_full");
    const row = (name: string) =>
      page.getByRole("table", { name: "Runs of the full audit" }).getByRole("row").filter({ hasText: name });
    await row("Accessibility audit")
      .getByRole("link", { name: /no alt text|alternative/i })
      .waitFor();
    const a11y = await row("Accessibility audit").textContent();
    expect(a11y).to.include("Failed").and.include("71").and.include("13").and.include("±");
    await row("SEO audit").getByText("Running").waitFor();
    await row("SEO audit").getByRole("progressbar").waitFor();
    await row("Performance audit").getByText("Queued").waitFor();
    await row("Security audit").getByText("The browser could not be started.").waitFor();
    await row("Privacy audit").getByText("It was cancelled before it had a result.").waitFor();
    expect(await row("Privacy audit").textContent()).to.not.include("ben@x.example");
    // Listed although it has not been planned yet.
    await row("Visual test").getByText("Visual has not started.").waitFor();
    await expectNoViolation("audit");
  });

  it("show each change of a visual run once with its picture, the commit, and the command that starts the same", async () => {
    await go("/runs/run_visual");
    const changes = page.getByRole("list", { name: "Causes of the changes" }).getByRole("listitem");
    await changes.first().getByText("2 screenshots").waitFor();
    expect(await changes.count()).to.equal(1);
    for (const word of ["Before", "After"]) {
      const picture = changes.getByRole("img", { name: `${word}: ${PRICE}` });
      await picture.scrollIntoViewIfNeeded();
      await page.waitForFunction(
        (one) => (one as HTMLImageElement).naturalWidth === 600,
        await picture.elementHandle(),
      );
    }
    const main = page.getByRole("main");
    await main.getByText("Lower the price of <b>headphones</b>").waitFor();
    expect(await main.getByText("The body of the message.").count()).to.equal(0);
    await main.getByText("Ada Lovelace").waitFor();
    const links = ["4f1c2ab", "#41"].map((name) => main.getByRole("link", { name }).first().getAttribute("href"));
    expect(await Promise.all(links)).to.deep.equal([
      "https://github.test/acme/shop/commit/4f1c2ab9d0e1f2a3",
      "https://github.test/acme/shop/pull/41",
    ]);
    await main
      .getByText(
        "run visual --project shop --environment Production --scenario Home --scenario 'It'\\''s a cart' --browser chromium --branch feature/prices --commit 4f1c2ab9d0e1f2a3 --wait",
      )
      .waitFor();
    expect(await main.getByText("Retries").isVisible()).to.equal(false);
    await main.getByText("Diagnostics").click();
    await main.getByText("Retries").waitFor();
    await expectNoViolation("visual");
    await changes.getByRole("link", { name: PRICE }).click();
    await page.waitForURL(/\/p\/shop\/visual\/run_visual\?shot=[01]$/);
  });

  it("name the step at which scenarios of a functional run failed, and what was seen there", async () => {
    await go("/runs/run_frt");
    const failed = page.getByRole("list", { name: "Failed scenarios" }).getByRole("listitem");
    await failed.getByRole("link", { name: 'Step failed: Then I see "€ 79" (Cart: A price is shown)' }).waitFor();
    await failed.getByText('Expected "€ 79", and the page says "€ 89".').waitFor();
    await failed.getByRole("img").waitFor();
    expect(await failed.count()).to.equal(1);
    await expectNoViolation("functional");
  });

  const problem = (text: string) => page.getByRole("listitem").filter({ has: page.getByRole("link", { name: text }) });
  const stored = () => world.models.problems.find({ pillar: "seo" }).sort({ rule: 1, title: 1 }).lean();

  it("list an audit's problems by rule and page, with their element, since when and whose they are", async () => {
    await go("/audits/seo");
    const rules = page.getByRole("list", { name: "Problems by rule" });
    await rules.getByText("Page has no title").waitFor();
    await rules.getByText("2 problems").first().waitFor();
    const alt = problem("An image has no alternative text.").last();
    await alt.getByRole("img").waitFor();
    await alt.getByText("not assigned").waitFor();
    expect(await alt.getByRole("link", { name: /ago|yesterday|day/ }).getAttribute("href")).to.match(
      /\/runs\/run_seo$/,
    );
    await page.getByRole("group", { name: "Status" }).getByText("Open 3").waitFor();
    await expectNoViolation("seo");
  });

  it("assign and snooze many at once, each with its undo", async () => {
    const select = () => page.getByRole("checkbox", { name: "Select all 2 of this rule" }).check();
    const bar = page.getByRole("region", { name: "Selected problems" });
    await select();
    await bar.getByText("2 problems selected").waitFor();
    await bar.getByLabel("Assign the selected problems").selectOption("ada@x.example");
    await page.getByText("2 problems assigned to editor.").waitFor();
    await bar.waitFor({ state: "detached" });
    expect((await stored()).filter(({ assignee }) => assignee === "ada@x.example")).to.have.length(2);
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Change undone.").waitFor();
    expect((await stored()).filter(({ assignee }) => assignee)).to.have.length(0);
    await select();
    await bar.getByRole("button", { name: "Snooze" }).click();
    const dialog = page.getByRole("dialog", { name: "Snooze 2 problems" });
    await dialog.getByLabel("Note").fill("jk");
    await dialog.getByRole("button", { name: "Snooze" }).dblclick();
    await page.getByText(/^2 problems snoozed until/).waitFor();
    await page.getByRole("group", { name: "Status" }).getByText("Snoozed 2").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("group", { name: "Status" }).getByText("Open 3").waitFor();
  });

  it("tell why a change of many was refused: in its dialog, or by a message after that was closed", async () => {
    const bar = page.getByRole("region", { name: "Selected problems" });
    const dialog = page.getByRole("dialog", { name: "Snooze 2 problems" });
    const told = page.getByRole("region", { name: "Notifications" }).getByText("Not now.");
    await page.getByRole("checkbox", { name: "Select all 2 of this rule" }).check();
    for (const closed of [false, true]) {
      const held = await holdPost(page, /\/problems\/change$/);
      await bar.getByRole("button", { name: "Snooze" }).click();
      expect(await dialog.getByRole("alert").count()).to.equal(0);
      await dialog.getByRole("button", { name: "Snooze" }).click();
      await held.sent;
      if (closed) await page.keyboard.press("Escape");
      held.answer();
      await (closed ? told : dialog.getByRole("alert").getByText("Not now.")).waitFor();
      expect(await told.count()).to.equal(closed ? 1 : 0);
      if (!closed) await page.keyboard.press("Escape");
    }
    await bar.getByRole("button", { name: "Clear selection" }).click();
    dashboard.takeTroubles();
  });

  it("accept many at once with a reason, which leave what is open, and take that back", async () => {
    const bar = page.getByRole("region", { name: "Selected problems" });
    await page.getByRole("checkbox", { name: "Select all 2 of this rule" }).check();
    await bar.getByRole("button", { name: "Accept" }).click();
    const dialog = page.getByRole("dialog", { name: "Accept 2 problems" });
    expect(await dialog.getByRole("button", { name: "Accept" }).isDisabled()).to.equal(true);
    await dialog.getByLabel("Reason").fill("A landing page.");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await page.getByText("2 problems accepted.").waitFor();
    const standing = page.getByRole("group", { name: "Status" });
    await standing.getByText("Open 1").waitFor();
    await standing.getByText("Accepted 2").click();
    await page.getByText("Accepted by editor").first().waitFor();
    expect(await world.models.acceptances.countDocuments({})).to.equal(2);
    // Removed, restored with its reason, and removed again.
    await page.getByRole("checkbox", { name: "Select all 2 of this rule" }).check();
    await bar.getByRole("button", { name: "Remove acceptance" }).click();
    await page.getByText("Acceptance removed from 2 problems.").waitFor();
    await standing.getByText("Accepted 0").waitFor();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await standing.getByText("Accepted 2").waitFor();
    expect((await world.models.acceptances.find({}).lean()).map(({ reason }) => reason)).to.deep.equal([
      "A landing page.",
      "A landing page.",
    ]);
    await page.getByRole("checkbox", { name: "Select all 2 of this rule" }).check();
    await bar.getByRole("button", { name: "Remove acceptance" }).click();
    await standing.getByText("Accepted 0").waitFor();
    expect(await world.models.acceptances.countDocuments({})).to.equal(0);
    await standing.getByText("Open 3").click();
  });

  it("export what the filter shows, with nothing that a spreadsheet would run", async () => {
    const load = async (name: string) => {
      const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
      return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
    };
    const csv = await load("Export CSV");
    expect(csv.name).to.equal("shop-seo-problems.csv");
    expect(csv.text.split("\r\n").filter(Boolean)).to.have.length(4);
    expect(csv.text)
      .to.include(`'=The page /cart has no title.`)
      .and.not.match(/(^|,|")=The page/m);
    const json = JSON.parse((await load("Export JSON")).text) as { problems: object[]; cut: string | null };
    expect([json.problems.length, json.cut]).to.deep.equal([3, null]);
  });

  it("draw each metric with its bands, budget and deploys, and say beside a broken budget why", async () => {
    await go("/audits/perf");
    const lcp = page.getByRole("heading", { name: "LCP" });
    await lcp.waitFor();
    await page.getByText("Over budget").waitFor();
    const why = page.getByRole("list", { name: "Why LCP is slow" });
    await why.getByText("LCP 4.6 s, budget 2.5 s.").waitFor();
    await why.getByRole("link", { name: "2 files (/theme.css, /app.js) block rendering." }).waitFor();
    const table = page.getByRole("table", { name: "LCP over time" });
    expect(await table.locator("td").allTextContents()).to.deep.equal(["2100", "", "2300", "", "4600", "bbbbbbb"]);
    // A page with findings and a full score is not called failed next to that score.
    const pages = page.locator("section").filter({ has: page.getByRole("heading", { name: "Pages", exact: true }) });
    await pages.getByText("Score 100").waitFor();
    expect(await pages.getByText("Failed").count()).to.equal(0);
    await page.locator("canvas").first().waitFor();
    await expectNoViolation("perf");
    dashboard.expectNoTrouble();
  });

  it("leave on a phone what says how runs ended, and fields that do not lie over each other", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go("/runs");
    await page.getByRole("columnheader", { name: "Result" }).waitFor();
    // Complete sentences that are not cut off by the table.
    const cut = await page
      .getByRole("table", { name: "Runs" })
      .evaluate((table) => [
        table.scrollWidth - (table.parentElement?.clientWidth ?? 0),
        ...[...table.querySelectorAll("td > *")].map((one) => one.scrollHeight - one.clientHeight),
      ]);
    expect(cut.filter((pixels) => pixels > 1)).to.deep.equal([]);
    await go("/settings/schedules");
    await page.getByRole("button", { name: "New schedule" }).click();
    const boxOf = async (label: string) =>
      (await page.getByRole("dialog").getByLabel(label, { exact: true }).boundingBox())!;
    const [when, hour, minute] = [await boxOf("When"), await boxOf("Hour"), await boxOf("Minute")];
    const apart = (a: typeof when, b: typeof when) => a.x + a.width <= b.x || a.y + a.height <= b.y;
    expect([apart(when, hour), apart(hour, minute)]).to.deep.equal([true, true]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("come with so little program that a phone on a slow line has it in a second", async () => {
    const linked =
      (await readFile(path.join(DASHBOARD_FOLDER, "index.html"), "utf8")).match(/assets\/[\w.-]+\.js/g) ?? [];
    const sizes = linked.map(async (file) => (await readFile(path.join(DASHBOARD_FOLDER, `${file}.br`))).length);
    expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).to.be.within(100_000, 185_000);
    // Each is a request, and a browser sends six at a time.
    expect(linked.length).to.be.at.most(8);
  });

  it("draw the rows of a long list as they come into view", async () => {
    const ids = Array.from({ length: 140 }, (_, index) => `run_many_${index}`);
    await Promise.all(ids.map((id) => addRun(world.models, id, { type: "seo-test", branch: "many", ...end(5) })));
    await go("/runs?branch=many");
    const table = page.getByRole("table", { name: "Runs" });
    for (const wanted of [100, 140]) {
      await page.getByRole("button", { name: "Older runs" }).click();
      await table
        .and(page.locator(`[aria-rowcount="${wanted}"]`))
        .or(table.locator(`tr:nth-child(${wanted})`))
        .waitFor();
    }
    expect(await table.getByRole("row").count()).to.be.within(5, 100);
    dashboard.expectNoTrouble();
  });

  it("offer a review where there is something to review", async () => {
    const review = page.getByRole("main").getByRole("link", { name: "Review changes" });
    await go("/runs/run_visual");
    await review.waitFor();
    await go("/runs/run_passed");
    await page.getByRole("heading", { level: 1 }).getByText("Passed").waitFor();
    expect(await review.count()).to.equal(0);
    dashboard.expectNoTrouble();
  });

  it("leave the picture free on a phone while one draws a rule on it, and tell what is drawn in the sheet", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${base}/p/shop/visual/run_visual?mode=new`);
    await page.locator("[data-mode=new][data-ready=true]").waitFor();
    const canvas = page.locator("canvas");
    await page.getByRole("button", { name: "New rule (r)" }).click();
    await page.getByText("Draw a box on the new screenshot.").waitFor();
    await look("rule-phone");
    const selector = page.getByRole("textbox", { name: "Selector" });
    expect(await selector.isVisible()).to.equal(false);
    const { x, y, width, height } = (await canvas.boundingBox())!;
    expect(height).to.be.greaterThan(300);
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 40, y + height / 2 + 30, { steps: 3 });
    await page.mouse.up();
    await selector.waitFor();
    await look("rule-drawn-phone");
    await page.getByRole("button", { name: "Close details" }).click();
    await page.getByRole("button", { name: "Enter a selector" }).click();
    await selector.waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await canvas.and(page.locator(":not([data-drawing])")).waitFor();
    expect(await page.getByRole("heading", { name: "Comments" }).isVisible()).to.equal(false);
    await page.setViewportSize({ width: 1440, height: 900 });
    dashboard.expectNoTrouble();
  });
});
