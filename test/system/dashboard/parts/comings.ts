// Open tabs while things end: a person signs out in another tab, and the API goes away and comes back.
import { expect } from "chai";
import type { Page, Request } from "playwright";
import { noteChange } from "../../../../models/changes/queries.ts";
import { waitUntilReady } from "../../../../temporal-dev/service.ts";
import { createClient } from "../../../api/support/client.ts";
import { eventually } from "../../../support/eventually.ts";
import { makeUser } from "../../../support/operator.ts";
import type { World } from "../../../support/service.ts";
import { withModels } from "../../../support/watched.ts";
import { type Dashboard, enter, ready } from "../support.ts";
import { follow } from "./follow.ts";

export type Shared = () => { world: World; chromium: Dashboard; slug: string };

const STREAMS = 20;
const RUN_MS = 120_000;
/** Browser messages about an unavailable service. */
const AWAY = /ERR_|Failed to load resource|^50[234] /;

export function comings(shared: Shared): void {
  const url = (path: string) => `${shared().world.service.apiUrl}/p/${shared().slug}${path}`;
  const csrfOf = async (page: Page) => {
    const answer = await page.request.get(`${shared().world.service.apiUrl}/api/auth/session`);
    return ((await answer.json()) as { csrfToken: string }).csrfToken;
  };

  describe("a tab that is left open", () => {
    const person = { email: "tabs@shop.example", password: "" };
    let tab: Page;
    /** The tab's open event streams; either the tab or the service ends them, whichever is first. */
    const streams = new Set<Request>();
    const isOut = async (page: Page, next: string) => {
      await page.waitForURL((at) => at.pathname === "/sign-in" && (at.searchParams.get("next") ?? "").endsWith(next));
      await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    };
    before(async () => {
      person.password = await makeUser(shared().world, person.email, "editor");
      tab = await shared().chromium.open(`/p/${shared().slug}/runs`);
      tab.on("request", (request) => void (request.url().includes("/api/app/events") && streams.add(request)));
      tab.on("requestfinished", (request) => void streams.delete(request));
      tab.on("requestfailed", (request) => void streams.delete(request));
      await enter(tab, person.email, person.password);
      // Creates history entries for Back.
      for (const name of ["Functional", "Runs"]) {
        await tab.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).click();
        await tab.getByRole("heading", { level: 1, name }).waitFor();
      }
    });
    after(() => tab?.context().close());
    afterEach(() => {
      // Requests in flight when the session ended are rejected, as they must be.
      const troubles = shared().chromium.takeTroubles();
      expect(troubles.filter((trouble) => !/\b401\b/.test(trouble))).to.deep.equal([]);
    });

    it("asks to sign in as soon as another one has signed out, with nothing of what was read, and goes on from there", async () => {
      const other = await tab.context().newPage();
      await other.goto(url(""));
      await ready(other);
      const heard = streams.size;
      await other.getByRole("button", { name: /^Account of/ }).click();
      await other.getByRole("menuitem", { name: "Sign out" }).click();
      await isOut(tab, "/runs");
      expect(heard).to.be.greaterThan(0);
      await eventually("the tab's stream has ended", () => streams.size === 0);
      await tab.goBack();
      await isOut(tab, "/functional");
      expect(await tab.locator("body").textContent()).not.to.include("Chromium shop");
      await other.close();
      await tab.goto(url("/runs"));
      await isOut(tab, "/runs");
      await enter(tab, person.email, person.password);
      await tab.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
    });

    it("takes none of a browser's six connections while it is in the background", async () => {
      const context = tab.context();
      const behind = await Promise.all(Array.from({ length: 7 }, () => context.newPage()));
      for (const page of behind) {
        await page.addInitScript(() =>
          Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" }),
        );
        await page.goto(url("/runs"));
        await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
      }
      // A tab that is visible again receives events again.
      const [first] = behind as [Page];
      const stream = first.waitForRequest((request) => request.url().includes("/api/app/events"));
      await first.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { get: () => "visible" });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await stream;
      await Promise.all(behind.map((page) => page.close()));
    });

    it("hears of it from the service too, where no other tab tells it", async () => {
      const answer = await tab.request.post(`${shared().world.service.apiUrl}/api/auth/sign-out`, {
        data: {},
        headers: { "x-csrf-token": await csrfOf(tab) },
      });
      expect(answer.status()).to.equal(200);
      await isOut(tab, "/runs");
    });

    it("is not brought back by Back with what its person saw", async () => {
      await enter(tab, person.email, person.password);
      await tab.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
      const csrf = await csrfOf(tab);
      await tab.goto(shared().world.site.url);
      await tab.request.post(`${shared().world.service.apiUrl}/api/auth/sign-out`, {
        data: {},
        headers: { "x-csrf-token": csrf },
      });
      await tab.goBack();
      await isOut(tab, "/runs");
    });
  });

  describe("an API that is killed and comes back", () => {
    it("is waited for by an open page, whose run goes on without a reload", async () => {
      const { world, chromium, slug } = shared();
      const page = await chromium.signIn({ email: "waits@shop.example", role: "editor" }, `/p/${slug}/runs?start=test`);
      await page
        .getByRole("dialog", { name: "Start a run" })
        .getByRole("button", { name: "Start", exact: true })
        .click();
      await page.waitForURL(/\/runs\/run_/);
      await page.getByRole("heading", { level: 1 }).getByText("Visual test").waitFor();
      await page.evaluate(() => Object.assign(window, { here: true }));
      await world.service.api.kill();
      await page.getByText("Connecting again").waitFor();
      // A screen whose files have not been loaded yet.
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Scenarios" }).click();
      await page.waitForEvent("requestfailed", (request) => request.url().endsWith("/api/health"));
      await world.service.api.start();
      await page.getByRole("heading", { level: 1, name: "Scenarios" }).waitFor();
      await page.goBack();
      await page.getByText("Connecting again").waitFor({ state: "detached", timeout: RUN_MS });
      await page.getByRole("heading", { level: 1 }).getByText("Passed").waitFor({ timeout: RUN_MS });
      expect(await page.evaluate(() => "here" in window)).to.equal(true);
      await page.context().close();
      expect(chromium.takeTroubles().filter((trouble) => !AWAY.test(trouble))).to.deep.equal([]);
    });

    it(`loses nothing of what ${STREAMS} streams are told, before, meanwhile and after`, async () => {
      const { world, slug } = shared();
      const password = await makeUser(world, "many@shop.example", "viewer");
      const session = await createClient(world.service.apiUrl).signIn("many@shop.example", password);
      const streams = Array.from({ length: STREAMS }, () => follow(world.service.apiUrl, session, slug));
      const projectId = await withModels(world, async (models) => {
        const project = await models.projects.findOne({ slug }, { _id: 1 }).lean<{ _id: string }>();
        return project?._id ?? "";
      });
      const happens = (id: string) =>
        withModels(world, (models) => noteChange(models, { kind: "review", id, projectId }));
      const allHear = (id: string) =>
        eventually(`all streams hear of ${id}`, async () => streams.every(({ heard }) => heard.has(id)));
      try {
        await eventually("all streams are open", async () => streams.every(({ isOpen }) => isOpen()));
        await happens("before");
        await allHear("before");
        await world.service.api.kill({ revive: true });
        await happens("meanwhile");
        await waitUntilReady(world.service.apiUrl);
        await allHear("meanwhile");
        await happens("after");
        await allHear("after");
      } finally {
        await Promise.all(streams.map(({ stop }) => stop()));
      }
    });
  });
}
