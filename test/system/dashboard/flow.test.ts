// The dashboard as people use it, on the real stack in real browsers: from the first start of the service and its one-time link to a change
// that was found, reviewed and approved; keys and people; the screens where work is done; and a service that goes away and comes back.
import { expect } from "chai";
import type { Page } from "playwright";
import { makeFirstLink } from "../../../temporal-dev/firstLink.ts";
import { inFullLane, isFullLane } from "../../support/lanes.ts";
import { startWorld, type World } from "../../support/service.ts";
import { startTestSite, type TestSite } from "../../support/site.ts";
import { together } from "../../support/together.ts";
import { attacks } from "./parts/attacks.ts";
import { comings } from "./parts/comings.ts";
import { approveAllByKeys, keys, makeFirstProject, openByKeys, startRunByKeys } from "./parts/firstProject.ts";
import { mends } from "./parts/mends.ts";
import { works } from "./parts/works.ts";
import { type Dashboard, enter, openDashboard, ready } from "./support.ts";

const ADMIN = { email: "first@shop.example", password: "a horse, a battery and a staple" };
const HOME = '<p><a href="/page/one">One</a> <a href="/page/two">Two</a></p>';

describe("the dashboard from its first start", function () {
  this.timeout(300_000);
  let world: World;
  let chromium: Dashboard;
  let firefox: Dashboard | null;
  let otherSite: TestSite;
  let page: Page;
  let slug: string;
  const at = (path: string) => `${world.service.apiUrl}/p/${slug}${path}`;

  before(async () => {
    otherSite = await startTestSite();
    world = await startWorld({
      SVC_ALLOWED_HOSTS: `127.0.0.1:${otherSite.port}`,
      SVC_TRIGGER_RATE_PER_MINUTE: "1000",
      SVC_SIGN_IN_RATE_PER_MINUTE: "1000",
    });
    for (const site of [world.site, otherSite]) site.set("home", HOME);
    const other = isFullLane ? openDashboard(world, "firefox") : null;
    [chromium, firefox] = await Promise.all([openDashboard(world), other]);
  });
  after(async () => {
    await Promise.all([chromium?.close(), firefox?.close()]);
    await world?.stop();
    await otherSite?.close();
  });
  afterEach(() => {
    chromium.expectNoTrouble();
    firefox?.expectNoTrouble();
  });

  it("makes the first administrator by the link of the first start, once, who signs in by password from then on", async () => {
    const nobody = await chromium.open("/");
    await nobody.getByText("No user yet.").waitFor();
    const link = await makeFirstLink(world.service.dataDir, world.service.env);
    const { pathname, hash } = new URL(link.trim());
    await nobody.goto(`${world.service.apiUrl}${pathname}${hash}`);
    await nobody.getByLabel("Your name").fill("First Person");
    await nobody.getByLabel("E-mail address").fill(ADMIN.email);
    await nobody.getByLabel("New password").fill(ADMIN.password);
    expect(nobody.url()).not.to.include(hash);
    await nobody.getByRole("button", { name: "Create account" }).click();
    await nobody.getByRole("heading", { name: "No project yet" }).waitFor();
    await nobody.context().close();
    chromium.expectNoTrouble();

    const late = await chromium.open(`${pathname}${hash}`);
    await late.getByRole("alert").waitFor();
    await late.context().close();
    // The used link is rejected, as it must be.
    expect(chromium.takeTroubles().every((trouble) => /404/.test(trouble))).to.equal(true);

    page = await chromium.open("/");
    await enter(page, ADMIN.email, ADMIN.password);
    await page.getByRole("heading", { name: "No project yet" }).waitFor();
  });

  describe("leads from an address to a change that is approved", () => {
    const oneOf = together(2);
    const whole = async (browser: Page, site: TestSite, name: string): Promise<string> => {
      const made = await makeFirstProject(browser, { base: world.service.apiUrl, address: site.url, name });
      site.set("one", "Other words than before, and more of them.");
      const runId = await startRunByKeys(browser);
      await openByKeys(browser, "Overview");
      await browser.getByText("Blocked", { exact: true }).waitFor();
      const judged = await approveAllByKeys(browser);
      expect(judged).to.be.at.least(1);
      await browser.goto(`${world.service.apiUrl}/p/${made.slug}/runs/${runId}`);
      await browser.getByRole("heading", { level: 1 }).getByText("Passed").waitFor();
      await openByKeys(browser, "Overview");
      await browser.getByRole("heading", { name: /^Release gate of/ }).waitFor();
      await browser.getByText("Ready", { exact: true }).waitFor();
      return made.slug;
    };
    oneOf("in Chromium", async () => {
      slug = await whole(page, world.site, "Chromium shop");
    });
    inFullLane(() => {
      oneOf("in Firefox, where it is installed", async () => {
        if (!firefox) return;
        const person = await firefox.signIn({ email: "fire@shop.example", role: "editor" }, "/");
        await whole(person, otherSite, "Firefox shop");
        await person.context().close();
      });
    });
  });

  describe("then", () => {
    it("has a sheet of its keys, a palette that goes to places, and a Back that leads back", async () => {
      await page.goto(at(""));
      await ready(page);
      await keys(page, "?");
      const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await sheet.getByText("Search and commands").waitFor();
      await keys(page, "Escape");
      await sheet.waitFor({ state: "detached" });
      await keys(page, "g", "t");
      await page.getByRole("heading", { level: 1, name: "Tracking" }).waitFor();
      await page.keyboard.press("Control+k");
      const palette = page.getByRole("combobox", { name: /^Search projects/ });
      await palette.fill("Functional");
      await page
        .getByRole("option", { name: /Functional/ })
        .first()
        .waitFor();
      await keys(page, "Enter");
      await page.getByRole("heading", { level: 1, name: "Functional" }).waitFor();
      // Results from the service: a project by its name.
      await page.keyboard.press("Control+k");
      await palette.fill("Chromium shop");
      await page
        .getByRole("option", { name: /^project/i })
        .first()
        .click();
      await page.getByRole("heading", { level: 1, name: "Chromium shop" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Functional" }).waitFor();
      await page.goBack();
      await page.getByRole("heading", { level: 1, name: "Tracking" }).waitFor();
    });

    it("makes a key that is shown once, works, and is refused once it is revoked", async () => {
      await page.goto(at("/settings/keys"));
      await ready(page);
      await page.getByRole("button", { name: "New key" }).click();
      const dialog = page.getByRole("dialog", { name: "New API key" });
      await dialog.getByLabel("Name").fill("Robot");
      await dialog.getByRole("button", { name: "Create key" }).click();
      const key = (await dialog.locator("code").textContent()) ?? "";
      await dialog.getByRole("button", { name: "I have it" }).click();
      await page.getByRole("cell", { name: "Robot", exact: true }).waitFor();
      await page.reload();
      await page.getByRole("cell", { name: "Robot", exact: true }).waitFor();
      expect(await page.content()).not.to.include(key);
      const asRobot = async () =>
        (await fetch(`${world.service.apiUrl}/api/ci/projects`, { headers: { "x-api-key": key } })).status;
      expect(await asRobot()).to.equal(200);
      await page.getByRole("button", { name: "Revoke Robot" }).click();
      const sure = page.getByRole("dialog", { name: "Revoke Robot" });
      const revoke = sure.getByRole("button", { name: "Revoke", exact: true });
      expect(await revoke.isDisabled()).to.equal(true);
      await sure.getByLabel("Type Robot to confirm").fill("Robot");
      await revoke.click();
      await page.getByText("Revoked", { exact: true }).waitFor();
      expect(await asRobot()).to.equal(401);
    });

    it("lets a second person in by an invitation, who looks and changes nothing", async () => {
      await page.goto(`${world.service.apiUrl}/organisation/members`);
      await ready(page);
      await page.getByLabel("E-mail address to invite").fill("second@shop.example");
      await page.getByLabel("Role", { exact: true }).selectOption("viewer");
      await page.getByRole("button", { name: "Invite", exact: true }).click();
      const link = new URL(
        (await page.getByRole("dialog", { name: "The invitation" }).locator("code").textContent()) ?? "",
      );
      await page.getByRole("button", { name: "I have it" }).click();

      const second = await chromium.open(`${link.pathname}${link.hash}`);
      await second.getByLabel("Your name").fill("Second Person");
      await second.getByLabel("New password").fill("another horse, another battery");
      await second.getByRole("button", { name: "Join" }).click();
      await second.getByRole("link", { name: "Chromium shop" }).first().click();
      await second.getByRole("heading", { name: /^Release gate of/ }).waitFor();
      expect(await second.getByRole("link", { name: "Start a run" }).count()).to.equal(0);
      await keys(second, "g", "r");
      await second.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
      await keys(second, "s");
      expect(await second.getByRole("button", { name: /start a run/i }).count()).to.equal(0);
      expect(await second.getByRole("dialog").count()).to.equal(0);
      const { csrfToken } = (await (await second.request.get(`${world.service.apiUrl}/api/auth/session`)).json()) as {
        csrfToken: string;
      };
      const refused = await second.request.post(`${world.service.apiUrl}/api/tests/test`, {
        data: { project: slug },
        headers: { "x-csrf-token": csrfToken },
      });
      expect(refused.status()).to.equal(403);
      await second.context().close();
    });

    inFullLane(() => {
      works(() => ({ world, chromium, slug }));
      comings(() => ({ world, chromium, slug }));
      attacks(() => ({ world, chromium, slug }));
      // Last, because it changes a page that has a baseline.
      mends(() => ({ world, chromium, slug }));
    });
  });
});
