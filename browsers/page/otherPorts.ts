// Cookies ignore ports: a browser sends an environment's cookies to every server of its host. These requests go without them.
import type { BrowserContext } from "playwright";
import type { PageLease } from "../browserPool.ts";

/** Node sends the request instead of the browser, so an endless response (an event stream) is aborted after this time. */
const ANSWER_MS = 20_000;

/**
 * From now on, removes cookies of these names from the page's http and https requests to the host of `origin` at other ports. In
 * Chromium only those requests are intercepted, so the environment's own cost nothing. WebSockets cannot be changed, nor can
 * requests that Firefox makes because of a redirect.
 */
export async function withholdCookies(lease: PageLease, origin: string, names: readonly string[]): Promise<void> {
  const own = new URL(origin);
  const ask = async (url: string, method: string, headers: Record<string, string>, data?: string) => {
    const cookie = await otherCookies(lease.context, url, names);
    const { cookie: _, ...others } = headers;
    const request = { method, headers: { ...others, cookie }, maxRedirects: 0, timeout: ANSWER_MS };
    return lease.context.request.fetch(url, data === undefined ? request : { ...request, data });
  };
  if (lease.cdp === null) {
    const elsewhere = (url: URL): boolean => url.hostname === own.hostname && url.origin !== own.origin;
    await lease.context.route(elsewhere, async (route) => {
      const asked = route.request();
      try {
        const response = await ask(asked.url(), asked.method(), asked.headers(), asked.postData() ?? undefined);
        await route.fulfill({ response });
      } catch {
        await route.abort("connectionfailed").catch(() => undefined);
      }
    });
    return;
  }
  // Uses a separate session, because a second Fetch.enable in a session replaces the first.
  const session = await lease.context.newCDPSession(lease.page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { url, method, headers, postData } = request;
    ask(url, method, headers as Record<string, string>, postData)
      .then(async (response) =>
        session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: response.status(),
          // The body is already decoded.
          responseHeaders: response.headersArray().filter(({ name }) => !/^content-(encoding|length)$/i.test(name)),
          body: (await response.body()).toString("base64"),
        }),
      )
      .catch(() => session.send("Fetch.failRequest", { requestId, errorReason: "ConnectionFailed" }))
      .catch(() => undefined);
  });
  const patterns = otherOrigins(own).map((urlPattern) => ({ urlPattern, requestStage: "Request" as const }));
  await session.send("Fetch.enable", { patterns });
}

async function otherCookies(context: BrowserContext, url: string, names: readonly string[]): Promise<string> {
  const cookies = await context.cookies(url);
  return cookies
    .filter(({ name }) => !names.includes(name))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");
}

/** Returns patterns (`*` is any text) for http and https addresses of the same host at every other origin. */
export function otherOrigins({ protocol, hostname, port }: URL): string[] {
  return ["http:", "https:"].flatMap((scheme) => {
    const base = `${scheme}//${hostname}`;
    if (scheme !== protocol) return [`${base}/*`, `${base}:*`];
    return port === "" ? [`${base}:*`] : [`${base}/*`, ...otherPorts(port).map((other) => `${base}:${other}`)];
  });
}

/** Patterns have no "not": another port has a different digit somewhere, or is shorter, or longer. */
function otherPorts(port: string): string[] {
  const digits = [..."0123456789"];
  const patterns: string[] = [];
  for (let at = 0; at < port.length; at += 1) {
    const same = port.slice(0, at);
    if (at > 0) patterns.push(`${same}/*`);
    for (const digit of digits) if (digit !== port[at]) patterns.push(`${same}${digit}*`);
  }
  return [...patterns, ...digits.map((digit) => `${port}${digit}*`)];
}
