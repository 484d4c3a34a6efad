// Opens the page of a shot, signed in if the site requires it.
import { enterSite } from "../../../browsers/page/enterSite.ts";
import type { Traffic } from "../../../browsers/page/traffic.ts";
import type { Capturing } from "./capturing.ts";

const CRASH_NEWS_MS = 250;

export type Entered = {
  traffic: Traffic;
  httpStatus: number;
  /** Whether the whole page arrived while it loaded. */
  loaded: boolean;
  /** Throws if the page has navigated to an error, because it then shows no page of the site. */
  requirePage(): Promise<void>;
  /** Throws if the open page shows that signing in failed; no-op for a site without sign-in. */
  requireSignedIn(): Promise<void>;
  /**
   * Rethrows the error, or throws why the sign-in failed: a script that navigates to the sign-in page interrupts whatever is in progress,
   * and then the sign-in is the cause, not the interrupted call. Steps are expected to navigate, so a shot with steps keeps its error.
   */
  orSignedOut(error: unknown): Promise<never>;
};

export async function enterPage(capturing: Capturing): Promise<Entered> {
  const { lease, spec, access, explainFailure, guard, limits, notes } = capturing;
  const entered = await enterSite(lease, { url: spec.url, access, guard, limits, explainFailure });
  const { traffic, requireSignedIn } = entered;
  const opened = await entered.open();
  notes.push(...opened.notes);
  await requireSignedIn();
  return {
    traffic,
    httpStatus: opened.status,
    loaded: opened.loaded,
    async requirePage() {
      const failure = traffic.documentFailure(explainFailure);
      if (!failure) return;
      // Requests of a crashed browser fail slightly before the crash event arrives.
      await guard.sleep(CRASH_NEWS_MS);
      throw failure;
    },
    requireSignedIn,
    async orSignedOut(error) {
      guard.signal.throwIfAborted();
      if (spec.steps.length === 0) await requireSignedIn();
      throw error;
    },
  };
}
