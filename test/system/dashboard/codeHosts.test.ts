// Reviews through comments, set up in the dashboard: a webhook whose secret is shown once, and an account that is linked by a comment and
// unlinked.
import { expect } from "chai";
import type { Page } from "playwright";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import { obeyComments } from "../../../api/operations/comments/obey.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { type FakeHost, fakeHost, TOKEN } from "../../support/fakeHosts.ts";
import { axeViolations, type Dashboard, enter, openDashboard, ready, rulesIn } from "./support.ts";

const SHOTS = process.env.PLUMBLINE_LOOK;

describe("decisions in comments in the dashboard", function () {
  this.timeout(120_000);
  let world: World;
  let host: FakeHost;
  let dashboard: Dashboard;
  let page: Page;
  before(async () => {
    host = await fakeHost("github");
    world = await makeWorld({ githubToken: TOKEN, githubApiUrl: host.base, publicUrl: "https://plumbline.test/" });
    host.state.now = () => world.clock.at;
    await world.addUser("admin", "org_a", "ada@x.example");
    const { base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER });
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
    page = await dashboard.open("/sign-in");
    await enter(page, "ada@x.example", PASSWORD);
  });
  after(async () => {
    await dashboard?.close();
    await Promise.all([world?.close(), host?.close()]);
  });

  const visit = async (path: string) => {
    await page.goto(new URL(path, page.url()).href);
    await ready(page);
  };
  /** Both themes, on a desktop and on a phone. */
  const looksRight = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        expect(await axeViolations(page, rulesIn(colorScheme)), `${what}, ${colorScheme}, ${width} px`).to.deep.equal(
          [],
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${what} is wider than ${width} px`).to.be.at.most(0);
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/${what}-${colorScheme}-${width}.png`, fullPage: true });
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ colorScheme: "light" });
  };
  let hook: { path: string; secret: string };

  it("an administrator creates a webhook, and sees its secret once", async () => {
    await visit("/p/shop/settings/connectors");
    await looksRight("no-webhook");
    await page.getByRole("button", { name: "Create webhook" }).click();
    const dialog = page.getByRole("dialog", { name: "Webhook for comments" });
    await page.waitForFunction(() => document.activeElement?.matches("[role=dialog] select"));
    await looksRight("create-webhook");
    await dialog.getByLabel("Repository").fill("acme/shop");
    await dialog.getByRole("button", { name: "Create webhook" }).click();
    const codes = dialog.locator("code");
    await codes.nth(1).waitFor();
    const [url = "", secret = ""] = await codes.allTextContents();
    expect(url).to.match(/^https:\/\/plumbline\.test\/api\/hooks\/comments\/\w+$/);
    expect(secret).to.match(/^whsec_/);
    hook = { path: new URL(url).pathname, secret };
    // The list behind the dialog is reloaded, and the secret stays visible.
    await page.locator("td", { hasText: "acme/shop (GitHub)" }).waitFor();
    expect(await codes.allTextContents()).to.deep.equal([url, secret]);
    await looksRight("webhook-secret");
    await dialog.getByRole("button", { name: "I have it" }).click();
    await page.getByRole("cell", { name: "acme/shop (GitHub)" }).waitFor();
    await page.reload();
    await page.getByRole("cell", { name: url }).waitFor();
    expect(await page.content()).not.to.contain(secret.slice("whsec_".length));
    await looksRight("webhooks");
  });

  it("a person links an account with a code that the account posts, and unlinks it", async () => {
    await visit("/account");
    await page.getByLabel("Account name").fill("Ann");
    await page.getByRole("button", { name: "Create code" }).click();
    const command = page.getByText(/^\/plumbline link \w{12}$/);
    await command.waitFor();
    await looksRight("link-code");
    const call = host.hookCall(host.add("Ann", (await command.textContent()) ?? ""), hook.secret);
    expect((await world.client.post(hook.path, call)).status).to.equal(200);
    await obeyComments(world.ctx);
    await page.reload();
    await page.getByRole("cell", { name: "Ann (GitHub)" }).waitFor();
    await looksRight("linked");
    await page.getByRole("button", { name: "Unlink Ann" }).click();
    await page.getByText("Account unlinked.").waitFor();
    await page.getByRole("cell", { name: "Ann (GitHub)" }).waitFor({ state: "detached" });
  });

  it("the audit log shows both under filters of their own", async () => {
    await visit("/p/shop/settings/audit");
    for (const [label, action] of [
      ["Webhooks for comments", /^created the webhook /],
      ["Accounts of code hosts", /^unlinked the code host account /],
    ] as const) {
      await page.getByLabel("Action").selectOption({ label });
      await page.getByRole("cell", { name: action }).first().waitFor();
    }
    await page
      .getByRole("cell", { name: /^created the webhook / })
      .first()
      .waitFor({ state: "detached" });
    await visit("/p/shop/settings/connectors");
    await page.getByRole("button", { name: "Delete acme/shop" }).click();
    // Its secret cannot be shown again, so one press deletes nothing.
    const sure = page.getByRole("dialog", { name: "Delete acme/shop" });
    await sure.getByLabel("Type acme/shop to confirm").pressSequentially("acme/shop");
    await sure.getByRole("button", { name: "Delete webhook" }).click();
    await page.getByText("acme/shop deleted.").waitFor();
    dashboard.expectNoTrouble();
  });
});
