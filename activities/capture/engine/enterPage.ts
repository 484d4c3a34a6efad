// Opens the page of a shot, signed in where the site wants that.
import { grantAccess } from "../../../browsers/page/access.ts";
import { openPage } from "../../../browsers/page/navigate.ts";
import { afterSignIn, requireSignedIn, signIn } from "../../../browsers/page/signIn.ts";
import { type Traffic, watchTraffic } from "../../../browsers/page/traffic.ts";
import type { Capturing } from "./capturing.ts";

export type Entered = {
  traffic: Traffic;
  httpStatus: number;
  /** Everything of the page came while it loaded. */
  loaded: boolean;
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
  const { page, context } = lease;
  // Dialogs are dismissed by Playwright as long as nobody listens for them.
  context.on("page", (popup) => {
    if (popup !== page) void popup.close().catch(() => undefined);
  });
  const traffic = watchTraffic(page, spec.url);
  if (access !== undefined) await grantAccess(lease, access, guard);

  const signedIn = access?.signIn && (await signIn({ page, guard, traffic, limits, explainFailure }, access.signIn));
  const opened = await openPage(page, spec.url, guard, traffic, limits.loadMs, explainFailure).catch(
    (error: unknown) => {
      throw afterSignIn(error, signedIn);
    },
  );
  notes.push(...opened.notes);
  const stillSignedIn = async () => {
    if (signedIn !== undefined) await requireSignedIn(page, guard, spec.url, signedIn);
  };
  await stillSignedIn();
  return {
    traffic,
    httpStatus: opened.status,
    loaded: opened.loaded,
    requireSignedIn: stillSignedIn,
    async orSignedOut(error) {
      guard.signal.throwIfAborted();
      if (spec.steps.length === 0) await stillSignedIn();
      throw error;
    },
  };
}
