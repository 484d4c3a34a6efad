// The site's access in the shape that the Lighthouse child takes. Signing in is done by Playwright, whose steps they are.

import { headersOf, type SiteEntry } from "../../../browsers/page/access.ts";
import { visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import { basicPair } from "../../../domain/net/basicAuth.ts";
import { redact } from "../../../domain/pillars/perf/redact.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import type { LabAccess, LabCookie } from "./protocol.ts";

const DESKTOP = { name: "desktop", width: 1_350, height: 940, scale: 1, mobile: false } as const;

/**
 * undefined for an open site. With sign-in steps they are walked in a context of the warm pool, and its cookies and local
 * storage are taken over; what a site keeps in its session storage is lost on the way. `not_measured` when they fail.
 */
export async function labAccess(tools: GatherTools, page: AuditPage): Promise<Gathered<LabAccess | undefined>> {
  const { access } = tools;
  if (access === undefined) return { state: "gathered", data: undefined };
  const given = plainAccess(access);
  if (access.signIn === undefined) return { state: "gathered", data: given };
  tools.note("signing in");
  const options = { url: page.url, viewport: DESKTOP, access };
  const signedIn = await visitPage(tools.visit, options, tools.signal, ({ context }) => context.storageState());
  if (signedIn.state === "not_measured") return { ...signedIn, reason: redact(signedIn.reason, given.secrets) };
  const { cookies, origins } = signedIn.data;
  const stored = origins.map(({ origin, localStorage }) => ({ origin, items: localStorage }));
  const values = [
    ...cookies.map(({ value }) => value),
    ...stored.flatMap(({ items }) => items.map(({ value }) => value)),
  ];
  return {
    state: "gathered",
    data: {
      ...given,
      cookies: cookies.map(({ name, value, domain, path, secure, httpOnly, sameSite, expires }): LabCookie => {
        // A cookie of one host alone is set by an address: a domain would widen it to the hosts below.
        const whose = domain.startsWith(".") ? { domain } : { url: `${secure ? "https" : "http"}://${domain}${path}` };
        return { name, value, path, secure, httpOnly, sameSite, ...whose, ...(expires > 0 ? { expires } : {}) };
      }),
      localStorage: stored,
      secrets: [...given.secrets, ...values],
    },
  };
}

function plainAccess(access: SiteEntry): LabAccess {
  const { origin } = new URL(access.origin);
  const headers = headersOf(access);
  const secrets = headers.map(({ value }) => value);
  // Of "Basic …" the pair is the secret, which pages may show alone.
  if (access.basicAuth !== undefined) secrets.push(basicPair(access.basicAuth), access.basicAuth.password);
  const cookies = (access.cookies ?? []).map(({ name, value, path }): LabCookie => {
    secrets.push(value);
    const whose = path === undefined ? { url: origin } : { domain: new URL(origin).hostname, path };
    return { name, value, ...whose, secure: origin.startsWith("https:") };
  });
  return { origin, headers, cookies, localStorage: [], secrets };
}
