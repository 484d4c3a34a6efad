// Enters a protected site. Headers and credentials go to the environment's own origin and nowhere else; none is ever logged.
import { basicPair } from "../../domain/net/basicAuth.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";
import type { Guard } from "./guard.ts";
import { addOriginHeaders, type Header } from "./originHeaders.ts";
import { withholdCookies } from "./otherPorts.ts";

/** `origin`: the environment's own, such as `https://staging.example.com`. */
export type SiteEntry = SiteAccess & { origin: string };

export async function grantAccess(lease: PageLease, entry: SiteEntry, guard: Guard): Promise<void> {
  const late = (): CaptureFailure => new CaptureFailure("timeout", "The site's access could not be set up in 10 s.");
  try {
    await guard.run(grant(lease, entry), 10_000, late);
  } catch (error) {
    if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
    // The error itself may quote what it did not accept.
    const message = "The environment's access settings could not be applied: check its cookies and headers.";
    throw new CaptureFailure("page_error", message);
  }
}

async function grant(lease: PageLease, entry: SiteEntry): Promise<void> {
  const { origin, hostname, protocol } = new URL(entry.origin);
  const secure = protocol === "https:";
  const cookies = (entry.cookies ?? []).map(({ name, value, path }) =>
    path === undefined ? { name, value, url: origin, secure } : { name, value, domain: hostname, path, secure },
  );
  if (cookies.length > 0) {
    await lease.context.addCookies(cookies);
    const names = cookies.map(({ name }) => name);
    await withholdCookies(lease, origin, names);
  }
  const headers = headersOf(entry);
  if (headers.length === 0) return;
  if (lease.cdp === null) await addByRoute(lease, origin, headers);
  else await addOriginHeaders(lease.cdp.session, origin, headers);
}

/** Basic credentials are sent from the first request on, which spares each one the 401. */
export function headersOf({ headers = {}, basicAuth }: Pick<SiteEntry, "headers" | "basicAuth">): Header[] {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  if (basicAuth !== undefined) {
    list.push({ name: "Authorization", value: `Basic ${basicPair(basicAuth)}` });
  }
  return list;
}

/**
 * Firefox carries headers that were added along a redirect, also to another origin. So redirects are answered to the
 * browser as they are, and the request that it makes then is looked at again.
 */
async function addByRoute(lease: PageLease, origin: string, headers: readonly Header[]): Promise<void> {
  const added = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  await lease.context.route(
    (url) => url.origin === origin,
    async (route) => {
      try {
        const response = await route.fetch({ headers: { ...route.request().headers(), ...added }, maxRedirects: 0 });
        await route.fulfill({ response });
      } catch {
        await route.abort("connectionfailed").catch(() => undefined);
      }
    },
  );
}
