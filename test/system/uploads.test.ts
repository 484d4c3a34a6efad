// plumbline-playwright as users get it: packed, in a Playwright project, against the real stack.
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "chai";
import { PNG } from "pngjs";
import { createApiClient } from "../../temporal-dev/apiClient.ts";
import { type PackedCli, packCli } from "../cli/packed.ts";
import { type PlaywrightProject, playwrightProject } from "../cli/playwright/project.ts";
import { makeProject } from "../support/operator.ts";
import { plainPng } from "../support/png.ts";
import { startWorld, type World } from "../support/service.ts";
import { type Storybook, startStorybook } from "../support/storybook.ts";

const SPEC = `
import { expect, test } from "playwright/test";
import { plumbline } from "plumbline-playwright";

for (const name of ["one", "two"])
  test("page " + name, async ({ page }) => {
    await page.goto(process.env.SITE + "/page/" + name);
    await page.setContent(await page.content() + '<header style="position: sticky; top: 0">Head</header><textarea></textarea><p style="height: 2000px"></p>');
    await page.evaluate(() => scrollTo(0, 120));
    await plumbline(page, "Page " + name + " – open", { hide: ["#rest"] });
    // The test goes on with the page as it was.
    const after = await page.evaluate(() => ({
      sheets: document.adoptedStyleSheets.length,
      sticky: getComputedStyle(document.querySelector("header")).position,
      spelling: document.querySelector("textarea").hasAttribute("spellcheck"),
      top: scrollY,
    }));
    expect(after).toEqual({ sheets: 0, sticky: "sticky", spelling: false, top: 120 });
    await page.evaluate(() => addEventListener("resize", () => (globalThis.resized = true)));
    await page.setViewportSize({ width: 600, height: 400 });
    await expect.poll(() => page.evaluate(() => globalThis.resized)).toBe(true);
  });
`;

/** A price and a button; the test continues after a soft failure, and its trace is kept. */
const MATCHER_SPEC = `
import { test } from "playwright/test";
import { expect } from "plumbline-playwright";

test.use({ trace: "on" });
test("the price", async ({ page }, info) => {
  await page.goto(process.env.SITE + "/page/one");
  await page.setContent('<p id="price" style="font-size: 40px">' + process.env.PRICE + '</p><button>Buy</button>');
  if (process.env.FLAKY && info.retry === 0) await page.locator("p").evaluate((p) => (p.textContent = "Not yet"));
  await expect.soft(page).toMatchPlumbline("Price – page");
  await expect(page.getByRole("button")).toMatchPlumbline("Price – button");
  if (info.errors.length > 0) console.log("went on after", info.errors.length);
});
`;

