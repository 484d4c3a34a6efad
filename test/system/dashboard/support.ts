// The dashboard of a service in a real browser: people who are signed in, each with a page whose errors are collected.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, firefox, type Page } from "playwright";
import type { Role } from "../../../models/users/schema.ts";
import { setUp } from "../../../temporal-dev/setup.mjs";
import { makeUser } from "../../support/operator.ts";
import type { World } from "../../support/service.ts";
import { TIMEOUT_FACTOR } from "../../support/timeoutFactor.ts";

export type Dashboard = {
  /** A page of nobody yet, in a context of its own. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** A page of somebody new with this role, at `path` as soon as they are signed in. */
  signIn(who: { email: string; role: Role }, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** No page said an error on its console, threw one, got an answer of the service that it did not expect, or none. Forgets them. */
  expectNoTrouble(): void;
  /** What pages said since; forgets them. */
  takeTroubles(): string[];
  close(): Promise<void>;
};

const WAIT_MS = 60_000;
/** What a page that goes elsewhere takes with it. */
const GIVEN_UP = /ERR_ABORTED|NS_BINDING_ABORTED|NS_ERROR_ABORT|cancelled/i;
/** The browser, or null where this machine has none. The service must have been started in `world` with the dashboard built. */
export async function openDashboard(world: World): Promise<Dashboard>;
export async function openDashboard(world: World, kind: "firefox"): Promise<Dashboard | null>;
export async function openDashboard(
  world: World,
  kind: "chromium" | "firefox" = "chromium",
): Promise<Dashboard | null> {
  const home = await fetch(`${world.service.apiUrl}/sign-in`, { headers: { accept: "text/html" } });
  if (!home.ok) throw new Error("The dashboard is not built: run `npm run build:web` first.");
  const { browsers } = await setUp({ parts: ["browsers"] });
  const found = browsers?.[kind];
  if (kind === "firefox" && !found) return null;
  const executablePath = found?.kind === "system" ? found.path : undefined;
  const browser: Browser =
    kind === "chromium"
      ? await chromium.launch({ executablePath, args: ["--no-sandbox"] })
      : await firefox.launch(executablePath ? { executablePath, channel: "moz-firefox" } : {});
  let troubles: { said: string }[] = [];
  const watch = (page: Page): void => {
    page.on("console", (message) => {
      if (message.type() === "error") troubles.push({ said: message.text() });
    });
    page.on("pageerror", (error) => troubles.push({ said: String(error) }));
    page.on("response", (answer) => {
      if (answer.status() < 400) return;
      const trouble = { said: `${answer.status()} ${answer.url()}` };
      troubles.push(trouble);
      // What it said comes later, and helps whoever reads the failure.
      answer.text().then(
        (text) => {
          trouble.said += ` ${text.slice(0, 300)}`;
        },
        () => undefined,
      );
    });
    page.on("requestfailed", (request) => {
      const why = request.failure()?.errorText ?? "";
      if (!GIVEN_UP.test(why)) troubles.push({ said: `${why} ${request.url()}` });
    });
  };
  const base = world.service.apiUrl;
  const open = async (path: string, options: BrowserContextOptions = {}): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1400, height: 860 }, ...options });
    const page = await context.newPage();
    // A busy machine is slower than Playwright expects.
    page.setDefaultTimeout(WAIT_MS * TIMEOUT_FACTOR);
    watch(page);
    await page.goto(`${base}${path}`);
    return page;
  };
  const takeTroubles = (): string[] => {
    const taken = troubles;
    troubles = [];
    return taken.map(({ said }) => said);
  };
  return {
    open,
    async signIn({ email, role }, path, options) {
      const password = await makeUser(world, email, role);
      const page = await open(path, options);
      await enter(page, email, password);
      return page;
    },
    takeTroubles,
    expectNoTrouble: () => expect(takeTroubles()).to.deep.equal([]),
    close: () => browser.close(),
  };
}

/** Signs in on the page that asks for it. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  // As by hand: a value that is set by script does not reach React in every browser.
  await page.getByLabel("E-mail address").pressSequentially(email);
  await page.getByLabel("Password").pressSequentially(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
}

/** The screen is there, and has what it asked for. */
export const ready = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector("h1") && !document.querySelector('[aria-label="Loading"]'));

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
