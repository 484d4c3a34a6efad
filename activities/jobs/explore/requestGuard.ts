// Keeps an explored page on its site: navigations elsewhere, to addresses disallowed by robots.txt or to sign-out links are blocked
// in the browser itself, and so is every DELETE request.
import type { PageLease } from "../../../browsers/browserPool.ts";

export type Refusal = "elsewhere" | "destructive" | "robots" | "unfit";
export type RequestGuard = {
  /** Returns why the last navigation since the previous call was refused; null if none was. */
  refused(): Refusal | null;
  /** Number of requests since the previous call whose method is not GET or HEAD. */
  sent(): number;
};

/** Chromium only. Uses a separate session, because a second `Fetch.enable` in a session replaces the first. */
export async function guardRequests(lease: PageLease, judge: (url: string) => Refusal | null): Promise<RequestGuard> {
  if (lease.cdp === null) throw new Error("Exploring needs Chromium.");
  const { mainFrameId } = lease.cdp;
  const session = await lease.context.newCDPSession(lease.page);
  let refused: Refusal | null = null;
  let sent = 0;
  session.on("Fetch.requestPaused", ({ requestId, request, resourceType, frameId }) => {
    const isPage = resourceType === "Document" && frameId === mainFrameId;
    const verdict = isPage ? judge(request.url) : request.method === "DELETE" ? "destructive" : null;
    if (verdict !== null) {
      refused = verdict;
      session.send("Fetch.failRequest", { requestId, errorReason: "Aborted" }).catch(() => undefined);
      return;
    }
    if (request.method !== "GET" && request.method !== "HEAD" && request.method !== "OPTIONS") sent += 1;
    session.send("Fetch.continueRequest", { requestId }).catch(() => undefined);
  });
  await session.send("Fetch.enable", {
    patterns: (["Document", "XHR", "Fetch"] as const).map((resourceType) => ({
      urlPattern: "http*",
      resourceType,
      requestStage: "Request" as const,
    })),
  });
  return {
    refused() {
      const now = refused;
      refused = null;
      return now;
    },
    sent() {
      const now = sent;
      sent = 0;
      return now;
    },
  };
}
