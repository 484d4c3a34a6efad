// Puts items into a site's local and session storage before its own scripts run, once: a page that signs out stays signed out.
import type { BrowserContext, Frame, Page } from "playwright";
import type { SessionState, StoredItems } from "./session.ts";

/** Runs in the page. `anew`: whether existing items belong to a session that the site no longer accepts. */
function store({ stored, anew }: { stored: Record<string, StoredItems>; anew: boolean }): void {
  const items = stored[location.origin];
  if (items === undefined) return;
  try {
    if (anew && window === window.top) {
      localStorage.clear();
      sessionStorage.clear();
    }
    for (const [name, value] of Object.entries(items.localStorage)) localStorage.setItem(name, value);
    for (const [name, value] of Object.entries(items.sessionStorage)) sessionStorage.setItem(name, value);
  } catch {
    // A sandboxed frame has no storage.
  }
}

/** Returns the values of all items of all origins. */
export const valuesOfItems = (stored: Readonly<Record<string, StoredItems>>): string[] =>
  Object.values(stored)
    .flatMap(({ localStorage, sessionStorage }) => [localStorage, sessionStorage])
    .flatMap((items) => Object.values(items));

/** Stores the items in the first document of each origin in the page itself. */
export async function storeItems(page: Page, given: Record<string, StoredItems>, anew: boolean): Promise<void> {
  for (const [origin, items] of Object.entries(given)) {
    const ofOrigin = { [origin]: items };
    if (valuesOfItems(ofOrigin).length === 0 && !anew) continue;
    const script = await page.addInitScript(store, { stored: ofOrigin, anew });
    const onNavigated = (frame: Frame): void => {
      if (frame !== page.mainFrame() || URL.parse(frame.url())?.origin !== origin) return;
      page.off("framenavigated", onNavigated);
      void script.dispose().catch(() => undefined);
    };
    page.on("framenavigated", onNavigated);
  }
}

/** Returns the session storage of the page's own origin; empty for a page without storage. */
export function readSessionStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    try {
      return { ...sessionStorage } as Record<string, string>;
    } catch {
      return {};
    }
  });
}

/** Returns cookies and stored items of the context; session storage only of the page's own origin. */
export async function readStoredItems(
  context: BrowserContext,
  page: Page,
): Promise<Pick<SessionState, "cookies" | "stored">> {
  const { cookies, origins } = await context.storageState();
  const stored: SessionState["stored"] = {};
  for (const { origin, localStorage } of origins) {
    const items = Object.fromEntries(localStorage.map(({ name, value }) => [name, value]));
    stored[origin] = { localStorage: items, sessionStorage: {} };
  }
  const { origin } = new URL(page.url());
  stored[origin] = { localStorage: {}, ...stored[origin], sessionStorage: await readSessionStorage(page) };
  return { cookies, stored };
}
