// Stores the session that each way of an exploration starts with.
import type { BrowserContext, Page } from "playwright";
import type { PageLease } from "../../../browsers/browserPool.ts";
import { needsBrowser, type SiteEntry } from "../../../browsers/page/access.ts";
import { worldsOf } from "../../../browsers/page/frameWorlds.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { readSessionStorage } from "../../../browsers/page/storedItems.ts";
import { EXPLORE_LIMITS } from "../../../domain/explore/limits.ts";

const { actionMs } = EXPLORE_LIMITS;

type Where = { lease: PageLease; page: Page; guard: Guard; origin: string; access: SiteEntry | undefined };

export type Kept = { state: Awaited<ReturnType<BrowserContext["storageState"]>>; ofTab: Record<string, string> };

export async function readSession({ lease, guard, page, access }: Where): Promise<Kept> {
  const state = await guard.run(lease.context.storageState(), actionMs);
  // Session storage is cleared between ways, unless the site identifies the visitor by it.
  const ofTab = access !== undefined && needsBrowser(access) ? await guard.run(readSessionStorage(page), actionMs) : {};
  return { state, ofTab };
}

/** Restores cookies and stored values to their state after the site was entered. */
export async function restore({ lease, guard, page, origin }: Where, { state: session, ofTab }: Kept): Promise<void> {
  const stored = session.origins.find((one) => one.origin === origin)?.localStorage ?? [];
  const reset = async () => {
    await lease.context.clearCookies();
    if (session.cookies.length > 0) await lease.context.addCookies(session.cookies);
    if (URL.parse(page.url())?.origin !== origin) return;
    const world = await worldsOf(lease, guard).main();
    const values = JSON.stringify(stored.map(({ name, value }) => [name, value]));
    const tab = JSON.stringify(Object.entries(ofTab));
    // A page without storage (sandboxed, or a browser error page) has nothing to restore.
    await world.evaluate(
      `(() => { try { sessionStorage.clear(); localStorage.clear(); for (const [name, value] of ${values}) localStorage.setItem(name, value); for (const [name, value] of ${tab}) sessionStorage.setItem(name, value); } catch {} })()`,
      actionMs,
    );
  };
  await guard.run(reset(), actionMs);
}
