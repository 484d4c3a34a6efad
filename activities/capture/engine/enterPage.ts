// Opens the page of a shot, signed in where the site wants that.
import { enterSite } from "../../../browsers/page/enterSite.ts";
import type { Traffic } from "../../../browsers/page/traffic.ts";
import type { Capturing } from "./capturing.ts";

const CRASH_NEWS_MS = 250;

export type Entered = {
  traffic: Traffic;
  httpStatus: number;
  /** Everything of the page came while it loaded. */
  loaded: boolean;
  /** Throws where the page has led on to an error: what is shown then is none of the site's pages. */
  requirePage(): Promise<void>;
  /** Throws where the page that is open shows that signing in did not work; of a site without sign-in it does nothing. */
  requireSignedIn(): Promise<void>;
  /**
   * Throws the error again, or why the sign-in failed: a script that leads to the sign-in page takes whatever is under way along,
   * and then the sign-in is the reason, not what it broke. Steps are meant to lead on, so a shot with steps keeps its error.
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
      // The requests of a browser that has just ended fail a moment before the news of its end.
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
