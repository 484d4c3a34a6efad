// Converts the site's access for the Lighthouse child. Signing in happens before, in a visit of the warm pool.

import { headersOf, headersWith, type SiteEntry } from "../../../browsers/page/access.ts";
import type { SessionState } from "../../../browsers/page/session.ts";
import { readStoredItems, valuesOfItems } from "../../../browsers/page/storedItems.ts";
import { type Visit, visitPage } from "../../../browsers/page/visit.ts";
import type { AuditPage, Gathered } from "../../../domain/audit/page.ts";
import { given } from "../../../domain/given.ts";
import { basicPair } from "../../../domain/net/basicAuth.ts";
import { redact } from "../../../domain/pillars/perf/redact.ts";
import { secretsOfSignIn } from "../../../domain/signIn/secrets.ts";
import type { GatherTools } from "../../audit/pillar.ts";
import type { LabAccess, LabCookie } from "./protocol.ts";

const DESKTOP = { name: "desktop", width: 1_350, height: 940, scale: 1, mobile: false } as const;

/**
 * Returns undefined for a public site. If the site has a sign-in, that runs in a context of the warm pool, whose cookies and stored
 * items are used: Lighthouse itself would measure the sign-in page. Returns `not_measured` if signing in fails.
 */
export async function labAccess(tools: GatherTools, page: AuditPage): Promise<Gathered<LabAccess | undefined>> {
  const { access } = tools;
  if (access === undefined) return { state: "gathered", data: undefined };
  const plain = plainAccess(access);
  if (access.signIn === undefined && access.session === undefined) return { state: "gathered", data: plain };
  tools.note("signing in");
  const options = { url: page.url, viewport: DESKTOP, access };
  const signedIn = await visitPage(tools.visit, options, tools.signal, stateOf);
  if (signedIn.state === "not_measured") return { ...signedIn, reason: redact(signedIn.reason, plain.secrets) };
  const { cookies, stored } = signedIn.data;
  const values = [...cookies.map(({ value }) => value), ...valuesOfItems(stored)];
  return {
    state: "gathered",
    data: {
      ...plain,
      headers: headersWith(access, access.session?.current()),
      cookies: cookies.map(labCookie),
      stored,
      secrets: [...plain.secrets, ...(access.session?.secrets() ?? []), ...values],
    },
  };
}

const STATE_MS = 10_000;

async function stateOf({ context, page, guard }: Visit): Promise<Pick<SessionState, "cookies" | "stored">> {
  return guard.run(readStoredItems(context, page), STATE_MS);
}

function labCookie({
  name,
  value,
  domain,
  path,
  secure,
  httpOnly,
  sameSite,
  expires,
}: SessionState["cookies"][number]): LabCookie {
  // A host-only cookie is set by URL, because a domain would extend it to subdomains.
  const whose = domain.startsWith(".") ? { domain } : { url: `${secure ? "https" : "http"}://${domain}${path}` };
  const ends = given({ expires: expires > 0 ? expires : undefined });
  return { name, value, path, secure, httpOnly, sameSite, ...whose, ...ends };
}

function plainAccess(access: SiteEntry): LabAccess {
  const { origin } = new URL(access.origin);
  const { localStorage = {}, sessionStorage = {} } = access;
  const cookies = (access.cookies ?? []).map(({ name, value, path }): LabCookie => {
    const whose = path === undefined ? { url: origin } : { domain: new URL(origin).hostname, path };
    return { name, value, ...whose, secure: origin.startsWith("https:") };
  });
  const secrets = [...headersOf(access), ...cookies].map(({ value }) => value);
  // The secret of "Basic …" is the pair, which pages may show without the prefix.
  if (access.basicAuth !== undefined) secrets.push(basicPair(access.basicAuth), access.basicAuth.password);
  secrets.push(...secretsOfSignIn(access));
  return {
    origin,
    headers: headersOf(access),
    cookies,
    stored: { [origin]: { localStorage, sessionStorage } },
    secrets,
  };
}
