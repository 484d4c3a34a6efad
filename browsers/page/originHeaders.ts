// Adds headers to the requests of one origin. The browsers' own extra headers would go to every host, so they are not used.

export type Header = { name: string; value: string };

type Paused = { requestId: string; request: { url: string; headers: object } };

/** A CDP session of Playwright or Puppeteer. */
type FetchSession = {
  on(event: "Fetch.requestPaused", listener: (paused: Paused) => void): unknown;
  send(
    method: "Fetch.enable",
    params: { patterns: { urlPattern: string; requestStage: "Request" }[] },
  ): Promise<unknown>;
  send(method: "Fetch.continueRequest", params: { requestId: string; headers: Header[] }): Promise<unknown>;
  send(method: "Fetch.failRequest", params: { requestId: string; errorReason: "Failed" }): Promise<unknown>;
};

/**
 * Intercepts only requests to the origin, which costs a few milliseconds each. Chromium drops the headers again on a
 * redirect (checked). The list may change: each request gets its current content.
 */
export async function addOriginHeaders(
  session: FetchSession,
  origin: string,
  headers: readonly Header[],
): Promise<void> {
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const names = new Set(headers.map(({ name }) => name.toLowerCase()));
    const own = Object.entries(request.headers)
      .map(([name, value]) => ({ name, value: String(value) }))
      .filter(({ name }) => !names.has(name.toLowerCase()));
    const sent = URL.parse(request.url)?.origin === origin ? [...own, ...headers] : own;
    session
      .send("Fetch.continueRequest", { requestId, headers: sent })
      // A rejected header would leave the request open forever.
      .catch(() => session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }))
      .catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*`, requestStage: "Request" }] });
}
