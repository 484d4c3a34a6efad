// Every screen of the dashboard once, in a real browser on the real stack: light and dark, without errors and without axe findings; the
// sidebar by keyboard; and a viewer, who sees the screens and can change nothing.
import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect } from "chai";
import type { Page } from "playwright";
import { signIn } from "../../../temporal-dev/sessionClient.ts";
import type { Screen } from "../../../web/src/lib/screen.ts";
import { addFeature } from "../../support/features.ts";
import { makeUser } from "../../support/operator.ts";
import { startWorld, type World } from "../../support/service.ts";
import { together } from "../../support/together.ts";
import { openDialogs } from "./parts/dialogs.ts";
import { axeViolations, type Dashboard, openDashboard, ready, rulesIn } from "./support.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const AT_ONCE = 2;

/** Returns the screens that the router declares, without loading their modules. */
async function declaredScreens(): Promise<Screen[]> {
  const all: Screen[] = [];
  for await (const file of glob("web/src/features/*/screens.ts", { cwd: root }))
    all.push(...((await import(pathToFileURL(path.join(root, file)).href)) as { screens: Screen[] }).screens);
  return all;
}
const SCREENS = await declaredScreens();
const PARTS = readFileSync(path.join(root, "web/src/features/settings/parts.ts"), "utf8").matchAll(/name: "(\w+)"/g);

const PHONE_RULES = ["button-name", "link-name", "label", "page-has-heading-one", "region", "aria-hidden-focus"];
const DESKTOP = { width: 1400, height: 860 };

/** A phone, a small laptop at 200 %, and windows from a small laptop's to a large screen's. */
const WINDOWS = [
  [390, 860],
  [640, 430],
  [1280, 860],
  [1440, 860],
  [1920, 860],
] as const;

/** All rules of axe in both themes, of one load of the page. */
async function expectNoViolation(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
    expect(await axeViolations(page, rulesIn(colorScheme)), `${page.url()}, ${colorScheme}`).to.deep.equal([]);
  }
}

/** Screens whose cards hold their content at every width. On other screens a wide table may scroll within its card. */
const FITTING = ["/", "/organisation/$part"];

/**
 * Returns the widths at which the page as a whole scrolls sideways or its heading cannot be scrolled into view. `cards`: also the widths
 * at which something within a card scrolls or sticks out.
 */
async function widthsThatScroll(page: Page, cards: boolean): Promise<number[]> {
  const found: number[] = [];
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    const fits = await page.evaluate((cards) => {
      const isWide = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
      const scrolls = (one: Element) => /auto|scroll/.test(getComputedStyle(one).overflowX);
      const held = [...document.querySelectorAll("main *")].filter(
        (one) => one.localName === "section" || scrolls(one),
      );
      if (cards && held.some(isWide)) return false;
      const heading = document.querySelector("h1");
      heading?.scrollIntoView({ block: "nearest" });
      const { top = -1, height = 0 } = heading?.getBoundingClientRect() ?? {};
      const isSeen = height <= 1 || (top >= 0 && top < innerHeight);
      return document.documentElement.scrollWidth <= innerWidth && isSeen;
    }, cards);
    if (!fits) found.push(width);
  }
  return found;
}

/** First words of the names of buttons that change something. */
const CHANGING =
  /^(?:New (?!alone)[a-z]+|Add|Make|Delete|Keep|Change|Start|Approve|Reject|Accept|Connect|Disconnect|Invite|Revoke|Run|Pause|Resume|Send again|Ask again|Turn|Save|Prove|Roll|Record|Import|Remove|Create)\b/;

const FEATURE = `Feature: Reading
  Scenario: A page is read
    Given I am on "/page/one"
`;

