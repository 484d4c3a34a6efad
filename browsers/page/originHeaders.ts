// Adds headers to the requests of one origin. Browsers' own extra headers would go to every host, so they are not used.

export type Header = { name: string; value: string };

type Paused = { requestId: string; request: { url: string; headers: object } };

/** Of a session of Playwright or of Puppeteer. */
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
 * Only requests to the origin are stopped, which costs each a few milliseconds. Chromium drops the headers again on a
 * redirect (checked). The list may change: each request gets what is in it then.
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
      // A header that is not accepted would leave the request open for ever.
      .catch(() => session.send("Fetch.failRequest", { requestId, errorReason: "Failed" }))
      .catch(() => undefined);
  });
  await session.send("Fetch.enable", { patterns: [{ urlPattern: `${origin}/*`, requestStage: "Request" }] });
}
