// Enters the site of a page, the same way for pictures and audits: its access, its sign-in, and then the page itself.
import type { PageLease } from "../browserPool.ts";
import { grantAccess, type SiteEntry } from "./access.ts";
import { admitVisit } from "./admission.ts";
import type { ExplainFailure } from "./failures.ts";
import type { Guard } from "./guard.ts";
import type { CaptureLimits } from "./limits.ts";
import { type Opened, openPage } from "./navigate.ts";
import { afterSignIn, requireSignedIn, signIn } from "./signIn.ts";
import { type Traffic, watchTraffic } from "./traffic.ts";

export type Entering = {
  url: string;
  access?: SiteEntry;
  guard: Guard;
  limits: CaptureLimits;
  explainFailure?: ExplainFailure;
};

/** A site that is entered and a page that is not open yet. */
export type Entrance = {
  traffic: Traffic;
  /** Opens the page. A refusal after a sign-in that did not work is a failed sign-in. */
  open(): Promise<Opened>;
  /** Opens any page of the site with `how`; signs in again where the session that was kept has ended. */
  openWith(asked: string, how: () => Promise<Opened>): Promise<Opened>;
  /** Throws where the page that is open shows that signing in did not work; a site without sign-in passes. */
  requireSignedIn(): Promise<void>;
  /** How often the session was changed while pages were opened. */
  renewed(): number;
};

/** Dialogs are dismissed by Playwright as long as nobody listens for them; windows are closed here. */
export async function enterSite(lease: PageLease, entering: Entering): Promise<Entrance> {
  const { page, context } = lease;
  const { url, access, guard, limits, explainFailure } = entering;
  context.on("page", (popup) => {
    if (popup !== page) void popup.close().catch(() => undefined);
  });
  const traffic = watchTraffic(page, url);
  const signingIn = { page, guard, traffic, limits, explainFailure };
  const door = access && (await grantAccess(lease, access, guard));
  const session = access?.session;
  const admission = door && session && (await admitVisit(lease, door, { ...access, session }, signingIn));
  const steps = admission === undefined ? access?.signIn : undefined;
  const signedIn = steps && (await signIn(signingIn, steps));
  let last = url;
  const openWith: Entrance["openWith"] = (asked, how) => {
    last = asked;
    return admission === undefined ? how() : admission.open(asked, how);
  };
  return {
    traffic,
    open: () =>
      openWith(url, () => openPage(page, url, guard, traffic, limits.loadMs, explainFailure)).catch(
        (error: unknown) => {
          throw afterSignIn(error, signedIn);
        },
      ),
    openWith,
    async requireSignedIn() {
      await admission?.requireSignedIn(last);
      if (signedIn !== undefined) await requireSignedIn(page, guard, url, signedIn);
    },
    renewed: () => admission?.renewed() ?? 0,
  };
}