describe("the screens of the dashboard", function () {
  this.timeout(240_000);
  let world: World;
  let dashboard: Dashboard;
  let viewer: Page;
  let admins: Page[];
  /** Values of the address parameters, and of some whole addresses. */
  const given: Record<string, string> = { label: "One", featureId: "reading", part: "members" };
  const own: Record<string, Record<string, string>> = {};

  before(async () => {
    world = await startWorld({ SVC_TRIGGER_RATE_PER_MINUTE: "1000", SVC_SIGN_IN_RATE_PER_MINUTE: "1000" });
    const { client, slug } = await world.project({ One: "/page/one", Two: "/page/two" });
    given.project = slug;
    await addFeature(world, slug, "reading", FEATURE);
    dashboard = await openDashboard(world);
    await client.wait((await client.run({ type: "baseline" })).runId);
    world.site.set("two", "Other words than before.");
    const editor = await signIn(
      world.service.apiUrl,
      "ed@shop.example",
      await makeUser(world, "ed@shop.example", "editor"),
    );
    const start = async (kind: string, body = {}) =>
      String((await editor.post(`/api/${kind}`, { project: slug, ...body })).runId);
    const [visual, functional, seo] = await Promise.all([
      start("tests/test"),
      start("tests/functional"),
      start("tests/seo"),
    ]);
    const proof = await editor.post(`/api/app/projects/${slug}/proofs`, { text: "SHOP-1 A page is read" });
    Object.assign(given, { runId: visual, jobId: String(proof.jobId) });
    own["/p/$project/functional/runs/$runId"] = { runId: functional };
    await Promise.all([visual, functional, seo].map((runId) => client.wait(runId)));
    const person = (email: string, role: "admin" | "viewer") => dashboard.signIn({ email, role }, `/p/${slug}`);
    viewer = await person("vera@shop.example", "viewer");
    admins = [await person("ada@shop.example", "admin"), await person("ben@shop.example", "admin")];
  });
  after(async () => {
    await dashboard?.close();
    await world?.stop();
  });

  const addressOf = ({ path }: Pick<Screen, "path">, more: Record<string, string> = {}): string =>
    path.replace(/\$(\w+)/g, (_, name: string) => {
      const value = more[name] ?? own[path]?.[name] ?? given[name];
      if (value === undefined) throw new Error(`Give this test a value for $${name} of ${path}.`);
      return encodeURIComponent(value);
    });

  const CASES: { title: string; screen: Screen; more?: Record<string, string> }[] = SCREENS.flatMap((screen) =>
    screen.path === "/p/$project/settings/$part"
      ? [...PARTS].map(([, part = ""]) => ({ title: `settings, ${part}`, screen, more: { part } }))
      : [{ title: screen.path, screen }],
  );

  describe("each", () => {
    const oneOf = together(AT_ONCE);
    for (const { title, screen, more } of CASES.filter(({ screen }) => !screen.open))
      oneOf(`${title} has no finding of axe, in light and in dark`, async () => {
        const page = admins.pop()!;
        try {
          await page.goto(`${world.service.apiUrl}${addressOf(screen, more)}`);
          await ready(page);
          await expectNoViolation(page);
          // Elements hidden on a phone must not take names and headings with them.
          await page.setViewportSize({ width: 412, height: 823 });
          expect(await axeViolations(page, PHONE_RULES)).to.deep.equal([]);
          expect(await widthsThatScroll(page, FITTING.includes(screen.path))).to.deep.equal([]);
          await page.setViewportSize(DESKTOP);
        } finally {
          admins.push(page);
        }
      });
  });

  it("asks once who is signed in, before its program has come", async () => {
    const page = admins[0]!;
    const asked: string[] = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      if (/^\/api\/auth\/session$|^\/assets\/Frame/.test(pathname)) asked.push(pathname.split("-")[0]!);
    });
    await page.goto(`${world.service.apiUrl}/p/${given.project}`);
    await ready(page);
    expect(asked).to.deep.equal(["/api/auth/session", "/assets/Frame"]);
  });

  it("leads to every entry of the sidebar by keys alone", async () => {
    const page = admins[0]!;
    await page.goto(`${world.service.apiUrl}/p/${given.project}`);
    await ready(page);
    const links = page.getByRole("navigation", { name: "Main" }).getByRole("link");
    const wanted = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(wanted.length).to.be.at.least(SCREENS.filter(({ nav }) => nav).length);
    const met = new Set<string | null>();
    // The entries of the sidebar are reached within a few stops.
    for (let stop = 0; stop < wanted.length + 20 && met.size < wanted.length; stop++) {
      await page.keyboard.press("Tab");
      const at = await page.evaluate(() => document.activeElement?.getAttribute("href") ?? null);
      if (wanted.includes(at)) met.add(at);
    }
    expect([...met]).to.have.members([...new Set(wanted)]);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname.startsWith(`/p/${given.project}/settings`));
    await page.keyboard.press("g");
    await page.keyboard.press("p");
    await page.getByRole("heading", { name: "Projects" }).waitFor();
    await page.getByRole("main").getByRole("link", { name: given.project!, exact: true }).press("Enter");
    await page.waitForURL((url) => url.pathname === `/p/${given.project}`);
  });

  it("shows a viewer no button that changes something, and the service refuses what is sent all the same", async () => {
    await ready(viewer);
    const changing: string[] = [];
    for (const { screen, more } of CASES.filter(({ screen }) => screen.path.startsWith("/p/") || screen.path === "/")) {
      const address = addressOf(screen, more);
      await viewer.goto(`${world.service.apiUrl}${address}`);
      await ready(viewer);
      const names = await viewer
        .locator("main button:enabled")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
      changing.push(...names.filter((name) => CHANGING.test(name.trim())).map((name) => `${address}: ${name}`));
    }
    expect(changing).to.deep.equal([]);
    // Sent without the page, which would report each rejection on its console.
    const base = world.service.apiUrl;
    const { csrfToken } = (await (await viewer.request.get(`${base}/api/auth/session`)).json()) as {
      csrfToken: string;
    };
    const post = async (to: string, data: object) =>
      (await viewer.request.post(`${base}${to}`, { data, headers: { "x-csrf-token": csrfToken } })).status();
    const slug = given.project;
    const refused = await Promise.all([
      post("/api/tests/test", { project: slug }),
      post(`/api/app/projects/${slug}/settings`, { settings: {}, rev: "x" }),
      post(`/api/app/projects/${slug}/environments`, { name: "Mine", baseUrl: "http://127.0.0.1:1" }),
      post("/api/app/tools/create_scenario", { args: { project: slug, label: "x", url: "/x", confirm: true } }),
      post("/api/keys", { name: "x", kind: "org" }),
    ]);
    expect(refused).to.deep.equal([403, 403, 403, 403, 403]);
  });

  it("says under a heading that an address leads to no page", async () => {
    const page = admins[0]!;
    await page.goto(`${world.service.apiUrl}/p/${given.project}/nowhere`);
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
  });

  it("starts every dialog at its first field, and none at a button that destroys something", async () => {
    dashboard.expectNoTrouble();
    const addresses = CASES.filter(({ screen }) => !screen.open).map(
      ({ screen, more }) => `${world.service.apiUrl}${addressOf(screen, more)}`,
    );
    const opened = await openDialogs(admins[0]!, addresses);
    expect(opened.filter(({ isRight }) => !isRight)).to.deep.equal([]);
    expect(opened.length).to.be.at.least(20);
    // The page reports the requests that were aborted.
    dashboard.takeTroubles();
  });

  it("starts a run with all that was chosen, and says the command for it", async () => {
    const page = admins[0]!;
    await page.goto(`${world.service.apiUrl}/p/${given.project}/runs`);
    await ready(page);
    await page.keyboard.press("s");
    const dialog = page.getByRole("dialog", { name: "Start a run" });
    const what = dialog.getByLabel("What");
    await what.waitFor();
    expect(await what.evaluate((field) => field === document.activeElement)).to.equal(true);
    await dialog.getByText("All 2 scenarios").click();
    await dialog.getByRole("checkbox", { name: "Two" }).check();
    await dialog.getByRole("checkbox", { name: "chromium" }).check();
    await dialog.getByLabel("Branch").fill("feature/it's");
    await dialog.getByLabel("Commit").fill("4f1c2ab9");
    const chosen = `--scenario Two --browser chromium --branch 'feature/it'\\''s' --commit 4f1c2ab9`;
    await dialog.getByText(` run visual --project ${given.project} ${chosen} --wait`).waitFor();
    await dialog.getByRole("button", { name: "Start", exact: true }).click();
    await page.waitForURL(/\/runs\/run_/);
    const main = page.getByRole("main");
    for (const fact of ["feature/it's", "4f1c2ab", "Two"]) await main.getByText(fact, { exact: true }).waitFor();
    // The same run can be started again from a terminal.
    await main.getByText(` run visual --project ${given.project} ${chosen} --wait`).waitFor();
  });

  it("shows a full audit with its runs while they go on, and no other run with parts", async () => {
    const page = admins[0]!;
    const session = await signIn(
      world.service.apiUrl,
      "fay@shop.example",
      await makeUser(world, "fay@shop.example", "editor"),
    );
    const body = { project: given.project, pillars: ["visual", "seo"], branch: "audited" };
    const full = String((await session.post("/api/tests/full-suite", body)).runId);
    await page.goto(`${world.service.apiUrl}/p/${given.project}/runs/${full}`);
    const rows = page.getByRole("table", { name: "Runs of the full audit" }).getByRole("row");
    // The first link of a row leads to its run, the others to its problems.
    const runs = rows.locator("td:first-child").getByRole("link");
    // They appear with the plan, without a reload.
    await runs.nth(1).waitFor();
    expect((await runs.allTextContents()).sort()).to.deep.equal(["SEO audit", "Visual test"]);
    await runs.filter({ hasText: "SEO audit" }).click();
    await page.getByRole("heading", { level: 1, name: /^SEO audit/ }).waitFor();
    expect(await page.getByRole("heading", { name: "Parts" }).count()).to.equal(0);
    await session.post(`/api/ci/runs/${full}/cancel`, {});
  });

  it("opens the screens of people who are not signed in", async () => {
    const context = await viewer.context().browser()!.newContext();
    const page = await context.newPage();
    for (const { screen } of CASES.filter(({ screen }) => screen.open)) {
      await page.goto(`${world.service.apiUrl}${screen.path}`);
      await ready(page);
      await expectNoViolation(page);
    }
    await context.close();
  });

  // Runs after all others.
  describe("together", () => {
    it("said no error on any page", () => {
      dashboard.expectNoTrouble();
    });
  });
});
