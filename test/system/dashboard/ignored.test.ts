// "Ignore this change" in a real browser on the real stack: with one key, recognised in the next run, listed, stopped and undone.
import { expect } from "chai";
import type { Locator, Page } from "playwright";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { eventually } from "../../support/eventually.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, ready, rulesIn } from "./support.ts";

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  const hasFocus = () => element.evaluate((one) => one === document.activeElement);
  for (let stops = 40; stops > 0 && !(await hasFocus()); stops--) await page.keyboard.press("Tab");
  expect(await hasFocus(), `Tab reaches ${element}`).to.equal(true);
}

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
      expect(await axeViolations(page, rulesIn(colorScheme)), `${what}, ${colorScheme}`).to.deep.equal([]);
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

  it("a rule is made with keys alone: it offers all scenarios that have the element, and says what it hides", async () => {
    await page.goto(`${world.service.apiUrl}${reviewOf(runId)}`);
    await page.locator("[data-ready=true]").waitFor();
    await page.keyboard.press("r");
    await page.waitForFunction(() => document.activeElement?.closest("form") !== null);
    const selector = page.getByRole("textbox", { name: "Selector" });
    await tabTo(page, selector);
    // The selector of the change is selected, so that what is typed replaces it.
    await page.keyboard.type("#text");
    expect(await selector.inputValue()).to.equal("#text");
    await page
      .getByText(/^Hides \d+ % of the page$/)
      .first()
      .waitFor();
    await page.getByText("The element is on 2 scenarios.").waitFor();
    await tabTo(page, page.getByRole("button", { name: "Apply to all scenarios" }));
    await page.keyboard.press("Enter");
    await page.getByText("2 scenarios: 2 of 2 failed screenshots would pass.").waitFor();
    await inBothThemes("the rule");
    const save = page.getByRole("button", { name: "Save rule" });
    await page.waitForFunction((button) => !(button as HTMLButtonElement).disabled, await save.elementHandle());
    await tabTo(page, save);
    await page.keyboard.press("Enter");
    await page.getByText("Rule saved. The run is compared again.").waitFor();
    await eventually("the run passes", async () => (await statuses(runId)).every((one) => one.startsWith("passed")));
    await page.goto(`${world.service.apiUrl}/p/${slug}/scenarios?sort=flakiest`);
    await ready(page);
    await page.getByRole("link", { name: "One" }).waitFor();
    await page.getByLabel("Only flaky ones").check();
    await page.getByText("Nothing matches the filter.").waitFor();
    await inBothThemes("the ranking");
    dashboard.expectNoTrouble();
  });
});
