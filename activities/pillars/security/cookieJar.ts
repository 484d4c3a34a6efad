// Reads the browser's cookies for the page. Playwright's own list reports SameSite=Lax if the attribute is missing,
// so the browser is queried directly.

import type { SiteEntry } from "../../../browsers/page/access.ts";
import { CaptureFailure } from "../../../browsers/page/failures.ts";
import type { Visit } from "../../../browsers/page/visit.ts";
import type { CookieFacts } from "../../../domain/pillars/security/gathered.ts";

const MAX_COOKIES = 300;

/** Without the cookies that the service itself set to enter the site. Values are dropped immediately. */
export async function heldCookies(
  visit: Visit,
  access: SiteEntry | undefined,
): Promise<{ cookies: CookieFacts[]; count: number }> {
  const { lease, guard, limits, finalUrl } = visit;
  if (lease.cdp === null) return { cookies: [], count: 0 };
  const asked = lease.cdp.session.send("Network.getCookies", { urls: [finalUrl] });
  const { cookies } = await guard.run(
    asked,
    limits.answerMs,
    () => new CaptureFailure("page_error", "The browser did not list the cookies in time."),
  );
  const brought = new Set((access?.cookies ?? []).map(({ name }) => name));
  // A nameless cookie cannot be described without its value.
  const held = cookies.filter(({ name }) => name !== "" && !brought.has(name));
  return {
    count: held.length,
    cookies: held.slice(0, MAX_COOKIES).map(
      ({ name, domain, path, secure, httpOnly, sameSite, session, expires }): CookieFacts => ({
        name: name.slice(0, 100),
        domain: domain.replace(/^\./, "").toLowerCase().slice(0, 253),
        hostOnly: !domain.startsWith("."),
        path: path.slice(0, 100),
        secure,
        httpOnly,
        sameSite: sameSite ?? null,
        expires: session ? null : new Date(Math.min(Math.max(expires, 0) * 1_000, 8.64e15)).toISOString(),
      }),
    ),
  };
}
