// The dashboard of a service in a real browser: signed-in people, each with a page whose errors are collected.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { expect } from "chai";
import { type Browser, type BrowserContextOptions, chromium, firefox, type Page } from "playwright";
import type { Role } from "../../../models/users/schema.ts";
import { setUp } from "../../../temporal-dev/setup.mjs";
import { makeUser } from "../../support/operator.ts";
import type { World } from "../../support/service.ts";
import { extended } from "../../support/timeoutFactor.ts";

export type Dashboard = {
  /** Opens a page in a separate context, not signed in yet. */
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Creates a user with this role and returns their page at `path`, signed in. */
  signIn(who: { email: string; role: Role }, path: string, options?: BrowserContextOptions): Promise<Page>;
  /** Asserts that no page logged an error, threw one, or got an unexpected response or none. Clears the collected errors. */
  expectNoTrouble(): void;
  /** Returns the errors collected so far and clears them. */
  takeTroubles(): string[];
  close(): Promise<void>;
};

const WAIT_MS = 60_000;
/** Errors of requests that are aborted because the page navigates away. */
const GIVEN_UP = /ERR_ABORTED|NS_BINDING_ABORTED|NS_ERROR_ABORT|cancelled/i;
/** Returns the browser, or null if this machine has none. The service must have been started in `world` with the dashboard built. */
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
      // The body arrives later, and helps to understand the failure.
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
    page.setDefaultTimeout(extended(WAIT_MS));
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

/** Signs in on the sign-in page. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  // Typed key by key, because a value set by script does not reach React in every browser.
  await page.getByLabel("E-mail address").pressSequentially(email);
  await page.getByLabel("Password").pressSequentially(password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.waitForURL((url) => !url.pathname.endsWith("/sign-in"));
}

/** Waits until the screen is shown and its data is loaded. */
export const ready = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.querySelector("h1") && !document.querySelector('[aria-label="Loading"]'));

/** Returns the rules of axe that need a look in a theme: all in the light one, those of colours in the dark one, which changes only these. */
export const rulesIn = (theme: "light" | "dark"): readonly string[] | undefined =>
  theme === "dark" ? ["color-contrast", "link-in-text-block"] : undefined;

let axe: Promise<string> | undefined;

/** Returns axe's findings on the current page as text; with `only`, restricted to these rules. */
export async function axeViolations(page: Page, only?: readonly string[]): Promise<string[]> {
  axe ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  // Evaluated through the debugging protocol, because the page's Content-Security-Policy blocks injected scripts.
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

/** Holds requests to `path`, or only those of one method, until the returned function is called. */
export async function hold(page: Page, path: RegExp | ((url: URL) => boolean), method?: string) {
  const released = Promise.withResolvers<void>();
  await page.route(path, async (route) => {
    if (!method || route.request().method() === method) await released.promise;
    await route.fallback();
  });
  return async (): Promise<void> => {
    released.resolve();
    await page.unroute(path);
  };
}

const NOT_NOW = { status: 409, json: { error: "Not now." } };

/** Holds the next POST to `path` until `answer`, which sends the response: by default a refusal, "Not now.". */
export async function holdPost(page: Page, path: RegExp, response: { status: number; json: object } = NOT_NOW) {
  const sent = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route(path, async (route) => {
    if (isHeld || route.request().method() !== "POST") return route.fallback();
    isHeld = true;
    sent.resolve();
    await answered.promise;
    await route.fulfill(response);
  });
  return { sent: sent.promise, answer: answered.resolve };
}
