// Cookies know no ports: a browser sends an environment's cookies to every server of its host. These requests go without them.
import type { BrowserContext } from "playwright";
import type { PageLease } from "../browserPool.ts";

/** Node asks instead of the browser, so what never ends (an event stream) is given up after this time. */
const ANSWER_MS = 20_000;

/**
 * From now on http and https requests of the page to the host of `origin` at another port carry no cookie of these names. In
 * Chromium only they are stopped, and the environment's own requests cost nothing. WebSockets cannot be changed, nor what Firefox asks for
 * because of a redirect.
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
  // A session of its own: a second Fetch.enable of a session replaces the first.
  const session = await lease.context.newCDPSession(lease.page);
  session.on("Fetch.requestPaused", ({ requestId, request }) => {
    const { url, method, headers, postData } = request;
    ask(url, method, headers as Record<string, string>, postData)
      .then(async (response) =>
        session.send("Fetch.fulfillRequest", {
          requestId,
          responseCode: response.status(),
          // The body is decoded already.
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

/** Patterns (`*` is any text) of http and https addresses of the same host, of every origin but this one. */
export function otherOrigins({ protocol, hostname, port }: URL): string[] {
  return ["http:", "https:"].flatMap((scheme) => {
    const base = `${scheme}//${hostname}`;
    if (scheme !== protocol) return [`${base}/*`, `${base}:*`];
    return port === "" ? [`${base}:*`] : [`${base}/*`, ...otherPorts(port).map((other) => `${base}:${other}`)];
  });
}

/** There is no "not" in a pattern: another port has another digit somewhere, or ends sooner, or goes on. */
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
