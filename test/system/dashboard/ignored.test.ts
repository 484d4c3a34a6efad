// "Ignore this change" in a real browser on the real stack: with one key, recognised in the next run, listed, stopped and undone.
import { expect } from "chai";
import type { Page } from "playwright";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, ready } from "./support.ts";

describe("ignored changes on the dashboard", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  let client: ApiClient;
  let slug: string;
  let runId: string;
  let page: Page;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    ({ client, slug } = await world.project({ One: "/page/one", Two: "/page/two" }));
    await client.wait((await client.run({ type: "baseline" })).runId);
    for (const name of ["one", "two"]) world.site.set(name, `Other words for page ${name}.`);
    ({ runId } = await client.run({}));
    await client.wait(runId);
    dashboard = await openDashboard(world);
    page = await dashboard.signIn({ email: "anna@shop.example", role: "editor" }, reviewOf(runId));
    await page.locator("[data-ready=true]").waitFor();
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  const reviewOf = (id: string) => `/p/${slug}/visual/${id}`;
  const inBothThemes = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), `${what}, ${colorScheme}`).to.deep.equal([]);
    }
  };
  const judged = (count: number) => page.getByText(`${count} of 2 reviewed`, { exact: true }).waitFor();
  const saved = () => page.locator("[data-saving]").waitFor({ state: "detached" });
  const dialog = () => page.getByRole("dialog", { name: "Ignore this change" });
  const statuses = async (runId: string) => {
    const results = (await client.results(runId)) as unknown as { status: string; reasons: { code: string }[] }[];
    return results.map(({ status, reasons }) => `${status} ${reasons[0]?.code}`).sort();
  };
  const settings = async () => {
    await page.goto(`${world.service.apiUrl}/p/${slug}/settings/rules`);
    await ready(page);
  };

  it("one key and Enter ignore it for 30 days; a held key, Escape and a missing reason ignore nothing", async () => {
    for (let time = 0; time < 20; time++) await page.keyboard.down("i");
    await page.keyboard.up("i");
    await dialog().waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName), "its first field").to.equal("SELECT");
    await inBothThemes("the dialog");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await judged(0);
    await page.keyboard.press("i");
    await dialog().getByLabel("Ignore for").selectOption("forever");
    await page.keyboard.press("Enter");
    await dialog().getByText("Say why it can be ignored permanently.").waitFor();
    await judged(0);
    await dialog().getByLabel("Ignore for").selectOption("30d");
    await dialog().getByLabel("Note (optional)").pressSequentially("xau");
    for (let time = 0; time < 20; time++) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    await judged(1);
    await saved();
    await page.keyboard.press("u");
    await judged(0);
    await saved();
    await page.keyboard.press("U");
    await judged(1);
    await saved();
    await page.reload();
    await page.locator("[data-ready=true]").waitFor();
    await judged(1);
    expect(await page.locator("[data-standing=ignored]").count()).to.be.greaterThan(0);
  });

  it("passes in the next run, which says so, and is shown and stopped in the settings, which can be undone", async () => {
    const { runId: next } = await client.run({});
    await client.wait(next);
    expect(await statuses(next)).to.deep.equal(["failed content_changed", "passed ignored_change"]);
    await page.goto(`${world.service.apiUrl}/p/${slug}/runs/${next}`);
    await ready(page);
    await page.getByText("1 screenshot passed because people ignore its changes.").waitFor();
    await settings();
    const row = page.getByRole("table", { name: "Ignored changes" }).getByRole("row").filter({ hasText: "xau" });
    await row.getByText(/^Ignored until .* by anna\.$/).waitFor();
    await inBothThemes("the settings");
    await row.getByRole("button", { name: /^Stop ignoring/ }).click();
    await page.getByText("The change fails again in the next run.").waitFor();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await row.waitFor();
    await row.getByRole("link", { name: /^(One|Two)$/ }).click();
    await page.getByRole("heading", { name: "Flakiness" }).waitFor();
    await page.getByText(/^Stable in \d+ screenshots\./).waitFor();
    await page.getByRole("table", { name: "Ignored changes" }).waitFor();
    await ready(page);
    await inBothThemes("the scenario");
    await page.getByRole("button", { name: /^Stop ignoring/ }).click();
    await page.getByText("The change fails again in the next run.").waitFor();
    ({ runId } = await client.run({}));
    await client.wait(runId);
    expect(await statuses(runId), "needs review again").to.deep.equal([
      "failed content_changed",
      "failed content_changed",
    ]);
    dashboard.expectNoTrouble();
  });

  it("a rule begins at its first field, offers all scenarios that have the element, and says what it hides", async () => {
    await page.goto(`${world.service.apiUrl}${reviewOf(runId)}`);
    await page.locator("[data-ready=true]").waitFor();
    await page.keyboard.press("r");
    const selector = page.getByRole("textbox", { name: "Selector" });
    await page.waitForFunction(() => document.activeElement?.closest("form") !== null);
    await selector.fill("#text");
    await page
      .getByText(/^Hides \d+ % of the page$/)
      .first()
      .waitFor();
    await page.getByText("The element is on 2 scenarios.").waitFor();
    await page.getByRole("button", { name: "Apply to all scenarios" }).click();
    await page.getByText("2 scenarios: 2 of 2 failed screenshots would pass.").waitFor();
    await inBothThemes("the rule");
    await page.keyboard.press("Escape");
    await page.goto(`${world.service.apiUrl}/p/${slug}/scenarios?sort=flakiest`);
    await ready(page);
    await page.getByRole("link", { name: "One" }).waitFor();
    await page.getByLabel("Only flaky ones").check();
    await page.getByText("Nothing matches the filter.").waitFor();
    await inBothThemes("the ranking");
    dashboard.expectNoTrouble();
  });
});
