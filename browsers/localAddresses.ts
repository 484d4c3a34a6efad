// Last line of defense inside the browser: Chromium opens only web addresses, whoever requests another one.
import type { BrowserContext, CDPSession, Page } from "playwright";

/** Addresses of local files and internal pages. The browser itself already blocks navigation to them from a page. */
export const LOCAL_PATTERNS = ["file:*", "filesystem:*", "chrome:*", "view-source:*"].map((urlPattern) => ({
  urlPattern,
  requestStage: "Request" as const,
}));

/**
 * Uses a separate session, because a second `Fetch.enable` in a session replaces the first; web requests are not intercepted. Firefox
 * over BiDi has no equivalent, so browsers/page/elsewhere.ts checks the address of every frame.
 */
export async function refuseLocalAddresses(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: LOCAL_PATTERNS });
  return session;
}
