// Grants a page access to a protected site. Headers and credentials are sent only to the environment's own origin and never logged.
import { basicPair } from "../../domain/net/basicAuth.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import type { PageLease } from "../browserPool.ts";
import { CaptureFailure } from "./failures.ts";
import type { Guard } from "./guard.ts";
import { addOriginHeaders, type Header } from "./originHeaders.ts";
import { withholdCookies } from "./otherPorts.ts";
import type { SessionState, SiteSession } from "./session.ts";
import { storeItems } from "./storedItems.ts";

/** `origin`: the environment's own, such as `https://staging.example.com`. `session`: set if signing in yields a reusable session. */
export type SiteEntry = SiteAccess & { origin: string; session?: SiteSession };

export type Door = {
  /** Applies the signed-in state to the page. `anew`: whether it replaces a session that the site no longer accepts. */
  admit(state: SessionState, anew: boolean): Promise<void>;
  /** Grants the same access to a tab that the page has opened. Returns whether its first request lacked it. */
  follow(tab: PageLease): Promise<boolean>;
};

/** Whether the site treats a request made outside the browser as signed out although a page is signed in. */
export function needsBrowser({ signIn, signInCall, localStorage, sessionStorage }: SiteAccess): boolean {
  const inStorage = signInCall?.take?.some(({ in: place }) => place === "localStorage" || place === "sessionStorage");
  return signIn !== undefined || localStorage !== undefined || sessionStorage !== undefined || inStorage === true;
}

/** Applies the environment's static access settings to the page. */
export async function grantAccess(lease: PageLease, entry: SiteEntry, guard: Guard): Promise<Door> {
  const headers = headersOf(entry);
  await bounded(guard, grant(lease, entry, headers));
  return {
    async admit(state, anew) {
      headers.splice(0, headers.length, ...headersWith(entry, state));
      const admit = async () => {
        await lease.context.addCookies(state.cookies);
        await storeItems(lease.page, itemsWith(entry, state), anew);
      };
      await bounded(guard, admit());
    },
    // In other browsers, the context's routes apply to all of its pages.
    follow: async (tab) => tab.cdp !== null && (await bounded(guard, changeRequests(tab, entry, headers))),
  };
}

async function bounded<T>(guard: Guard, work: Promise<T>): Promise<T> {
  const late = (): CaptureFailure => new CaptureFailure("timeout", "The site's access could not be set up in 10 s.");
  try {
    return await guard.run(work, 10_000, late);
  } catch (error) {
    if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
    // The original error may quote the rejected value.
    const message = "The environment's access settings could not be applied: check its cookies and headers.";
    throw new CaptureFailure("page_error", message);
  }
}

async function grant(lease: PageLease, entry: SiteEntry, headers: readonly Header[]): Promise<void> {
  const { origin, hostname, protocol } = new URL(entry.origin);
  const { localStorage = {}, sessionStorage = {} } = entry;
  const secure = protocol === "https:";
  const cookies = (entry.cookies ?? []).map(({ name, value, path }) =>
    path === undefined ? { name, value, url: origin, secure } : { name, value, domain: hostname, path, secure },
  );
  if (cookies.length > 0) await lease.context.addCookies(cookies);
  await storeItems(lease.page, { [origin]: { localStorage, sessionStorage } }, false);
  await changeRequests(lease, entry, headers);
}

/**
 * Adds the headers to the page's requests, and removes its cookies from those to other ports. `headers` may change later: each request gets
 * those current at its time. Returns whether the page's own requests are changed.
 */
async function changeRequests(lease: PageLease, entry: SiteEntry, headers: readonly Header[]): Promise<boolean> {
  const { origin } = new URL(entry.origin);
  const taken = entry.signInCall?.take ?? [];
  const names = [...(entry.cookies ?? []), ...taken.filter((one) => one.in === "cookie")].map(({ name }) => name);
  if (names.length > 0) await withholdCookies(lease, origin, names);
  if (headers.length === 0 && !taken.some((one) => one.in === "header")) return false;
  if (lease.cdp === null) await addByRoute(lease, origin, headers);
  else await addOriginHeaders(lease.cdp.session, origin, headers);
  return true;
}

/** Sends basic credentials from the first request on, which avoids a 401 per request. */
export function headersOf({ headers = {}, basicAuth }: Pick<SiteEntry, "headers" | "basicAuth">): Header[] {
  const list = Object.entries(headers).map(([name, value]) => ({ name, value }));
  if (basicAuth !== undefined) {
    list.push({ name: "Authorization", value: `Basic ${basicPair(basicAuth)}` });
  }
  return list;
}

/** Returns the headers merged with those from signing in, which win, because two headers of one name would invalidate each other. */
export function headersWith(entry: SiteEntry, state: SessionState | undefined): Header[] {
  const given = Object.entries(state?.headers ?? {}).map(([name, value]) => ({ name, value }));
  const names = new Set(given.map(({ name }) => name.toLowerCase()));
  return [...headersOf(entry).filter(({ name }) => !names.has(name.toLowerCase())), ...given];
}

/** Also sets the items of the access itself again if all items are replaced. */
function itemsWith(
  { origin, localStorage, sessionStorage }: SiteEntry,
  { stored }: SessionState,
): SessionState["stored"] {
  const here = stored[origin];
  return {
    ...stored,
    [origin]: {
      localStorage: { ...localStorage, ...here?.localStorage },
      sessionStorage: { ...sessionStorage, ...here?.sessionStorage },
    },
  };
}

/**
 * Firefox keeps added headers along a redirect, even to another origin. So redirects are passed to the browser as they are,
 * and the request that follows is intercepted again.
 */
async function addByRoute(lease: PageLease, origin: string, headers: readonly Header[]): Promise<void> {
  await lease.context.route(
    (url) => url.origin === origin,
    async (route) => {
      const added = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
      try {
        const response = await route.fetch({ headers: { ...route.request().headers(), ...added }, maxRedirects: 0 });
        await route.fulfill({ response });
      } catch {
        await route.abort("connectionfailed").catch(() => undefined);
      }
    },
  );
}
