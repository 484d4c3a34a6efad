// What all screens share: fields whose value is in the address, the top bar, the palette, running work, and a service that is away.
import { expect } from "chai";
import type { Locator, Page } from "playwright";
import type { AppSettings } from "../../../api/endpoints/answers/app/settings.ts";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import { VIEWPORT_NAMES } from "../../../domain/visual/shot.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { eventually } from "../../support/eventually.ts";
import { itInFullLane } from "../../support/lanes.ts";
import { axeViolations, type Dashboard, enter, hold, holdPost, openDashboard, ready } from "./support.ts";

describe("the frame of the dashboard", function () {
  this.timeout(180_000);
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    // The same date as the browser's clock.
    world.clock.at = new Date();
    const { models } = world;
    await addRun(models, "run_quiet", { type: "a11y-test", branch: "quiet" });
    await addRun(models, "run_done", { verdict: "fail", branch: "main" });
    const noPictures = { captures: [], artifacts: { baseline: null, test: null, diff: null, map: null } };
    await addShot(models, "run_done", 0, noPictures);
    await addShot(models, "run_done", 1, { ...noPictures, browser: "firefox" });
    await world.addUser("editor", "org_a", "ada@x.example");
    await world.addUser("admin", "org_a", "eva@x.example");
    await world.addUser("viewer", "org_a", "vic@x.example");
    const { base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER });
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
    page = await dashboard.open("/sign-in");
    await enter(page, "ada@x.example", PASSWORD);
  });
  after(async () => {
    await dashboard?.close();
    await world?.close();
  });

  const visit = async (path: string) => {
    await page.goto(new URL(`/p/shop${path}`, page.url()).href);
    await ready(page);
  };

  const notifications = (of: Page) => of.getByRole("region", { name: "Notifications" });

  it("a field whose text is in the address takes keys where the caret is", async () => {
    await visit("/runs?text=world");
    const field = page.getByLabel("Search runs");
    await field.press("Home");
    await page.keyboard.type("hello ");
    await page.waitForURL(/text=hello\+world|text=hello%20world/);
    expect(await field.inputValue()).to.equal("hello world");
  });

  it("clearing the filters clears those of the top bar too", async () => {
    for (const path of [
      "/runs?branch=nowhere",
      "/problems?branch=nowhere",
      "/audits/a11y?branch=quiet",
      "/audits/seo?branch=quiet",
    ]) {
      await visit(path);
      await page.getByRole("heading", { name: "No matches" }).waitFor();
      expect(await page.getByRole("link", { name: "Start a run" }).count()).to.equal(path.includes("seo") ? 1 : 0);
      await page.getByRole("button", { name: "Clear filters" }).click();
      await page.getByRole("heading", { name: "No matches" }).waitFor({ state: "detached" });
      expect(new URL(page.url()).search).to.equal("");
    }
  });

  it("a theme that the palette chose is the one that the top bar names", async () => {
    const choose = async (words: string) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Search projects/ }).fill(words);
      await page.keyboard.press("Enter");
    };
    await choose("dark theme");
    await page.getByRole("button", { name: "Theme: dark. Switch to system." }).waitFor();
    await choose("system theme");
    await page.getByRole("button", { name: "Theme: system. Switch to light." }).waitFor();
  });

  it("Enter in the palette that confirms what an input method composes runs nothing", async () => {
    await visit("/runs");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /^Search projects/ });
    await field.fill("your account");
    await page.getByRole("option", { name: "Your account" }).waitFor();
    await field.dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await field.press("End");
    expect(new URL(page.url()).pathname).to.equal("/p/shop/runs");
    await field.press("Enter");
    await page.waitForURL(/\/account/);
  });

  it("the first answer of a conversation leaves the focus in the field", async () => {
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/api/app/coach", async (route) => {
      if (route.request().method() === "POST") await held;
      await route.continue();
    });
    await visit("/coach");
    const field = page.getByLabel("Question");
    await field.fill("Which runs failed?");
    await field.press("Enter");
    await page.keyboard.type("and ");
    answer();
    await page.waitForURL(/conversation=/);
    await page.getByText("Sources").waitFor();
    await page.keyboard.type("why?");
    expect(await field.inputValue()).to.equal("and why?");
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByText("Sources").waitFor({ state: "detached" });
    await page.unroute("**/api/app/coach");
    dashboard.expectNoTrouble();
  });

  it("a conversation opened in another project is not found there", async () => {
    await visit("/coach");
    await page.getByRole("complementary", { name: "Earlier conversations" }).getByRole("button").first().click();
    await page.getByText("Sources").waitFor();
    const { search } = new URL(page.url());
    await page.goto(new URL(`/p/blog/coach${search}`, page.url()).href);
    await page.getByRole("heading", { name: "Could not load this conversation" }).waitFor();
    await page.getByRole("button", { name: "New conversation" }).click();
    await page.getByLabel("Question").waitFor();
    dashboard.takeTroubles();
  });

  it("an approved proposal of which a change failed is not said to be done", async () => {
    await visit("/coach");
    await page.getByLabel("Question").fill("Add an ignore rule for .price on all pages");
    await page.keyboard.press("Enter");
    await page.route("**/approve", (route) => route.fulfill({ json: { status: "failed" } }));
    await page.getByRole("button", { name: "Approve" }).click();
    await notifications(page).getByText("Not all changes were made. The proposal says what failed.").waitFor();
    await page.unroute("**/approve");
    dashboard.expectNoTrouble();
  });

  it("the setup captures the baselines that are missing in the environment of the top bar, and no others", async () => {
    const data = { browsers: { chromium: null, firefox: null, webkit: null } } as never;
    world.engine.look = { state: "seen", finalUrl: "https://shop.example/", status: 200, loaded: true, data };
    for (const viewport of VIEWPORT_NAMES) {
      const place = { projectId: "prj_shop", environmentId: "env_stage", scenarioId: "scn_home", selector: "" };
      const key = { ...place, viewport, browser: "chromium", branch: "main" } as const;
      const version = { version: 1, versionId: "bsv_1", picture: {}, updatedAt: world.clock.at };
      await world.models.baselines.create({ _id: baselineIdOf(key), ...key, ...version });
    }
    await visit("/setup?environment=staging");
    const asked = (url: URL) => url.pathname.endsWith("/setup") && url.searchParams.get("environment") === "staging";
    const answer = await hold(page, asked);
    const starts: string[] = [];
    page.on("request", (one) => void (one.url().endsWith("/api/tests/reference") && starts.push(one.url())));
    const started = page.waitForRequest(/\/api\/tests\/reference$/);
    // Pressed twice before the page can disable the button, and another environment is chosen before the service answers.
    await page.getByRole("button", { name: "Capture baselines" }).evaluate((button: HTMLElement) => {
      button.click();
      button.click();
    });
    await page.getByRole("banner").getByLabel("Environment").selectOption({ label: "Production" });
    await page.getByText("(Production)").waitFor();
    await answer();
    const { scenarios, ...place } = (await started).postDataJSON();
    expect(place).to.deep.equal({ project: "shop", environment: "staging" });
    expect(scenarios).to.have.members(["About us", "Product page"]);
    await page.waitForURL(/\/runs\/run_/);
    await page.unroute(asked);
    await visit("/setup?environment=staging");
    await page.getByText("2 of them are being captured").waitFor();
    expect(starts).to.have.length(1);
    expect(await page.getByRole("button", { name: "Capture baselines" }).count()).to.equal(0);
    dashboard.takeTroubles();
  });

  it("the setup looks for pages in the environment of the top bar", async () => {
    const asked = "**/api/app/projects/shop/setup?*";
    const checks = [{ code: "scenarios", state: "blocker", message: "There is no scenario.", clear: [] }];
    const json = { ready: false, siteUrl: "https://x.example", environmentName: "Staging", toCapture: [], checks };
    await page.route(asked, (route) => route.fulfill({ json }));
    await visit("/setup?environment=staging");
    const started = page.waitForRequest(/\/api\/app\/tools\/crawl_site$/);
    await page.getByRole("button", { name: "Find pages for scenarios" }).click();
    expect((await started).postDataJSON().args).to.deep.equal({
      project: "shop",
      environment: "staging",
      confirm: true,
    });
    await page.unroute(asked);
    dashboard.takeTroubles();
  });

  it("a plan without events says so, and offers to clear filters only if there are some", async () => {
    const session = await world.session("editor");
    const args = { project: "shop", confirm: true };
    await world.client.post("/api/app/tools/tracking_discover_from_pages", { session, body: { args } });
    await visit("/tracking");
    await page.getByRole("heading", { name: "No events planned" }).waitFor();
    expect(await page.getByRole("button", { name: "Clear filters" }).count()).to.equal(0);
    await visit("/tracking?q=nothing");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByRole("heading", { name: "No events planned" }).waitFor();
    dashboard.expectNoTrouble();
  });

  for (const [what, file, path, shown] of [
    ["messages", "Toasts", "/runs", "Runs"],
    ["part of the settings", "Environments", "/settings/environments", "Environments and access"],
    ["editor", "Editor", "/functional/cart?new=Cart", "Cart"],
  ] as const)
    it(`a page whose ${what} an upgrade of the service has replaced is loaded again, once`, async () => {
      let loads = 0;
      const address = ({ pathname }: URL) => pathname === `/p/shop${path.split("?")[0]}`;
      await page.route(address, (route) => {
        loads++;
        return route.continue();
      });
      const replaced = new RegExp(`/assets/${file}-`);
      await page.route(replaced, (route) => (loads > 1 ? route.continue() : route.fulfill({ status: 404 })));
      await visit(path);
      await eventually("the second load", () => loads > 1);
      await page.getByRole("heading", { name: shown, level: 1 }).waitFor();
      await ready(page);
      expect(loads).to.equal(2);
      await page.unroute(replaced);
      await page.unroute(address);
      dashboard.takeTroubles();
    });

  it("a page with a file that stays missing is loaded again once, and then by its button", async () => {
    const missing = /\/assets\/Schedules-/;
    await page.route(missing, (route) => route.fulfill({ status: 404 }));
    await visit("/settings/schedules");
    await page.getByRole("heading", { name: "This page failed" }).waitFor();
    await page.unroute(missing);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "No schedule yet" }).waitFor();
    dashboard.takeTroubles();
  });

  it("what somebody else saved while a form was open is not overwritten unseen, and can be used instead", async () => {
    const session = await world.session("editor");
    const save = async (path: string, body: object) =>
      expect((await world.client.post(path, { session, body })).status).to.be.oneOf([200, 201]);
    const schedule = { project: "shop", name: "Nightly", cron: "0 3 * * *", types: ["test"] };
    const { body } = await world.client.post("/api/schedules", { session, body: schedule });
    const { id } = body.schedule as { id: string };
    for (const [part, row, path] of [
      ["environments", "Staging", "/api/app/projects/shop/environments/env_stage"],
      ["schedules", "Nightly", `/api/schedules/${id}`],
    ] as const) {
      await visit(`/settings/${part}`);
      await page.getByRole("row", { name: row }).getByRole("button", { name: "Change" }).click();
      const dialog = page.getByRole("dialog", { name: `Change ${row}` });
      const place = dialog.getByLabel("Location");
      const conflict = async () => {
        await dialog.getByRole("button", { name: "Save" }).click();
        await dialog.getByText("Your changes are still here. Save again.").waitFor();
      };
      // Filled first: a form follows what others have saved where this person changed nothing.
      await place.fill("osaka");
      await save(path, { location: "eu" });
      const access = dialog.getByLabel("Access");
      if (part === "environments") await access.selectOption("none");
      await conflict();
      expect(await place.inputValue()).to.equal("osaka");
      await dialog.getByRole("button", { name: "Use current version" }).click();
      await eventually("the current version", async () => (await place.inputValue()) === "eu");
      if (part === "environments") {
        expect(await access.inputValue()).to.equal("stays");
        // Access is sent only to the address that it was entered for.
        await access.selectOption("new");
        await dialog.getByLabel("User name").fill("ada");
        const address = dialog.getByLabel("Address");
        const before = await address.inputValue();
        await save(path, { baseUrl: "https://theirs.example" });
        await conflict();
        await eventually("their address", async () => (await address.inputValue()) === "https://theirs.example");
        expect(await dialog.getByLabel("User name").inputValue()).to.equal("");
        await dialog.getByLabel("User name").fill("ada");
        await save(path, { location: "us" });
        await conflict();
        await eventually("their location", async () => (await place.inputValue()) === "us");
        expect(await dialog.getByLabel("User name").inputValue()).to.equal("ada");
        await dialog.getByRole("button", { name: "Use current version" }).click();
        await save(path, { baseUrl: before });
      }
      await place.fill("osaka");
      await save(path, { location: "asia", name: `${row} 2` });
      await conflict();
      // What this person did not change is as the other one saved it. The form says what happened, and nothing else does.
      expect(await dialog.getByLabel("Name").inputValue()).to.equal(`${row} 2`);
      expect(await notifications(page).getByText("Somebody else changed").count()).to.equal(0);
      const answer = await hold(page, part === "environments" ? /\/environments$/ : /\/api\/schedules\?/);
      await dialog.getByRole("button", { name: "Save" }).click();
      await dialog.waitFor({ state: "detached" });
      const again = page.getByRole("dialog", { name: `Change ${row} 2` });
      const saved = page.getByRole("row", { name: `${row} 2` });
      await saved.getByRole("button", { name: "Change" }).click();
      const location = again.getByLabel("Location");
      // A form that is opened before the list is read again follows it.
      expect(await location.inputValue()).to.equal("asia");
      const address = part === "environments" ? again.getByLabel("Address") : null;
      const restored = address ? { baseUrl: await address.inputValue() } : {};
      if (address) {
        await again.getByLabel("Access").selectOption("new");
        await again.getByLabel("User name").fill("ada");
        await save(path, { baseUrl: "https://late.example" });
      }
      await answer();
      await eventually("their own location", async () => (await location.inputValue()) === "osaka");
      if (address) {
        await eventually("their late address", async () => (await address.inputValue()) === "https://late.example");
        expect(await again.getByLabel("User name").inputValue()).to.equal("");
        await again.getByLabel("Access").selectOption("stays");
      }
      await location.fill("us");
      await save(path, { location: "eu" });
      await again.getByRole("button", { name: "Save" }).click();
      await again.getByRole("button", { name: "Use current version" }).click();
      await eventually("their location again", async () => (await location.inputValue()) === "eu");
      // Which is no change of this person's.
      if (part === "schedules") await again.getByLabel("Time zone", { exact: true }).focus();
      await page.keyboard.press("Escape");
      await again.waitFor({ state: "detached" });
      await save(path, { location: null, name: row, ...restored });
    }
    await world.client.del(`/api/schedules/${id}`, { session });
    dashboard.takeTroubles();
  });

  it("what somebody else changed is deleted only by whoever has read what changed", async () => {
    const session = await world.session("editor");
    const made = async (path: string, body: object) => (await world.client.post(path, { session, body })).body;
    const environments = "/api/app/projects/shop/environments";
    const environment = await made(environments, { name: "Old", baseUrl: "https://old.example" });
    const { schedule } = (await made("/api/schedules", {
      project: "shop",
      name: "Weekly",
      cron: "0 3 * * 1",
      types: ["test"],
    })) as { schedule: { id: string } };
    for (const [part, thing, name, path] of [
      ["environments", "environment", "Old", `${environments}/${environment.id}`],
      ["schedules", "schedule", "Weekly", `/api/schedules/${schedule.id}`],
    ] as const) {
      await visit(`/settings/${part}`);
      const dialog = page.getByRole("dialog", { name: `Delete ${name}` });
      const open = async () => {
        await page.getByRole("button", { name: `Delete ${name}`, exact: true }).click();
        await dialog.getByRole("textbox").fill(name);
      };
      await open();
      // The typed name is no change that closing would lose.
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await open();
      await made(path, { location: "eu" });
      const confirm = dialog.getByRole("button", { name: `Delete ${thing}` });
      await confirm.click();
      await dialog.getByText("Location: none → eu. Confirm again to continue.").waitFor();
      await confirm.click();
      await dialog.waitFor({ state: "detached" });
      await page.getByRole("button", { name: `Delete ${name}`, exact: true }).waitFor({ state: "detached" });
    }
    dashboard.takeTroubles();
  });

  it("hosts, modes, tickets, reviewers and thresholds that somebody else saved first are kept, or overwritten on purpose", async () => {
    const session = await world.session("admin");
    const path = "/api/app/projects/shop";
    const read = async (part: string) => (await world.client.get(`${path}/${part}`, { session })).body;
    const save = async (part: string, body: object) =>
      expect((await world.client.post(`${path}/${part}`, { session, body })).status).to.equal(200);
    const admin = await dashboard.open("/sign-in");
    await enter(admin, "eva@x.example", PASSWORD);
    const open = async (part: string) => {
      await admin.goto(new URL(`/p/shop/settings/${part}`, admin.url()).href);
      await ready(admin);
    };
    const told = admin.getByText("Your changes are still here. Save again.");
    const use = admin.getByRole("button", { name: "Use current version" });

    await open("environments");
    const hosts = admin.getByLabel("Allowed hosts");
    const saveHosts = admin.getByRole("button", { name: "Save", exact: true });
    await hosts.fill("*.mine.example.com");
    await save("previews", { hosts: ["*.theirs.example.com"] });
    await saveHosts.click();
    await told.waitFor();
    expect(await hosts.inputValue()).to.equal("*.mine.example.com");
    await use.click();
    await eventually("their hosts", async () => (await hosts.inputValue()) === "*.theirs.example.com");
    await hosts.fill("*.both.example.com");
    await saveHosts.click();
    await admin.getByText("Hosts saved.").waitFor();
    expect((await read("previews")).hosts).to.deep.equal(["*.both.example.com"]);
    // The form continues from what it saved.
    await hosts.fill("");
    await saveHosts.click();
    await eventually("no hosts", async () => ((await read("previews")).hosts as string[]).length === 0);

    await save("modes", { name: "shared", mode: { colorScheme: "dark" } });
    await open("project");
    await admin.getByRole("button", { name: "Change shared" }).click();
    const mode = admin.getByRole("dialog", { name: "Mode shared" });
    await mode.getByLabel("Language").fill("de-DE");
    await save("modes", { name: "shared", mode: { colorScheme: "dark", scale: 2 } });
    await mode.getByRole("button", { name: "Save" }).click();
    await told.waitFor();
    const answerModes = await hold(admin, /\/modes$/, "GET");
    await mode.getByRole("button", { name: "Save" }).click();
    await mode.waitFor({ state: "detached" });
    const shared = async () => {
      const { modes } = (await read("modes")) as unknown as { modes: { name: string }[] };
      return modes.find(({ name }) => name === "shared");
    };
    expect(await shared()).to.include({ colorScheme: "dark", locale: "de-DE", scale: 2 });
    // A form that is opened before the list is read again follows it.
    await admin.getByRole("button", { name: "Change shared" }).click();
    const language = mode.getByLabel("Language");
    expect(await language.inputValue()).to.equal("");
    await answerModes();
    await eventually("the language that was saved", async () => (await language.inputValue()) === "de-DE");
    // Of a mode that somebody else deleted the form keeps what it had.
    await language.fill("fr-FR");
    await save("modes", { name: "shared", mode: null });
    await mode.getByRole("button", { name: "Delete" }).click();
    await mode.getByText("Somebody else deleted the mode shared.").waitFor();
    await mode.getByRole("button", { name: "Delete" }).waitFor({ state: "detached" });
    await mode.getByRole("button", { name: "Save" }).click();
    await mode.waitFor({ state: "detached" });
    expect(await shared()).to.include({ colorScheme: "dark", locale: "fr-FR", scale: 2 });
    await save("modes", { name: "shared", mode: null });

    const system = { system: "jira", baseUrl: "https://a.example", token: "first-token" };
    await save("connectors/tickets", { system });
    await open("connectors");
    await admin.getByRole("button", { name: "Change", exact: true }).click();
    const tickets = admin.getByRole("dialog", { name: "Ticket system", exact: true });
    await tickets.getByLabel("Token").fill("my-token");
    await tickets.getByLabel("Post the proof").check();
    await save("connectors/tickets", { system: { ...system, baseUrl: "https://b.example" } });
    await tickets.getByRole("button", { name: "Connect" }).click();
    await told.waitFor();
    // The token was meant for the address before.
    expect(await tickets.getByLabel("Token").inputValue()).to.equal("");
    // Nor is one that was meant for this person's own address sent to that of somebody else.
    await tickets.getByLabel("Address", { exact: true }).fill("https://mine.example");
    await tickets.getByLabel("Token").fill("my-token");
    await save("connectors/tickets", { system: { ...system, baseUrl: "https://b.example", email: "b@b.example" } });
    await tickets.getByRole("button", { name: "Connect" }).click();
    await eventually("their account", async () => (await tickets.getByLabel("E-mail").inputValue()) === "b@b.example");
    expect(await tickets.getByLabel("Token").inputValue()).to.equal("my-token");
    await use.click();
    await eventually("their address", async () => {
      return (await tickets.getByLabel("Address", { exact: true }).inputValue()) === "https://b.example";
    });
    expect(await tickets.getByLabel("Token").inputValue()).to.equal("");
    await tickets.getByLabel("Post the proof").check();
    await tickets.getByLabel("Token").fill("my-token");
    await tickets.getByRole("button", { name: "Connect" }).click();
    await tickets.waitFor({ state: "detached" });
    expect((await read("connectors")).tickets).to.include({ baseUrl: "https://b.example", comment: true });
    await save("connectors/tickets", { system: null });

    const saveSettings = async (settings: object) =>
      save("settings", { settings, rev: String((await read("settings")).rev) });
    await open("project");
    const eva = admin.locator("label", { has: admin.getByTitle("eva@x.example") }).getByRole("checkbox");
    await eva.check();
    const score = admin.getByRole("spinbutton", { name: /Minimum score/ }).first();
    await score.fill("70");
    await saveSettings({ review: { reviewers: ["ada@x.example"] } });
    await admin.getByRole("button", { name: "Save reviewers" }).click();
    await told.waitFor();
    const answerSettings = await hold(admin, /\/projects\/shop\/settings$/, "GET");
    await admin.getByRole("button", { name: "Save reviewers" }).click();
    await admin.getByText("Reviewers saved.").waitFor();
    // Another card of the same settings, changed meanwhile, is saved without a question, even before they are read again.
    await saveHosts.last().click();
    await admin.getByText("Settings saved.").waitFor();
    await answerSettings();
    const { settings } = (await read("settings")) as unknown as AppSettings;
    expect(settings.review).to.deep.equal({ reviewers: ["ada@x.example", "eva@x.example"] });
    expect(JSON.stringify(settings.audits)).to.include('"minScore":70');
    await saveSettings({});
    await admin.context().close();
    dashboard.takeTroubles();
  });

  it("scenarios chosen together, a role and the organisation's name are replaced only by whoever has read what changed", async () => {
    const session = await world.session("admin");
    const send = async (path: string, body: object) => {
      const { status, body: answer } = await world.client.post(path, { session, body });
      expect(status, JSON.stringify(answer)).to.equal(200);
      return answer;
    };
    const bulk = "/api/app/projects/shop/scenarios/bulk";
    const labels = ["Bulk one", "Bulk two"];
    const ids: string[] = [];
    for (const label of labels) {
      const args = { project: "shop", label, url: "/", confirm: true };
      const { data } = await send("/api/app/tools/create_scenario", { args });
      ids.push((data as { scenario: { id: string } }).scenario.id);
    }
    const delays = async () => {
      const stored = await world.models.scenarios.find({ _id: { $in: ids } }).lean();
      return ids.map((id) => stored.find(({ _id }) => _id === id)?.delay);
    };
    const admin = await dashboard.open("/sign-in");
    await enter(admin, "eva@x.example", PASSWORD);
    const open = async (path: string) => {
      await admin.goto(new URL(path, admin.url()).href);
      await ready(admin);
    };
    const choose = async () => {
      for (const label of labels) await admin.getByRole("checkbox", { name: `Choose ${label}` }).check();
    };

    await open("/p/shop/settings/scenarios");
    await choose();
    await admin.getByRole("button", { name: "Change", exact: true }).click();
    const dialog = admin.getByRole("dialog", { name: /^Change \d scenarios?$/ });
    const change = dialog.getByRole("button", { name: "Change", exact: true });
    const wait = dialog.getByLabel("Wait before the screenshot");
    await wait.fill("50");
    await send(bulk, { ids: ids.slice(0, 1), change: { delay: 70 } });
    await change.click();
    await dialog
      .getByText("Bulk one, wait: 0 ms → 70 ms. Your changes are still here. Change again to continue.")
      .waitFor();
    expect(await delays()).to.deep.equal([70, 0]);
    await dialog.getByRole("button", { name: "Use current version" }).click();
    await dialog.getByRole("heading", { name: "Change 1 scenario" }).waitFor();
    expect(await wait.inputValue()).to.equal("50");
    await change.click();
    await dialog.waitFor({ state: "detached" });
    expect(await delays()).to.deep.equal([70, 50]);

    // What this person has just changed is no change of somebody else's.
    await choose();
    await admin.getByRole("button", { name: "Delete", exact: true }).click();
    const deletion = admin.getByRole("dialog", { name: "Delete 2 scenarios" });
    await deletion.getByRole("textbox").fill("2");
    await send(bulk, { ids: ids.slice(1), change: { delay: 5 } });
    const confirm = deletion.getByRole("button", { name: "Delete", exact: true });
    await confirm.click();
    await deletion.getByText("Bulk two, wait: 50 ms → 5 ms. Confirm again to continue.").waitFor();
    expect(await delays()).to.deep.equal([70, 5]);
    await confirm.click();
    await deletion.waitFor({ state: "detached" });
    expect(await delays()).to.deep.equal([undefined, undefined]);

    await open("/organisation/members");
    const role = admin.getByRole("row", { name: "viewer@org_a.example" }).getByLabel("Role of viewer", { exact: true });
    const { members } = (await world.client.get("/api/app/members", { session })).body;
    const viewer = (members as { id: string; email: string }[]).find(({ email }) => email === "viewer@org_a.example");
    await send(`/api/app/members/${viewer?.id}/role`, { role: "admin" });
    await role.selectOption("editor");
    await notifications(admin)
      .getByText("Somebody else changed the role of viewer. It is now Administrator.")
      .waitFor();
    await eventually("their role", async () => (await role.inputValue()) === "admin");
    await notifications(admin).getByRole("button", { name: "Change to Editor" }).click();
    await eventually("the own role", async () => (await role.inputValue()) === "editor");
    await send(`/api/app/members/${viewer?.id}/role`, { role: "viewer" });

    const name = admin.getByLabel("Name of the organisation");
    const save = admin.getByRole("button", { name: "Save", exact: true });
    await name.fill("Mine");
    await send("/api/app/organisation", { name: "Theirs" });
    await save.click();
    await admin
      .getByText("Somebody else changed the organisation's name. Your changes are still here. Save again.")
      .waitFor();
    await admin.getByRole("heading", { level: 1, name: "Theirs" }).waitFor();
    expect(await name.inputValue()).to.equal("Mine");
    await save.click();
    await admin.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    await send("/api/app/organisation", { name: "Acme" });
    await admin.context().close();
    dashboard.takeTroubles();
  });

  it("a session that expires hides the page until its person has signed in again; another person, and signing out, leave it", async () => {
    const tab = await dashboard.open("/sign-in");
    await enter(tab, "eva@x.example", PASSWORD);
    const visitTab = async (part: string) => {
      await tab.goto(new URL(`/p/shop/settings/${part}`, tab.url()).href);
      await ready(tab);
    };
    const ended = tab.getByText("Your session has ended.");
    const email = tab.getByLabel("E-mail address");
    const password = tab.getByLabel("Password", { exact: true });
    const signIn = async () => {
      await password.pressSequentially(PASSWORD);
      await tab.getByRole("button", { name: "Sign in" }).click();
      await ended.waitFor({ state: "detached" });
    };

    await visitTab("environments");
    await tab.getByRole("button", { name: "New environment" }).click();
    const dialog = tab.getByRole("dialog", { name: "New environment" });
    const environment = dialog.getByLabel("Name");
    await environment.fill("Written before");
    await dialog.getByLabel("Address").fill("https://before.example");
    await tab.context().clearCookies();
    await dialog.getByRole("button", { name: "Save" }).click();
    await ended.waitFor();
    expect(await tab.locator("body").ariaSnapshot()).not.to.match(/Written|Environment|Settings/);
    expect(await axeViolations(tab)).to.deep.equal([]);
    expect(await email.inputValue()).to.equal("eva@x.example");
    // No key reaches the page.
    await password.press("Escape");
    await signIn();
    await dialog.getByText("Your session had ended. Try again.").waitFor();
    expect(await environment.inputValue()).to.equal("Written before");
    expect(await dialog.getByRole("alertdialog").count()).to.equal(0);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await tab.getByRole("row", { name: "Written before" }).waitFor();
    expect(await world.models.environments.deleteMany({ name: "Written before" })).to.include({ deletedCount: 1 });

    const score = tab.getByLabel("Minimum score").first();
    await visitTab("project");
    await score.fill("61");
    const other = await tab.context().newPage();
    await other.goto(tab.url());
    await other.getByRole("button", { name: /^Account of / }).click();
    await other.getByRole("menuitem", { name: "Sign out" }).click();
    await tab.waitForURL(/\/sign-in/);
    expect(await ended.count()).to.equal(0);
    await other.close();
    await enter(tab, "eva@x.example", PASSWORD);

    const save = async () => {
      await tab.context().clearCookies();
      await tab.getByRole("button", { name: "Save", exact: true }).last().click();
      await ended.waitFor();
    };
    await visitTab("project");
    await score.fill("61");
    await save();
    const again = await tab.context().newPage();
    await again.goto(new URL("/sign-in", tab.url()).href);
    await enter(again, "eva@x.example", PASSWORD);
    await ended.waitFor({ state: "detached" });
    await again.close();
    expect(await score.inputValue()).to.equal("61");
    await save();
    await email.fill("vic@x.example");
    await signIn();
    await tab.getByRole("button", { name: "Account of viewer" }).waitFor();
    await ready(tab);
    expect(await score.inputValue()).to.equal("");
    await tab.context().close();
    dashboard.takeTroubles();
  });

  it("a row of the tracking plan keeps what somebody else saved in other fields, and can be created again", async () => {
    const session = await world.session("editor");
    const path = "/api/app/projects/shop/tracking/pages/page-cart";
    const save = async (rev: string, row: object) => {
      const { status, body } = await world.client.post(path, { session, body: { rev, row } });
      expect(status, JSON.stringify(body)).to.equal(200);
      return body.rev as string;
    };
    const row = { label: "Cart", pageType: "cart", path: "/cart" };
    const first = await save("", row);
    const stored = () => world.models.trackingPages.findOne({ id: "page-cart" }).lean();
    await visit("/tracking?show=pages&edit=page-cart");
    const dialog = page.getByRole("dialog", { name: "Cart" });
    const told = (what: string) =>
      dialog.getByText(`Somebody else ${what} the page "page-cart". Your changes are still here. Save again.`);
    const press = () => dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByLabel("Name").fill("Basket");
    const second = await save(first, { ...row, pageType: "basket" });
    await press();
    await told("changed").waitFor();
    await press();
    await dialog.waitFor({ state: "detached" });
    expect(await stored()).to.include({ label: "Basket", pageType: "basket" });
    await visit("/tracking?show=pages&edit=page-cart");
    const again = page.getByRole("dialog", { name: "Basket", exact: true });
    await again.getByLabel("Name").waitFor();
    const { body } = await world.client.get("/api/app/projects/shop/tracking", { session });
    const { rev } = (body.pages as { rev: string; row: { id: string } }[]).find(({ row }) => row.id === "page-cart")!;
    expect(rev).not.to.equal(second);
    const third = await save(rev, { ...row, label: "Basket", pageType: "basket", path: "/basket" });
    await again.getByRole("button", { name: "Delete" }).click();
    await again.getByText('Somebody else changed the page "page-cart". Delete again to continue.').waitFor();
    await world.client.del(`${path}?rev=${third}`, { session });
    await again.getByRole("button", { name: "Save" }).click();
    await again.getByText('Somebody else deleted the page "page-cart".').waitFor();
    expect(await again.getByRole("button", { name: "Delete" }).count()).to.equal(0);
    await again.getByRole("button", { name: "Save" }).click();
    await again.waitFor({ state: "detached" });
    expect(await stored()).to.include({ label: "Basket", pageType: "basket", path: "/cart" });
    await visit("/tracking?show=pages&edit=page-cart");
    await again.getByRole("button", { name: "Delete" }).click();
    await again.waitFor({ state: "detached" });
    expect(await stored()).to.equal(null);
    await notifications(page).getByRole("button", { name: "Undo" }).click();
    await eventually("the row", async () => (await stored())?.label === "Basket");
    // A new row that somebody else created meanwhile stays the same row, also once the list has it.
    await visit("/tracking?show=pages&edit=new");
    const fresh = page.getByRole("dialog", { name: "New page" });
    await fresh.getByLabel("Name").fill("Fresh");
    await fresh.getByLabel("Kind of page").fill("home");
    const created = await world.client.post(path.replace("cart", "fresh"), {
      session,
      body: { rev: "", row: { ...row, label: "Theirs", path: "/fresh" } },
    });
    expect(created.status).to.equal(200);
    await fresh.getByRole("button", { name: "Save" }).click();
    await fresh.getByText('Somebody else created the page "page-fresh".').waitFor();
    await page.getByText("Theirs").first().waitFor({ state: "attached" });
    await fresh.getByText("Id: page-fresh", { exact: true }).waitFor();
    await fresh.getByRole("button", { name: "Save" }).click();
    await fresh.waitFor({ state: "detached" });
    const rows = await world.models.trackingPages.find({ id: /^page-fresh/ }).lean();
    expect(rows.map(({ id, label, path }) => [id, label, path])).to.deep.equal([["page-fresh", "Fresh", "/fresh"]]);
    dashboard.takeTroubles();
  });

  it("what was typed into the project's facts stays when somebody else saved them first", async () => {
    const session = await world.session("editor");
    const path = "/api/app/projects/shop";
    const { slug: _, ...was } = (await world.client.get(`${path}/settings`, { session })).body
      .project as AppSettings["project"];
    await visit("/settings/project");
    await page.getByRole("button", { name: "Change", exact: true }).first().click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Mine");
    const theirs = { ...was, name: "Theirs", baseUrl: "https://theirs.example" };
    const saved = await world.client.post(`${path}/facts`, { session, body: theirs });
    expect(saved.status, saved.raw.toString()).to.equal(200);
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await page.getByText("Your changes are still here. Save again.").waitFor();
    await ready(page);
    expect(await name.inputValue()).to.equal("Mine");
    await page.getByRole("button", { name: "Save", exact: true }).first().click();
    await page.getByText("Project saved.").waitFor();
    const now = (await world.client.get(`${path}/settings`, { session })).body.project as AppSettings["project"];
    expect([now.name, now.baseUrl]).to.deep.equal(["Mine", "https://theirs.example"]);
    await world.client.post(`${path}/facts`, { session, body: { ...was, rev: now.rev } });
    dashboard.takeTroubles();
  });

  it("a refused change is told in its form, once; after the form was closed, by a message", async () => {
    const path = /\/projects\/shop\/environments$/;
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && path.test(request.url())) sent++;
    });
    await visit("/settings/environments");
    const dialog = page.getByRole("dialog", { name: "New environment" });
    const send = async () => {
      await page.getByRole("button", { name: "New environment" }).click();
      await dialog.getByLabel("Name").fill("Late");
      await dialog.getByLabel("Address").fill("https://late.example");
      const held = await holdPost(page, path);
      // Pressed twice before the page can disable the button.
      await dialog.getByRole("button", { name: "Save" }).evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await held.sent;
      return held.answer;
    };
    (await send())();
    await dialog.getByRole("alert").getByText("Not now.").waitFor();
    expect(await notifications(page).getByText("Not now.").count()).to.equal(0);
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "Discard" }).click();
    const answer = await send();
    await dialog.locator("[aria-busy]").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    answer();
    await notifications(page).getByText("Not now.").waitFor();
    expect(sent).to.equal(2);
    dashboard.takeTroubles();
  });

  it("a dialog with changes asks before it discards them; one without is closed at once", async () => {
    await visit("/settings/environments");
    const dialog = page.getByRole("dialog", { name: "New environment" });
    const name = dialog.getByLabel("Name");
    const question = dialog.getByRole("alertdialog", { name: "Discard your changes?" });
    const open = () => page.getByRole("button", { name: "New environment" }).click();
    const ask = async (close: () => Promise<void>) => {
      await close();
      await question.waitFor();
    };
    const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);
    await open();
    await name.fill("Late");
    await name.fill("");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await open();
    await name.pressSequentially("Late");
    // A held key asks, and answers nothing.
    await ask(async () => {
      for (let time = 0; time < 20; time++) await page.keyboard.down("Escape");
      await page.keyboard.up("Escape");
    });
    expect(await isFocused(question.getByRole("button", { name: "Keep editing" }))).to.equal(true);
    expect(await axeViolations(page)).to.deep.equal([]);
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await page.keyboard.type("r");
    await ask(() => dialog.getByRole("button", { name: "Close" }).click());
    await page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    await ask(() => page.keyboard.press("Escape"));
    // Whoever goes on in a field has answered.
    await dialog.getByLabel("Address").focus();
    await question.waitFor({ state: "detached" });
    expect(await name.inputValue()).to.equal("Later");
    await name.fill("");
    await dialog.getByLabel("Access").press("ArrowDown");
    await ask(() => page.keyboard.press("Escape"));
    await question.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    dashboard.expectNoTrouble();
  });

  it("Back, a link and closing the tab ask before they discard a dialog or a page with changes", async () => {
    const session = await world.session("editor");
    const path = "/api/app/projects/shop/tracking/pages/page-leave";
    const row = { label: "Leave", pageType: "leave", path: "/leave", attributes: [{ name: "a", expected: "1" }] };
    expect((await world.client.post(path, { session, body: { rev: "", row } })).status).to.equal(200);
    await visit("/tracking?show=pages");
    await page.getByRole("button", { name: "Change Leave" }).click();
    const dialog = page.getByRole("dialog", { name: "Leave" });
    const inDialog = dialog.getByRole("alertdialog", { name: "Discard your changes?" });
    await dialog.getByRole("button", { name: "Remove attribute a" }).click();
    await page.keyboard.press("Escape");
    await inDialog.getByRole("button", { name: "Keep editing" }).click();
    const goBack = () =>
      page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            addEventListener("popstate", () => resolve(), { once: true });
            history.back();
          }),
      );
    const label = dialog.getByLabel("Address", { exact: true });
    await label.focus();
    await goBack();
    await inDialog.getByRole("button", { name: "Keep editing" }).click();
    await inDialog.waitFor({ state: "detached" });
    expect(page.url()).to.include("edit=page-leave");
    expect(await label.evaluate((field) => field === document.activeElement)).to.equal(true);
    // Whoever wants to close it and then goes back, leaves it by Back.
    await dialog.getByRole("button", { name: "Close" }).click();
    await inDialog.waitFor();
    await goBack();
    await inDialog.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(page.url()).not.to.include("edit=");

    await visit("/settings/project");
    const score = page.getByLabel("Minimum score").first();
    const question = page.getByRole("dialog", { name: "Discard your changes?" });
    const toRuns = () => page.getByRole("link", { name: "Runs", exact: true }).click();
    await score.fill("61");
    await toRuns();
    expect(await axeViolations(page)).to.deep.equal([]);
    await question.getByRole("button", { name: "Keep editing" }).click();
    await question.waitFor({ state: "detached" });
    expect(await score.inputValue()).to.equal("61");
    const isHeld = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isHeld()).to.equal(true);
    await toRuns();
    await question.getByRole("button", { name: "Discard" }).click();
    // The address changes before the settings are gone.
    await eventually("nothing is held", async () => !(await isHeld()));

    const main = page.getByRole("navigation", { name: "Main" });
    const keepEditing = page.getByRole("button", { name: "Keep editing" });
    const change = async () => {
      await main.getByRole("link", { name: "Problems" }).click();
      await page.waitForURL(/\/shop\/problems/);
      await main.getByRole("link", { name: "Settings" }).click();
      await score.fill("61");
    };
    const keep = async () => {
      await keepEditing.click();
      await keepEditing.waitFor({ state: "detached" });
      await page.waitForURL(/\/shop\/settings/);
    };
    // Back again, while it asks about Back: still one question.
    await change();
    for (const _ of [1, 2]) {
      await goBack();
      await question.waitFor();
      expect(await keepEditing.count()).to.equal(1);
    }
    await keep();
    expect(await score.inputValue()).to.equal("61");
    for (const _ of [1, 2]) await goBack();
    await question.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL(/\/shop\/runs/);
    await question.waitFor({ state: "detached" });
    // ✕ of a dialog that asks for the page below it is an answer too.
    await change();
    const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    const openKeys = async () => {
      await page.locator("#main").focus();
      await page.keyboard.press("?");
      await keys.waitFor();
    };
    await openKeys();
    await goBack();
    await keepEditing.waitFor();
    await keys.getByRole("button", { name: "Close" }).click();
    await keys.waitFor({ state: "detached" });
    await page.waitForURL(/\/shop\/settings/);
    await openKeys();
    expect(await keepEditing.count()).to.equal(0);
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "detached" });
    expect(await isHeld()).to.equal(true);
    dashboard.expectNoTrouble();
  });

  it("a start that is pressed twice before its button is busy is sent once; a held Enter that opens its form sends nothing", async () => {
    const session = await world.session("editor");
    const channels = "/api/notifications/channels";
    const made = { project: "shop", name: "Once", kind: "webhook", url: "https://hooks.example/x" };
    const { id } = (await world.client.post(channels, { session, body: made })).body.channel as { id: string };
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") sent.push(new URL(request.url()).pathname);
    });
    const inDialog = page.getByRole("dialog").getByRole("button", { name: "Start", exact: true });
    const openByEnter = async () => {
      await page.getByRole("button", { name: "Start a run" }).focus();
      for (let time = 0; time < 20; time++) await page.keyboard.down("Enter");
      await page.keyboard.up("Enter");
      await inDialog.waitFor();
    };
    for (const [path, press, address, enter] of [
      ["/runs", inDialog, "/api/tests/test", openByEnter],
      ["/runs/run_done", page.getByRole("button", { name: "Run again" }), "/api/tests/test", null],
      [
        "/settings/notifications",
        page.getByRole("button", { name: "Test", exact: true }),
        `${channels}/${id}/test`,
        null,
      ],
    ] as const) {
      await visit(path);
      await enter?.();
      const held = await holdPost(page, new RegExp(`${address}$`));
      await press.evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
      await held.sent;
      held.answer();
      await page.getByText("Not now.").first().waitFor();
      expect(sent, path).to.deep.equal([address]);
      sent.length = 0;
    }
    await world.client.del(`${channels}/${id}`, { session });
    dashboard.takeTroubles();
  });

  it("a change while the browser has no network is refused at once and not sent later", async () => {
    await visit("/settings/environments");
    await page.getByRole("button", { name: "New environment" }).click();
    const dialog = page.getByRole("dialog", { name: "New environment" });
    await dialog.getByLabel("Name").fill("Offline");
    await dialog.getByLabel("Address").fill("https://offline.example");
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The service cannot be reached. Try again.").waitFor();
    await page.context().setOffline(false);
    await page.keyboard.press("Escape");
    dashboard.takeTroubles();
  });

  it("a deletion that succeeds after its dialog was closed still leaves the page of what was deleted", async () => {
    const admin = await dashboard.open("/sign-in");
    await enter(admin, "eva@x.example", PASSWORD);
    await admin.goto(new URL("/p/shop/settings/project", admin.url()).href);
    const held = await holdPost(admin, /\/projects\/shop\/deletion$/, { status: 202, json: {} });
    await admin.getByRole("button", { name: "Delete project" }).click();
    const dialog = admin.getByRole("dialog", { name: "Delete project" });
    await dialog.getByLabel("Type Shop to confirm").fill("Shop");
    await dialog.getByRole("button", { name: "Delete project" }).click();
    await held.sent;
    await admin.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    held.answer();
    await notifications(admin).getByText("The project is being deleted.").waitFor();
    await admin.waitForURL((url) => url.pathname === "/organisation/members");
    await admin.close();
    dashboard.expectNoTrouble();
  });

  it("a run whose environment was deleted says so, and is not offered again", async () => {
    const of = { environmentId: "env_gone", environmentName: "Old staging", branch: "main" };
    await addRun(world.models, "run_elsewhere", of);
    await page.goto(new URL("/p/shop/runs/run_elsewhere", page.url()).href);
    await page.getByText("Old staging (deleted, so this run cannot be repeated)").waitFor();
    expect(await page.getByRole("button", { name: "Run again" }).count()).to.equal(0);
    dashboard.expectNoTrouble();
  });

  it("two rules that are deleted at once can both be brought back", async () => {
    const session = await world.session("editor");
    const rule = { scope: "project", kind: "mode", value: "ignore", before: null };
    for (const selector of [".one", ".two"])
      await world.client.post("/api/app/projects/shop/rules", { session, body: { ...rule, selector } });
    await visit("/settings/rules");
    const answerBoth = await hold(page, /\/rules\/[^/]+$/);
    for (const selector of [".one", ".two"])
      await page.getByRole("button", { name: `Delete the rule of ${selector} for All scenarios` }).click();
    await answerBoth();
    await eventually("two messages", async () => (await page.getByRole("button", { name: "Undo" }).count()) === 2);
    dashboard.expectNoTrouble();
  });

  it("a list that could not be read again is read again by its button", async () => {
    const PATH = /\/api\/app\/projects\/shop\/scenarios\?/;
    let asked = 0;
    await page.route(PATH, (route) =>
      asked++ === 1 ? route.fulfill({ status: 400, json: { error: "Not now." } }) : route.continue(),
    );
    // One event after the list was read.
    await page.route("**/api/app/events?*", async (route) => {
      await eventually("the list", () => asked > 0);
      await page.getByText("About us").waitFor();
      if (asked === 1) await route.fulfill({ contentType: "text/event-stream", body: "event: run\ndata: {}\n\n" });
    });
    await visit("/scenarios");
    await page.getByRole("heading", { name: "Could not load the newest results" }).waitFor();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: "Could not load the newest results" }).waitFor({ state: "detached" });
    expect(asked).to.equal(3);
    await page.unroute(PATH);
    await page.unroute("**/api/app/events?*");
    dashboard.takeTroubles();
  });

  it("somebody who may only read is offered no run after the first one", async () => {
    const reader = await dashboard.open("/sign-in");
    await enter(reader, "vic@x.example", PASSWORD);
    for (const step of ["baseline=run_done", "baseline=run_done&run=run_done"]) {
      await reader.goto(new URL(`/new?project=shop&job=job&${step}`, page.url()).href);
      await reader.getByRole("link", { name: step.includes("run=") ? "Open run" : "Open screenshots" }).waitFor();
      expect(await reader.getByText(/^(?:Run the first test|Start a full audit)$/).count()).to.equal(0);
    }
    await reader.close();
    dashboard.takeTroubles();
  });

  it("running work leads to its run, which nothing covers", async () => {
    const running = { status: "running", progress: { done: 1, total: 4, phase: "capturing" } } as const;
    await addRun(world.models, "run_going", { ...running, createdAt: world.clock.at });
    await visit("/runs");
    await page.getByRole("button", { name: /running$/ }).click();
    const sheet = page.getByRole("dialog", { name: "Running now" });
    await sheet.getByRole("link", { name: "Visual test" }).click();
    await page.waitForURL(/\/runs\/run_going$/);
    await sheet.waitFor({ state: "detached" });
  });

  it("a new environment can be chosen in the top bar immediately", async () => {
    await visit("/settings/environments");
    await page.getByRole("button", { name: "New environment" }).click();
    const dialog = page.getByRole("dialog", { name: "New environment" });
    await dialog.getByLabel("Name").fill("Canary");
    await dialog.getByLabel("Address").fill("https://canary.shop.example");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    const options = page.getByRole("banner").getByLabel("Environment").locator("option");
    await options.filter({ hasText: "Canary" }).waitFor({ state: "attached" });
  });

  it("a secret that is shown once is closed by its own button only, and a press beside a form closes nothing", async () => {
    await visit("/settings/notifications");
    await page.getByRole("button", { name: "New channel" }).click();
    const dialog = page.getByRole("dialog", { name: "New channel" });
    const beside = () => page.mouse.click(5, 400);
    await dialog.getByLabel("Name").fill("Team");
    await beside();
    await dialog.getByLabel("Address").fill("https://hooks.example/x");
    expect(await dialog.getByLabel("Name").inputValue()).to.equal("Team");
    await dialog.getByRole("button", { name: "Create channel" }).click();
    await dialog.getByText("You will not see it again.").waitFor();
    const isHeld = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
    expect(await isHeld()).to.equal(true);
    await page.keyboard.press("Escape");
    await beside();
    expect(await dialog.getByRole("button", { name: "Close" }).count()).to.equal(0);
    await dialog.getByRole("button", { name: "I have it" }).click();
    await dialog.waitFor({ state: "detached" });
    // A dialog without fields and without a secret.
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
    await beside();
    await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor({ state: "detached" });
  });

  it("the palette says that a text has no results until the next one is answered", async () => {
    await page.route(/\/api\/app\/search\?/, (route) => route.fulfill({ json: { results: [] } }));
    await visit("/runs");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /^Search projects/ });
    await field.fill("zz");
    const status = page.getByRole("dialog").getByRole("status");
    await status.getByText("No results for “zz”.").waitFor();
    const said = await status.evaluateHandle((element) => {
      const all = [element.textContent];
      new MutationObserver(() => all.push(element.textContent)).observe(element, {
        characterData: true,
        childList: true,
        subtree: true,
      });
      return all;
    });
    await field.press("End");
    await page.keyboard.type("z");
    await status.getByText("No results for “zzz”.").waitFor();
    expect(await said.jsonValue()).to.deep.equal(["No results for “zz”.", "No results for “zzz”."]);
    await page.keyboard.press("Escape");
    await page.unroute(/\/api\/app\/search\?/);
    dashboard.takeTroubles();
  });

  it("Enter in the palette opens a result of the text that is there, not of the text before", async () => {
    const hit = (id: string) => ({ kind: "project", id, title: id, subtitle: "", project: id });
    const held: (() => void)[] = [];
    await page.route(/\/api\/app\/search\?q=(al|shop)\b/, async (route) => {
      const isFirst = route.request().url().includes("q=al");
      if (!isFirst) await new Promise<void>((resolve) => held.push(resolve));
      await route.fulfill({ json: { results: [hit(isFirst ? "alpha" : "shop")] } });
    });
    await visit("/runs");
    await page.keyboard.press("Control+k");
    const field = page.getByRole("combobox", { name: /^Search projects/ });
    await field.fill("al");
    await page.getByRole("option", { name: "alpha" }).waitFor();
    await field.fill("shop");
    await eventually("the second search", () => held.length > 0);
    await field.press("Enter");
    expect(await field.inputValue()).to.equal("shop");
    for (const answer of held) answer();
    await page.waitForURL(/\/p\/shop$/);
    await page.unroute(/\/api\/app\/search\?q=(al|shop)\b/);
    dashboard.expectNoTrouble();
  });

  it("a project that is gone is said to be gone, with a way on", async () => {
    await page.goto(new URL("/p/nowhere/runs", page.url()).href);
    await page.getByRole("heading", { name: "Project not found" }).waitFor();
    await page.getByText("Connecting again").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "All projects", exact: true }).last().click();
    await page.waitForURL((url) => url.pathname === "/");
    dashboard.takeTroubles();
  });

  it("an arrow key prepares a role, which changes with Enter; a failed sign-out stays and says why", async () => {
    const admin = await dashboard.open("/sign-in");
    await enter(admin, "eva@x.example", PASSWORD);
    await admin.goto(new URL("/organisation/members", admin.url()).href);
    const role = admin.getByRole("row", { name: "viewer@org_a.example" }).getByLabel("Role of viewer", { exact: true });
    await role.focus();
    const before = await role.inputValue();
    await admin.keyboard.press("ArrowDown");
    await admin.getByRole("button", { name: "Apply" }).waitFor();
    const prepared = await role.inputValue();
    await admin.keyboard.press("Escape");
    expect(await role.inputValue()).to.equal(before);
    expect(prepared).not.to.equal(before);
    // The choice is shown while it is being saved, until it is refused or the list has it.
    const change = async (answer?: { status: number; json: object }) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const isSent = admin.waitForRequest((request) => request.url().endsWith("/role"));
      await admin.route("**/api/app/members/*/role", async (route) => {
        await promise;
        await (answer ? route.fulfill(answer) : route.continue());
      });
      await role.focus();
      await admin.keyboard.press("ArrowDown");
      await admin.keyboard.press("Enter");
      await isSent;
      expect(await role.inputValue()).to.equal(prepared);
      // The old role can be prepared meanwhile.
      await admin.keyboard.press("ArrowUp");
      expect(await role.inputValue()).to.equal(before);
      await admin.keyboard.press("Escape");
      expect(await role.inputValue()).to.equal(prepared);
      resolve();
      await notifications(admin)
        .getByText(answer ? "Not now." : "Role changed.")
        .waitFor();
      await admin.unroute("**/api/app/members/*/role");
    };
    await change({ status: 409, json: { error: "Not now." } });
    await eventually("the old role", async () => (await role.inputValue()) === before);
    dashboard.takeTroubles();
    await change();
    expect(await role.inputValue()).to.equal(prepared);
    dashboard.expectNoTrouble();

    await admin.route("**/api/auth/sign-out", (route) => route.abort());
    const leave = async () => {
      await admin.getByRole("button", { name: /^Account of / }).click();
      await admin.getByRole("menuitem", { name: "Sign out" }).click();
    };
    await leave();
    await notifications(admin).getByText("The service cannot be reached. Try again.").waitFor();
    await role.waitFor();
    await admin.unroute("**/api/auth/sign-out");
    await admin.goto(new URL("/p/shop/settings/project", admin.url()).href);
    await admin.getByLabel("Minimum score").first().fill("61");
    await leave();
    await admin.waitForURL(/\/sign-in/);
    // Whoever signs in next begins elsewhere.
    expect(new URL(admin.url()).search).to.equal("");
    // Otherwise it may still be refused something during the next test.
    await admin.context().close();
    dashboard.takeTroubles();
  });

  it("the same page in the next browser is a button and a key", async () => {
    await visit("/visual/run_done?shot=0");
    const next = page.getByRole("button", { name: "Next browser (b)" });
    await next.click();
    await page.waitForURL(/shot=1$/);
    await page.locator("[aria-current=true]", { hasText: "desktop · Firefox" }).waitFor();
    await page.keyboard.press("b");
    await page.waitForURL(/shot=0$/);
    expect(await page.getByRole("button", { name: "Next viewport (v)" }).count()).to.equal(0);
    dashboard.expectNoTrouble();
  });

  // Lasts as long as the pauses between the requests.
  itInFullLane("a service that is away closes nothing that is open, and is found again", async () => {
    await visit("/runs?start=test");
    const commit = page.getByRole("dialog", { name: "Start a run" }).getByLabel("Commit");
    await commit.fill("abc123");
    let asked = 0;
    await page.route("**/api/**", (route) => {
      if (route.request().url().endsWith("/api/auth/session")) asked++;
      return route.abort();
    });
    // As another tab of the browser does when its session has changed.
    await page.evaluate(() => new BroadcastChannel("plumbline session ").postMessage("changed"));
    // The request, its four retries, and one after them.
    await eventually("a sixth request for the session", () => asked > 5);
    expect(await commit.inputValue()).to.equal("abc123");
    await page.reload();
    const message = page.getByText("The service cannot be reached.");
    await message.waitFor();
    await message.evaluate((element) => {
      element.dataset.kept = "yes";
    });
    const before = asked;
    await eventually("the next request for the session", () => asked > before);
    await page.locator("[data-kept]").waitFor();
    await page.unroute("**/api/**");
    await page.getByRole("dialog", { name: "Start a run" }).waitFor();
    dashboard.takeTroubles();
  });
});
