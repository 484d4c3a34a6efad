// Applies the site's access to Lighthouse's page. Lighthouse's own extraHeaders would go to every host, so they are not used.
import type { Page } from "puppeteer-core";
import { addOriginHeaders } from "../../../browsers/page/originHeaders.ts";
import { valuesOfItems } from "../../../browsers/page/storedItems.ts";
import type { LabAccess } from "./protocol.ts";

/** Runs in the page. Existing items are kept. */
function store(stored: LabAccess["stored"]): void {
  const put = (storage: Storage, items: Record<string, string>) => {
    for (const [name, value] of Object.entries(items)) if (storage.getItem(name) === null) storage.setItem(name, value);
  };
  const items = stored[location.origin];
  if (items === undefined) return;
  try {
    put(localStorage, items.localStorage);
    put(sessionStorage, items.sessionStorage);
  } catch {
    // A sandboxed frame has no storage.
  }
}

/**
 * Cookies and storage belong to their hosts; headers are added only to requests to the site's own origin, which are
 * intercepted for that. It costs each of them a few milliseconds, the same in every run.
 */
export async function enterSite(page: Page, access: LabAccess): Promise<void> {
  const session = await page.createCDPSession();
  if (access.cookies.length > 0) await session.send("Network.setCookies", { cookies: access.cookies });
  // Without items the page is measured without any script of ours.
  if (valuesOfItems(access.stored).length > 0) await page.evaluateOnNewDocument(store, access.stored);
  if (access.headers.length === 0) return;
  await addOriginHeaders(session, access.origin, access.headers);
}
