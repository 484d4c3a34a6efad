// Shares sessions between visits for accesses with a sign-in call, and for those whose steps type a one-time code, which a site accepts only
// once.
import { createHash } from "node:crypto";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { createSession, type SiteSession, sharedSession } from "../../browsers/page/session.ts";
import { usesTotp } from "../../domain/signIn/call.ts";
import { visitableHosts } from "../../platform/net/allowedHosts.ts";
import { safeFetch } from "../../platform/net/safeFetch.ts";
import { callSignIn, type Fetch } from "./callSignIn.ts";

/** Allows for two calls, and the wait for the next code in between. */
const CALLING_MS = 120_000;

type SessionOwner = { environmentId: string; sealedAccess: string; baseUrl: string; name: string };

/** Returns the entry with its access's session, which this process stores; the same entry if there is none to store. */
export function withSession(
  { config }: { config: { allowedHosts: string; dataDir: string } },
  entry: SiteEntry,
  { environmentId, sealedAccess, baseUrl, name }: SessionOwner,
): SiteEntry {
  const { signInCall, signIn, totp } = entry;
  if (signInCall === undefined && !usesTotp(signIn?.steps)) return entry;
  // Another access, or another place, is another session. The digest reveals no secret.
  const digest = createHash("sha256").update(`${baseUrl}\n${sealedAccess}`).digest("hex");
  const session = sharedSession(`${environmentId} ${digest}`, () => {
    if (signInCall === undefined) return createSession({ totp });
    const allowList = visitableHosts(config);
    const calling = { access: { ...entry, signInCall }, environment: { baseUrl, name } };
    const fetch: Fetch = (url, options) => safeFetch(url, { ...options, allowList });
    // Shared by every visit that waits for it, so the end of one visit does not end the call.
    const call = (own: SiteSession) => () => callSignIn({ ...calling, fetch }, own, AbortSignal.timeout(CALLING_MS));
    return createSession({ totp, call });
  });
  return { ...entry, session };
}
