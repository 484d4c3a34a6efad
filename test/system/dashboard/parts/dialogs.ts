// Opens every dialog that one click on a screen, or a second click in the menu it opens, leads to, and notes where the focus starts.
import type { Page } from "playwright";
import { ready } from "../support.ts";

export type Opened = { dialog: string; focus: string; isRight: boolean };

/** First words of buttons that cannot be undone. */
const DESTRUCTIVE = /^(?:Delete|Remove|Revoke|Erase|Reject|Disconnect|Roll|End)\b/;
/** Those of the frame are the same on every screen. */
const FRAME = "header:not(main header) button:enabled";
const MAIN = "main button:enabled";
const OVERLAYS = "[role=dialog], [role=menu], [role=listbox]";
const ITEMS = "[role=menuitem]:not([aria-disabled=true])";

/** Clicks each button of the addresses once. Requests that would change something are aborted, so the data stays as it is. */
export async function openDialogs(page: Page, addresses: readonly string[]): Promise<Opened[]> {
  let isChanged = false;
  await page.route("**/api/**", (route) => {
    if (route.request().method() === "GET") return route.continue();
    isChanged = true;
    return route.abort("aborted");
  });
  const found = new Map<string, Opened>();
  const seen = new Set<string>();
  for (const address of addresses) {
    const path = new URL(address).pathname;
    const load = async () => {
      await page.goto(address);
      await ready(page);
      isChanged = false;
    };
    /** Loads the screen again if the last click left it or asked for a change. */
    const enter = async () => {
      const isSame = !isChanged && page.url() === address;
      if (!isSame || (await page.locator(OVERLAYS).count()) > 0) await load();
    };
    await load();
    const inFrame = (await namesOf(page, FRAME)).filter((name) => !seen.has(name));
    for (const name of inFrame) seen.add(name);
    const inMain = await namesOf(page, MAIN);
    const buttons = [...inFrame.map((name) => [FRAME, name] as const), ...inMain.map((name) => [MAIN, name] as const)];
    for (const [selector, name] of buttons) {
      await enter();
      await clickOn(page, selector, name);
      for (const item of await namesOf(page, ITEMS)) {
        if ((await page.locator(ITEMS).count()) === 0) await clickOn(page, selector, name);
        await clickOn(page, ITEMS, item);
        await note(page, path, found);
        await enter();
      }
      await note(page, path, found);
    }
  }
  await page.unrouteAll({ behavior: "wait" });
  return [...found.values()];
}

const namesOf = async (page: Page, selector: string): Promise<string[]> => [
  ...new Set(
    await page
      .locator(selector)
      .evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""),
      ),
  ),
];

/** Clicks the first visible element with this name, if there is one still, and waits until the page has drawn what changed. */
async function clickOn(page: Page, selector: string, name: string): Promise<void> {
  await page.evaluate(
    async ([selector, name]) => {
      const named = (one: Element) => (one.getAttribute("aria-label") ?? one.textContent ?? "") === name;
      const all = [...document.querySelectorAll<HTMLElement>(selector)];
      const one = all.find((one) => one.checkVisibility() && named(one));
      one?.focus();
      one?.click();
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      do {
        await frame();
        await frame();
      } while (document.querySelector('[aria-label="Loading"]'));
    },
    [selector, name] as const,
  );
}

/** Records the dialog that is open, if any, and closes it. */
async function note(page: Page, path: string, found: Map<string, Opened>): Promise<void> {
  const dialog = page.locator("[role=dialog]").last();
  if ((await dialog.count()) > 0) {
    const { title, focus, isFirst, hasField, isCross } = await dialog.evaluate((popup) => {
      const fields = [...popup.querySelectorAll("input:not([type=hidden]), select, textarea, [contenteditable=true]")];
      const usable = fields.filter((one) => one.checkVisibility() && !one.matches(":disabled, [readonly]"));
      const at = document.activeElement;
      return {
        title: popup.querySelector("h2")?.textContent ?? popup.getAttribute("aria-label") ?? "",
        focus: !popup.contains(at) ? "outside" : at === popup ? "the dialog" : (at?.textContent ?? ""),
        isFirst: at === usable[0],
        hasField: usable.length > 0,
        isCross: at?.getAttribute("aria-label") === "Close",
      };
    });
    const isRight = hasField ? isFirst : focus !== "outside" && !isCross && !DESTRUCTIVE.test(focus);
    found.set(title, { dialog: `${title} of ${path}`, focus, isRight });
  }
  const open = page.locator(OVERLAYS);
  for (let layers = 3; layers > 0 && (await open.count()) > 0; layers--) await page.keyboard.press("Escape");
}
