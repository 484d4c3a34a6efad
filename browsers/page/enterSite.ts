// Enters the site of a page, the same way for pictures and audits: its access, its sign-in, and then the page itself.
import type { PageLease } from "../browserPool.ts";
import { grantAccess, type SiteEntry } from "./access.ts";
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
  /** Throws where the page that is open shows that signing in did not work; a site without sign-in passes. */
  requireSignedIn(): Promise<void>;
};

/** Dialogs are dismissed by Playwright as long as nobody listens for them; windows are closed here. */
export async function enterSite(lease: PageLease, entering: Entering): Promise<Entrance> {
  const { page, context } = lease;
  const { url, access, guard, limits, explainFailure } = entering;
  context.on("page", (popup) => {
    if (popup !== page) void popup.close().catch(() => undefined);
  });
  const traffic = watchTraffic(page, url);
  if (access !== undefined) await grantAccess(lease, access, guard);
  const steps = access?.signIn;
  const signedIn = steps && (await signIn({ page, guard, traffic, limits, explainFailure }, steps));
  return {
    traffic,
    open: () =>
      openPage(page, url, guard, traffic, limits.loadMs, explainFailure).catch((error: unknown) => {
        throw afterSignIn(error, signedIn);
      }),
    async requireSignedIn() {
      if (signedIn !== undefined) await requireSignedIn(page, guard, url, signedIn);
    },
  };
}
