// The screens that show modes: the review's filter, and the form that sets the modes of scenarios.
import { expect } from "chai";
import type { Page } from "playwright";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { type Dashboard, enter, openDashboard, ready } from "./support.ts";

describe("the screens that show modes", function () {
  this.timeout(180_000);
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  let base: string;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    // The same date as the browser's clock.
    world.clock.at = new Date();
    await world.models.projects.updateOne(
      { _id: "prj_shop" },
      { $set: { modes: { dark: { colorScheme: "dark" }, german: { locale: "de-DE" } } } },
    );
    await addRun(world.models, "run_1");
    await addShot(world.models, "run_1", 0, { scenarioLabel: "Cart", captures: [] });
    await addShot(world.models, "run_1", 1, { scenarioLabel: "Cart", mode: "dark", captures: [] });
    await addShot(world.models, "run_1", 2, { scenarioLabel: "Invoice", mode: "german", captures: [] });
    await world.addUser("editor", "org_a", "ada@x.example");
    ({ base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER }));
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
    page = await dashboard.open("/sign-in");
    await enter(page, "ada@x.example", PASSWORD);
  });
  after(async () => {
    await dashboard?.close();
    await world?.close();
  });

  const listed = () => page.getByRole("region", { name: "Results" });
  const shots = () => listed().locator("[data-shot]");

  it("the review lists the results of one mode, and the address keeps it", async () => {
    await page.goto(`${base}/p/shop/visual/run_1`);
    const mode = page.getByLabel("Mode", { exact: true });
    await mode.waitFor();
    expect(await mode.locator("option").allTextContents()).to.deep.equal(["All modes", "default", "dark", "german"]);
    // The open result always stays listed, so open a result of the mode.
    await listed()
      .getByText(/german/)
      .first()
      .click();
    await mode.selectOption("german");
    await page.waitForURL(/in=german/);
    await listed().getByText(/dark/).waitFor({ state: "detached" });
    expect(await shots().count()).to.equal(1);
    await page.reload();
    await listed()
      .getByText(/german/)
      .first()
      .waitFor();
    expect(await mode.inputValue()).to.equal("german");
    expect(await shots().count()).to.equal(1);
    await mode.selectOption("");
    await listed().getByText(/dark/).first().waitFor();
  });

  it("a run in one mode offers no choice of modes", async () => {
    await addRun(world.models, "run_2");
    await addShot(world.models, "run_2", 0, { captures: [] });
    await page.goto(`${base}/p/shop/visual/run_2`);
    await shots().first().waitFor();
    expect(await page.getByLabel("Mode", { exact: true }).count()).to.equal(0);
  });

  it("the form of scenarios takes modes that the project has, and says which it does not have", async () => {
    dashboard.takeTroubles();
    await page.goto(`${base}/p/shop/settings/scenarios`);
    await ready(page);
    await page.getByLabel("Choose Home").check();
    await page.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Change 1 scenario" });
    const change = dialog.getByRole("button", { name: "Change", exact: true });
    await dialog.getByLabel("Modes").fill("default, sepia");
    await change.click();
    await dialog.getByRole("alert").getByText(/sepia/).waitFor();
    const stored = async () => (await world.models.scenarios.findById("scn_home").lean())?.modes;
    expect(await stored()).to.equal(undefined);
    await dialog.getByLabel("Modes").fill("default, dark");
    await change.click();
    await dialog.waitFor({ state: "detached" });
    expect(await stored()).to.deep.equal(["default", "dark"]);
    await page.getByRole("row").filter({ hasText: "Home" }).getByText("default, dark").waitFor();
    expect(dashboard.takeTroubles().filter((one) => !/^4\d\d |status of 4\d\d/.test(one))).to.deep.equal([]);
  });

  it("a new mode replaces none of the same name, and a deleted one can be brought back", async () => {
    await page.goto(`${base}/p/shop/settings/project`);
    await ready(page);
    await page.getByRole("button", { name: "New mode" }).click();
    const dialog = page.getByRole("dialog", { name: "New mode" });
    await dialog.getByLabel("Name").fill("german");
    await dialog.getByText("The mode german already exists.").waitFor();
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).to.equal(true);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Discard" }).click();
    const stored = async () => (await world.models.projects.findById("prj_shop").lean())?.modes?.german;
    const before = await stored();
    await page.getByRole("button", { name: "Change german" }).click();
    const german = page.getByRole("dialog", { name: "Mode german" });
    // What is shown is why the last attempt was refused.
    for (const [name, error] of [
      ["Save", "Not saved."],
      ["Delete", "Not deleted."],
    ] as const) {
      await page.route(/\/shop\/modes$/, (route) => route.fulfill({ status: 409, json: { error } }), { times: 1 });
      await german.getByRole("button", { name }).click();
      await german.getByRole("alert").getByText(error).waitFor();
    }
    dashboard.takeTroubles();
    await german.getByRole("button", { name: "Delete" }).click();
    await page.getByText("Mode deleted.").waitFor();
    expect(await stored()).to.equal(undefined);
    // The list is read again after the message; until then it would look as if the mode were back already.
    await page.getByRole("button", { name: "Change german" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByRole("button", { name: "Change german" }).waitFor();
    expect(await stored()).to.deep.equal(before);
    dashboard.expectNoTrouble();
  });
});
