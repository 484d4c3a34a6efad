// Enters a page's site, the same way for screenshots and audits: applies the access settings, signs in, then opens the page.
import type { Page } from "playwright";
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
  /** Called with each tab that the page opens; without it, they are closed. */
  onTab?: (tab: Page) => void;
};

/** A site that has been entered, with the page not open yet. */
export type Entrance = {
  traffic: Traffic;
  /** Opens the page. A refusal after an unsuccessful sign-in is reported as a failed sign-in. */
  open(): Promise<Opened>;
  /** Opens any page of the site with `how`; signs in again if the stored session has expired. */
  openWith(asked: string, how: () => Promise<Opened>): Promise<Opened>;
  /** Throws if the open page shows that signing in failed; passes for a site without sign-in. */
  requireSignedIn(): Promise<void>;
  /** Number of times the session changed while pages were opened. */
  renewed(): number;
  /** Grants the site's access to a tab that the page has opened. Returns whether its first request lacked it. */
  follow(tab: PageLease): Promise<boolean>;
};

/** Playwright dismisses dialogs as long as nothing listens for them. */
export async function enterSite(lease: PageLease, entering: Entering): Promise<Entrance> {
  const { page, context } = lease;
  const {
    url,
    access,
    guard,
    limits,
    explainFailure,
    onTab = (tab) => void tab.close().catch(() => undefined),
  } = entering;
  context.on("page", (tab) => {
    if (tab !== page) onTab(tab);
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
    follow: async (tab) => (await door?.follow(tab)) ?? false,
  };
}
