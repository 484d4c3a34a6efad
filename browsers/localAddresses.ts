// The last guard, in the browser itself: Chromium opens nothing that is not of the web, whoever asks it to.
import type { BrowserContext, CDPSession, Page } from "playwright";

/** What Chromium would read from the machine, or from itself. A page's own way to them is closed by the browser anyway. */
export const LOCAL_PATTERNS = ["file:*", "filesystem:*", "chrome:*", "view-source:*"].map((urlPattern) => ({
  urlPattern,
  requestStage: "Request" as const,
}));

/**
 * A session of its own, as a second `Fetch.enable` of a session replaces the first; requests of the web are not stopped. There
 * is nothing like it for Firefox over BiDi, where activities/capture/engine/elsewhere.ts looks at where each frame went.
 */
export async function refuseLocalAddresses(context: BrowserContext, page: Page): Promise<CDPSession> {
  const session = await context.newCDPSession(page);
  session.on("Fetch.requestPaused", ({ requestId }) => {
    session.send("Fetch.failRequest", { requestId, errorReason: "AccessDenied" }).catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: LOCAL_PATTERNS });
  return session;
}
