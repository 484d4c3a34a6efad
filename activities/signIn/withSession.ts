// Which accesses give a session that visits share: those with a call, and those whose steps type a one-time code, which a site accepts once.
import { createHash } from "node:crypto";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { createSession, type SiteSession, sharedSession } from "../../browsers/page/session.ts";
import { usesTotp } from "../../domain/signIn/call.ts";
import { visitableHosts } from "../../platform/net/allowedHosts.ts";
import { safeFetch } from "../../platform/net/safeFetch.ts";
import { callSignIn, type Fetch } from "./callSignIn.ts";

/** Two calls, and the wait for the next code in between. */
const CALLING_MS = 120_000;

type SessionOwner = { environmentId: string; sealedAccess: string; baseUrl: string; name: string };

/** The entry with the session of its access, which this process keeps; the same entry where there is none to keep. */
export function withSession(
  { config }: { config: { allowedHosts: string; dataDir: string } },
  entry: SiteEntry,
  { environmentId, sealedAccess, baseUrl, name }: SessionOwner,
): SiteEntry {
  const { signInCall, signIn, totp } = entry;
  if (signInCall === undefined && !usesTotp(signIn?.steps)) return entry;
  // Another access, or another place, is another session. The digest holds no secret.
  const digest = createHash("sha256").update(`${baseUrl}\n${sealedAccess}`).digest("hex");
  const session = sharedSession(`${environmentId} ${digest}`, () => {
    if (signInCall === undefined) return createSession({ totp });
    const allowList = visitableHosts(config);
    const calling = { access: { ...entry, signInCall }, environment: { baseUrl, name } };
    const fetch: Fetch = (url, options) => safeFetch(url, { ...options, allowList });
    // It belongs to every visit that waits for it: the end of one does not end it.
    const call = (own: SiteSession) => () => callSignIn({ ...calling, fetch }, own, AbortSignal.timeout(CALLING_MS));
    return createSession({ totp, call });
  });
  return { ...entry, session };
}
