// plumbline-playwright as its users have it: packed, in a Playwright project, against the real stack.
import { expect } from "chai";
import { type PlaywrightProject, playwrightProject } from "../cli/playwright/project.ts";
import { startWorld, type World } from "../support/service.ts";

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

describe("plumbline-playwright against the real stack", function () {
  this.timeout(240_000);
  let world: World;
  let project: PlaywrightProject;
  let owner: Awaited<ReturnType<World["project"]>>;
  let env: Record<string, string>;
  before(async () => {
    [world, project] = await Promise.all([startWorld(), playwrightProject()]);
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
    await project?.remove();
  });

  const runIdIn = (said: string) => [...new Set(said.match(/run_\w+/g))];

  it("new pictures, approved, pass the next time and fail when the page has changed", async () => {
    const first = await project.test({ ...env, WAIT: "1", PLUMBLINE_BUILD: "build-1" });
    expect(first.said)
      .to.match(/2 passed/)
      .and.match(/0 of 2 pictures passed/);
    expect(first.said).to.match(/Page one – open \(tablet, chromium\): There is no baseline yet/);
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
    expect(second.said).to.match(/2 of 2 pictures passed/);
    expect(second.exit, second.said).to.equal(0);

    world.site.set("two", "Other words, and rather more of them than before.");
    const third = await project.test({ ...env, WAIT: "1", PLUMBLINE_BUILD: "build-3" });
    expect(third.said)
      .to.match(/1 of 2 pictures passed/)
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
    // A run of its own pictures visits the declared scenario alone.
    const own = await owner.client.wait((await owner.client.run({})).runId);
    expect(own.summary).to.include({ total: 1 });
  });

  it("two shards share a run, which waits for both; a build of no name gets one from the reporter", async () => {
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
});
