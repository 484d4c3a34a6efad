// Deleting a project and an account in a real browser: the wrong name, then the right one, and where the person lands.
import { expect } from "chai";
import { signIn } from "../../../temporal-dev/sessionClient.ts";
import { makeUser } from "../../support/operator.ts";
import { startWorld, type World } from "../../support/service.ts";
import { axeViolations, type Dashboard, openDashboard, ready } from "./support.ts";

describe("deleting in the dashboard", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  before(async () => {
    world = await startWorld({ SVC_RECONCILE_EVERY_MS: "1000" });
    dashboard = await openDashboard(world);
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  it("a project: its name has to be typed, and the organisation shows the counts at the end", async () => {
    const { slug } = await world.project({ One: "/page/one" });
    const page = await dashboard.signIn({ email: "anna@shop.example", role: "admin" }, `/p/${slug}/settings/project`);
    await ready(page);
    await page.getByRole("button", { name: "Delete project" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete project" });
    await dialog.getByText("1 scenario").waitFor();
    const field = dialog.getByLabel(`Type ${slug} to confirm`);
    expect(await field.evaluate((element) => element === document.activeElement), "the field has the focus").to.equal(
      true,
    );
    expect(await axeViolations(page)).to.deep.equal([]);
    const button = dialog.getByRole("button", { name: "Delete project" });
    await field.pressSequentially(`${slug}s`);
    expect(await button.isDisabled()).to.equal(true);
    await field.press("Enter");
    await dialog.waitFor();
    await field.press("Backspace");
    await button.click();
    await page.getByText("The project is being deleted.").waitFor();
    await page.waitForURL((url) => url.pathname === "/organisation/members");
    await page
      .getByRole("table", { name: "Deletions" })
      .getByText(/\d+ documents? and 0 files deleted/)
      .waitFor();
    dashboard.expectNoTrouble();
  });

  it("a schedule and a channel: the name has to be typed, the focus is never on the button, and closing deletes nothing", async () => {
    const { slug } = await world.project({ One: "/page/one" });
    const page = await dashboard.signIn({ email: "dora@shop.example", role: "editor" }, `/p/${slug}`);
    const session = await signIn(
      world.service.apiUrl,
      "erik@shop.example",
      await makeUser(world, "erik@shop.example", "editor"),
    );
    await session.post("/api/schedules", { project: slug, name: "Nightly", types: ["test"], cron: "0 3 * * *" });
    const hook = { project: slug, name: "Team", kind: "webhook", url: "https://hooks.example/x" };
    await session.post("/api/notifications/channels", hook);
    for (const [part, table, name, action] of [
      ["schedules", "Schedules", "Nightly", "Delete schedule"],
      ["notifications", "Channels", "Team", "Delete channel"],
    ] as const) {
      await page.goto(`${world.service.apiUrl}/p/${slug}/settings/${part}`);
      await ready(page);
      const row = page.getByRole("table", { name: table }).getByRole("row").filter({ hasText: name });
      const open = () => row.getByRole("button", { name: `Delete ${name}` }).click();
      await open();
      const dialog = page.getByRole("dialog", { name: `Delete ${name}` });
      const field = dialog.getByLabel(`Type ${name} to confirm`);
      expect(await field.evaluate((element) => element === document.activeElement), "the focus").to.equal(true);
      expect(await axeViolations(page)).to.deep.equal([]);
      await page.keyboard.press("Enter");
      expect(await dialog.getByRole("button", { name: action }).isDisabled()).to.equal(true);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await page.reload();
      await row.waitFor();
      await open();
      await field.pressSequentially(name);
      await dialog.getByRole("button", { name: action }).click();
      await page.getByText(`${name} deleted.`).waitFor();
      await row.waitFor({ state: "detached" });
    }
    dashboard.expectNoTrouble();
  });

  it("one's account: the person is signed out, and cannot come back", async () => {
    const password = await makeUser(world, "ben@shop.example", "editor");
    const page = await dashboard.open("/account");
    await page.getByLabel("E-mail address").pressSequentially("ben@shop.example");
    await page.getByLabel("Password").pressSequentially(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByLabel("Type ben@shop.example to confirm").pressSequentially("ben@shop.example");
    await dialog.getByRole("button", { name: "Delete account" }).click();
    await page.waitForURL((url) => url.pathname === "/sign-in");
    await page.getByText("The account is being deleted.").waitFor();
    dashboard.takeTroubles();
    await page.getByLabel("E-mail address").pressSequentially("ben@shop.example");
    await page.getByLabel("Password").pressSequentially(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The e-mail address or the password is wrong.").waitFor();
  });

  it("the last administrator is told why the account stays", async () => {
    const page = await dashboard.open("/account");
    const password = await makeUser(world, "cleo@shop.example", "admin");
    await page.getByLabel("E-mail address").pressSequentially("cleo@shop.example");
    await page.getByLabel("Password").pressSequentially(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    // The other administrator of this installation.
    await world.admin("users", "delete", "--email", "anna@shop.example", "--confirm", "anna@shop.example");
    await page.getByRole("button", { name: "Delete account" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete account" });
    await dialog.getByText(/last administrator of "Default"/).waitFor();
    const close = dialog.getByText("Close", { exact: true });
    expect(await close.evaluate((element) => element === document.activeElement), "Close has the focus").to.equal(true);
  });
});
