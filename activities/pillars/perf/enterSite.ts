// Gives Lighthouse's page the site's access. Lighthouse's own extraHeaders would go to every host, so they are not used.
import type { Page } from "puppeteer-core";
import { addOriginHeaders } from "../../../browsers/page/originHeaders.ts";
import type { LabAccess } from "./protocol.ts";

/**
 * Cookies and storage belong to their hosts; headers are put on requests to the site's own origin alone, which are
 * stopped for it. That costs each of them a few milliseconds, the same ones in every run.
 */
export async function enterSite(page: Page, access: LabAccess): Promise<void> {
  const session = await page.createCDPSession();
  if (access.cookies.length > 0) await session.send("Network.setCookies", { cookies: access.cookies });
  if (access.localStorage.length > 0) {
    await page.evaluateOnNewDocument((stores: LabAccess["localStorage"]) => {
      for (const { origin, items } of stores) {
        if (origin !== location.origin) continue;
        for (const { name, value } of items) if (localStorage.getItem(name) === null) localStorage.setItem(name, value);
      }
    }, access.localStorage);
  }
  if (access.headers.length === 0) return;
  await addOriginHeaders(session, access.origin, access.headers);
}
