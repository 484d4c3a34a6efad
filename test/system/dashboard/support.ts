// The dashboard of a service in a real browser: people who are signed in, each with a page whose errors are collected.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import type { Role } from "../../../models/user.ts";
import { setUp } from "../../../temporal-dev/setup.mjs";
import { makeUser } from "../../support/operator.ts";
import type { World } from "../../support/service.ts";

export type Dashboard = {
  /** A page of somebody new with this role, at `path` as soon as they are signed in. */
  signIn(who: { email: string; role: Role }, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** No page said an error on its console, threw one or got an answer of the service that it did not expect. */
  expectNoTrouble(): void;
  close(): Promise<void>;
};

/** The service must have been started in `world` with the dashboard built. */
export async function openDashboard(world: World): Promise<Dashboard> {
  const { browsers } = await setUp({ parts: ["browsers"] });
  const executablePath = browsers?.chromium.kind === "system" ? browsers.chromium.path : undefined;
  const browser: Browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const troubles: string[] = [];
  const base = world.service.apiUrl;
  return {
    async signIn({ email, role }, path, options = {}) {
      const password = await makeUser(world, email, role);
      const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
      const page = await context.newPage();
      page.on("console", (message) => {
        // Before signing in, the question who is signed in is answered with 401.
        if (message.type() === "error" && !message.location().url.endsWith("/api/auth/session"))
          troubles.push(message.text());
      });
      page.on("pageerror", (error) => troubles.push(String(error)));
      await page.goto(`${base}${path}`);
      await page.getByLabel("E-mail address").fill(email);
      await page.getByLabel("Password").fill(password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
      return page;
    },
    expectNoTrouble: () => expect(troubles).to.deep.equal([]),
    close: () => browser.close(),
  };
}

let axe: Promise<string> | undefined;

/** What axe finds on the page as it is, in words; with `only`, by these rules. */
export async function axeViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // By the browser's own door: the page's Content-Security-Policy lets no script in by others.
  await page.evaluate(await axe);
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } };
    return (await axe.run(runOnly ? { runOnly } : {})).violations;
  }, only);
  return found.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ target }) => target.join(" ")).join(", ")})`,
  );
}
type Violation = { id: string; help: string; nodes: { target: string[] }[] };
