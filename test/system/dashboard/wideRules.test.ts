// A rule for all scenarios in a real browser on the real stack: its effect is counted in the review before it is saved; listed in the
// settings, deleted and restored.
import { expect } from "chai";
import type { Page } from "playwright";
import type { ApiClient } from "../../../temporal-dev/apiClient.ts";
import { eventually } from "../../support/eventually.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, ready } from "./support.ts";

describe("rules for several scenarios on the dashboard", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  let client: ApiClient;
  let slug: string;
  let runId: string;
  let page: Page;
  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000" });
    ({ client, slug } = await world.project({ One: "/page/one", Two: "/page/two", Three: "/page/three" }));
    await client.wait((await client.run({ type: "baseline" })).runId);
    for (const name of ["one", "two", "three"]) world.site.set(name, `Other words for page ${name}.`);
    ({ runId } = await client.run({}));
    await client.wait(runId);
    dashboard = await openDashboard(world);
    page = await dashboard.signIn({ email: "anna@shop.example", role: "editor" }, `/p/${slug}/visual/${runId}`);
    await page.locator("[data-ready=true]").waitFor();
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  const inBothThemes = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page), `${what}, ${colorScheme}`).to.deep.equal([]);
    }
  };
  const save = () => page.getByRole("button", { name: "Save rule" });
  const statuses = async () => {
    const results = (await client.results(runId)) as unknown as { status: string; reasons: { code: string }[] }[];
    return results.map(({ status, reasons }) =>
      [status, ...reasons.map(({ code }) => code).filter((code) => code === "hidden_by_rule")].join(" "),
    );
  };

  it("are made in the review: counted before they are kept, and keys typed in the fields decide nothing", async () => {
    await page.keyboard.press("r");
    const selector = page.getByRole("textbox", { name: "Selector" });
    await selector.fill("");
    await selector.pressSequentially("xaum");
    await page.getByLabel("Applies to").selectOption("path");
    const path = page.getByRole("textbox", { name: "Path" });
    expect(await path.inputValue()).to.match(/^\/page\/(one|two|three)$/);
    await path.fill("/page/");
    await path.pressSequentially("xaum*");
    await page.getByText(/fits the address of no scenario|does not belong to the scenarios at/).waitFor();
    expect(await save().isDisabled()).to.equal(true);
    expect(dashboard.takeTroubles().every((one) => /\b400\b/.test(one))).to.equal(true);
    await page.getByText("0 of 3 reviewed", { exact: true }).waitFor();

    await page.getByLabel("Applies to").selectOption("project");
    await selector.fill("#text");
    await page.getByText("3 scenarios: 3 of 3 failed screenshots would pass.").waitFor();
    await page.getByText("The element is in 3 of 3 newest screenshots.").waitFor();
    await inBothThemes("the new rule");
    await save().click();
    await page.getByText("Rule saved. The run is compared again.").waitFor();
    await eventually(
      "all screenshots pass and name the rule",
      async () => (await statuses()).every((one) => one === "passed hidden_by_rule"),
      60_000,
    );
  });

  it("are listed in the settings with what they are for, deleted, and taken back", async () => {
    await page.goto(`${world.service.apiUrl}/p/${slug}/settings/rules`);
    await ready(page);
    const row = page
      .getByRole("table", { name: "Rules for several scenarios" })
      .getByRole("row")
      .filter({ hasText: "#text" });
    await row.waitFor();
    const words =
      /All scenarios \(3 scenarios\).*Differences are ignored.*Hides .*% of the page.*\d+ pixels in 1 of 1 run/;
    expect(await row.textContent()).to.match(words);
    // On a phone too.
    await page.setViewportSize({ width: 390, height: 844 });
    await row.getByText(/^Hides .*% of the page$/).waitFor();
    await page.setViewportSize({ width: 1400, height: 860 });
    await inBothThemes("the settings");
    await row.getByRole("button", { name: "Delete the rule of #text for All scenarios" }).click();
    await page.getByText("Rule deleted.").waitFor();
    await row.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await row.waitFor();

    const viewer = await dashboard.signIn({ email: "vera@shop.example", role: "viewer" }, `/p/${slug}/settings/rules`);
    await ready(viewer);
    await viewer.getByText("Differences are ignored").waitFor();
    expect(await viewer.getByRole("button", { name: /^Delete the rule/ }).count()).to.equal(0);
    await viewer.close();
    dashboard.expectNoTrouble();
  });
});