describe("what a team has already, against the real stack", function () {
  this.timeout(240_000);
  let world: World;
  let cli: PackedCli;
  let stories: Storybook;
  let project: PlaywrightProject;
  let owner: Awaited<ReturnType<World["project"]>>;
  let env: Record<string, string>;
  before(async () => {
    stories = await startStorybook();
    [world, project, cli] = await Promise.all([
      startWorld({ SVC_ALLOWED_HOSTS: `127.0.0.1:${stories.port}` }),
      playwrightProject(),
      packCli(),
    ]);
    owner = await world.project({ One: "/page/one" });
    await project.write("shop.spec.ts", SPEC);
    env = {
      PLUMBLINE_URL: world.service.apiUrl,
      PLUMBLINE_KEY: owner.key,
      PLUMBLINE_PROJECT: owner.slug,
      SITE: world.site.url,
    };
  });
  after(async () => {
    await world?.stop();
    await Promise.all([project?.remove(), cli?.remove(), stories?.close()]);
  });

  const runIdIn = (said: string) => [...new Set(said.match(/run_\w+/g))];

  it("Playwright tests: new pictures, approved, pass the next time and fail when the page has changed", async () => {
    const first = await project.test({ ...env, WAIT: "1", PLUMBLINE_BUILD: "build-1" });
    expect(first.said)
      .to.match(/2 passed/)
      .and.match(/2 of 2 screenshots without a baseline/);
    expect(first.said).to.match(/Page one – open \(tablet, chromium\): No baseline yet/);
    expect(first.exit, first.said).to.equal(1);
    // Two workers, one run.
    const [runId = "", ...others] = runIdIn(first.said);
    expect(others).to.deep.equal([]);
    const results = await owner.client.results(runId);
    expect(results.map(({ scenarioLabel }) => scenarioLabel)).to.have.members(["Page one – open", "Page two – open"]);
    const approved = (await owner.client.request("POST", "/api/tests/approve", {
      project: owner.slug,
      runId,
      scenarios: results.map(({ scenarioLabel }) => scenarioLabel),
    })) as { promoted: unknown[] };
    expect(approved.promoted).to.have.length(2);

    const second = await project.test({ ...env, WAIT: "1", PLUMBLINE_BUILD: "build-2" });
    expect(second.said).to.match(/2 screenshots passed/);
    expect(second.exit, second.said).to.equal(0);

    world.site.set("two", "Other words, and rather more of them than before.");
    const third = await project.test({ ...env, WAIT: "1", PLUMBLINE_BUILD: "build-3" });
    expect(third.said)
      .to.match(/1 of 2 screenshots changed/)
      .and.match(/Page two – open/);
    expect(third.exit).to.equal(1);
    const [changed = ""] = runIdIn(third.said);
    const failed = (await owner.client.results(changed)).find(({ status }) => status === "failed");
    expect(failed).to.include({ scenarioLabel: "Page two – open", viewport: "tablet", flaky: false });
    expect(failed?.reasons.map(({ code }) => code)).to.include("mismatch");
    const told = (await owner.client.request("POST", "/api/mcp/v1/invoke", {
      tool: "get_run_failures",
      args: { runId: changed },
    })) as { summary: string };
    expect(told.summary).to.match(/Page two – open/);
    // A run with its own screenshots visits only the declared scenario.
    const own = await owner.client.wait((await owner.client.run({})).runId);
    expect(own.summary).to.include({ total: 1 });
  });

  it("Playwright tests: two shards share a run, which waits for both; a build of no name gets one from the reporter", async () => {
    const shards = await Promise.all(
      [1, 2].map((n) => project.test({ ...env, PLUMBLINE_BUILD: "build-4" }, `--shard=${n}/2`)),
    );
    const ids = runIdIn(shards.map(({ said }) => said).join("\n"));
    expect(ids).to.have.length(1);
    const run = await owner.client.wait(ids[0] ?? "");
    expect(run.summary).to.include({ total: 2, passed: 1 });
    const local = await project.test(env, "-g", "one");
    expect(local.exit, local.said).to.equal(0);
    const [id = "", ...more] = runIdIn(local.said);
    expect(more).to.deep.equal([]);
    expect(ids).not.to.include(id);
    expect((await owner.client.wait(id)).summary).to.include({ total: 1, passed: 1 });
  });

  it("a failed assertion fails the test where it stands, in words, and its result links to the trace", async () => {
    await project.write("price.spec.ts", MATCHER_SPEC);
    const slug = "prices";
    const key = await makeProject(world, { siteUrl: world.site.url, slug });
    const client = createApiClient(world.service.apiUrl, key);
    const own = { ...env, PLUMBLINE_KEY: key, PLUMBLINE_PROJECT: slug, TRACE: "1" };
    const run = (build: string, price: string, ...args: string[]) =>
      project.test({ ...own, PLUMBLINE_BUILD: build, PRICE: price }, "price.spec.ts", ...args);

    const first = await run("price-1", "€129");
    expect(first.exit, first.said).to.equal(1);
    expect(first.said).to.match(/"Price – page" has no baseline yet/);
    const [runId = ""] = runIdIn(first.said);
    await client.wait(runId);
    const scenarios = ["Price – page", "Price – button"];
    await client.request("POST", "/api/tests/approve", { project: slug, runId, scenarios });

    const same = await run("price-2", "€129");
    expect(same.exit, same.said).to.equal(0);

    const changed = await run("price-3", "€0");
    expect(changed.exit, changed.said).to.equal(1);
    expect(changed.said)
      .to.match(/"Price – page" differs from its baseline/)
      .and.match(/€129.*€0/)
      .and.match(new RegExp(`Review: http.*/p/${slug}/visual/run_`))
      .and.match(/went on after 1/)
      .and.match(/price\.spec\.ts:\d+/);
    expect(changed.said).not.to.match(/"Price – button" differs/);
    const [ended = ""] = runIdIn(changed.said);
    expect((await client.wait(ended)).summary).to.include({ total: 2, failed: 1, passed: 1 });
    const failed = (await client.results(ended)).find(({ status }) => status === "failed");
    const { trace = "" } = (failed?.artifacts ?? {}) as { trace?: string };
    expect((await fetch(new URL(trace, world.service.apiUrl))).status).to.equal(200);

    // If a test is retried, the last attempt counts.
    const flaky = await project.test(
      { ...own, PLUMBLINE_BUILD: "price-4", PRICE: "€129", FLAKY: "1" },
      "price.spec.ts",
      "--retries=1",
    );
    expect(flaky.said).to.match(/1 flaky/);
    expect(flaky.exit, flaky.said).to.equal(0);
    const [retried = ""] = runIdIn(flaky.said);
    expect((await client.wait(retried)).summary).to.include({ total: 2, passed: 2 });
  });

  it("a service that is away fails the assertion, or is left out by name where it is optional", async () => {
    const away = { ...env, PLUMBLINE_URL: "http://127.0.0.1:9", PLUMBLINE_BUILD: "away", PRICE: "€129" };
    const failed = await project.test(away, "price.spec.ts", "--timeout=9000");
    expect(failed.exit).to.equal(1);
    expect(failed.said).to.match(/could not be reached at http:\/\/127\.0\.0\.1:9/);
    const passed = await project.test({ ...away, PLUMBLINE_OPTIONAL: "1" }, "price.spec.ts", "--timeout=30000");
    expect(passed.exit, passed.said).to.equal(0);
    expect(passed.said).to.match(/2 screenshots were not compared/);
  });

  it("a Storybook: a static build is imported by its address, applied, and tested", async () => {
    const slug = "stories";
    const key = await makeProject(world, { siteUrl: stories.url, slug });
    const own = { SVC_URL: world.service.apiUrl, SVC_API_KEY: key, SVC_PROJECT: slug };
    const imported = await cli.run(["import", "storybook", `${stories.url}/index.json`, "--apply"], own);
    expect(imported.exit, imported.stderr).to.equal(0);
    // Three stories, and the environment that serves them.
    expect(imported.stdout).to.match(/plumbline\.yml: 4 added/);
    expect(imported.stderr).to.match(/4 created/);
    const baseline = await cli.run(["run", "baseline", "--wait"], own);
    expect(baseline.stdout, baseline.stderr).to.match(/3 screenshots captured/);
    const tested = await cli.run(["run", "visual", "--wait", "--json"], own);
    expect(tested.exit, tested.stderr).to.equal(0);
    const runId = /run_\w+/.exec(tested.stdout)?.[0] ?? "";
    const { results } = (await (
      await fetch(`${world.service.apiUrl}/api/ci/runs/${runId}/results`, { headers: { "x-api-key": key } })
    ).json()) as { results: { scenarioLabel: string; artifacts: { test: string } }[] };
    expect(results.map(({ scenarioLabel }) => scenarioLabel).sort()).to.deep.equal([
      "Shop/Button: Danger",
      "Shop/Button: Primary",
      "Shop/Price: Reduced",
    ]);
    // The story itself, without a surrounding frame or an error instead.
    const picture = async (label: string) => {
      const { artifacts } = results.find(({ scenarioLabel }) => scenarioLabel === label) ?? { artifacts: { test: "" } };
      const answer = await fetch(new URL(artifacts.test, world.service.apiUrl));
      const { data } = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
      return new Set(Array.from({ length: data.length / 4 }, (_, at) => data.readUIntBE(at * 4, 3)));
    };
    expect([...(await picture("Shop/Button: Primary"))])
      .to.include(0x00aa55)
      .and.not.include(0xbb0000);
    expect([...(await picture("Shop/Button: Danger"))]).to.include(0xbb0000);
  });

  it("Playwright's own screenshots become baselines that uploads are compared with", async () => {
    const below = path.join(cli.folder, "shots", "shop.spec.ts-snapshots");
    await mkdir(below, { recursive: true });
    const green = plainPng(800, 500, [0, 160, 80]);
    await writeFile(path.join(below, "receipt-chromium-linux.png"), green);
    await writeFile(path.join(below, "receipt-chromium-darwin.png"), plainPng(800, 500, [0, 0, 0]));
    await writeFile(path.join(below, "broken-chromium-linux.png"), "no picture");
    const own = { SVC_URL: world.service.apiUrl, SVC_API_KEY: owner.key, SVC_PROJECT: owner.slug };
    const listed = await cli.run(["import", "playwright", "shots"], own);
    expect(listed.stdout).to.match(/^1 screenshot would become a baseline:/);
    expect(listed.stdout)
      .to.match(/darwin\.png: is for darwin/)
      .and.match(/broken-chromium-linux\.png: is not a PNG/);
    const done = await cli.run(["import", "playwright", "shots", "--apply"], own);
    expect(done.exit, done.stderr).to.equal(0);
    expect(done.stdout).to.match(/^1 screenshot became a baseline \(/);

    const opened = (await owner.client.request("POST", "/api/ci/uploads", { build: "by-hand" })) as {
      runId: string;
    };
    const query = new URLSearchParams({
      name: "receipt",
      viewport: "tablet",
      width: "800",
      height: "500",
      browser: "chromium",
      browserVersion: "1",
      platform: "linux-x64",
    });
    const sent = await fetch(`${world.service.apiUrl}/api/ci/uploads/${opened.runId}/shots?${query}`, {
      method: "POST",
      headers: { "x-api-key": owner.key, "content-type": "image/png" },
      body: new Uint8Array(green),
    });
    expect(sent.status).to.equal(200);
    await owner.client.request("POST", `/api/ci/uploads/${opened.runId}/finish`, {});
    expect((await owner.client.wait(opened.runId)).summary).to.include({ total: 1, passed: 1 });
  });
});
