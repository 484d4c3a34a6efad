// Puts items into a site's local and session storage before its own scripts run, once: a page that signs out stays signed out.
import type { BrowserContext, Frame, Page } from "playwright";
import type { SessionState, StoredItems } from "./session.ts";

/** In the page. `anew`: what is there belongs to a session that the site no longer accepts. */
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

/** The values of all items, of all origins. */
export const valuesOfItems = (stored: Readonly<Record<string, StoredItems>>): string[] =>
  Object.values(stored)
    .flatMap(({ localStorage, sessionStorage }) => [localStorage, sessionStorage])
    .flatMap((items) => Object.values(items));

/** For the first document of each origin in the page itself. */
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

/** What the page's own origin has stored for this tab; a page without storage has nothing. */
export function readSessionStorage(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    try {
      return { ...sessionStorage } as Record<string, string>;
    } catch {
      return {};
    }
  });
}

/** Cookies and stored items of the context; what is stored for the tab, of the page's own origin alone. */
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
