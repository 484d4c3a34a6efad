// Keeps a visit signed in with a session from earlier visits, and signs in again if the site no longer accepts it.
import { samePlace } from "../../domain/net/pageAddress.ts";
import { isToken, textsOfItem } from "../../domain/signIn/secrets.ts";
import type { PageLease } from "../browserPool.ts";
import type { Door, SiteEntry } from "./access.ts";
import { CaptureFailure, shownUrl } from "./failures.ts";
import { inTime } from "./inTime.ts";
import type { Opened } from "./navigate.ts";
import type { SessionState, SiteSession } from "./session.ts";
import { asksForPassword, type SigningIn, signIn, signInFailed } from "./signIn.ts";
import { readStoredItems, valuesOfItems } from "./storedItems.ts";

export type Admission = {
  /** Opens a page with `open`; once more with a new session if the site treats the visitor as signed out. */
  open(asked: string, open: () => Promise<Opened>): Promise<Opened>;
  /** Throws if the open page is the sign-in page. */
  requireSignedIn(asked: string): Promise<void>;
  /** Number of times this visit has changed its session. */
  renewed(): number;
};

/** Allows for another visit's sign-in and a one-time code. */
const SIGN_IN_MS = 90_000;
/** Time within which a script that receives a 401 navigates to the sign-in page. */
const LEAD_MS = 3_000;
const AGAIN_MS = 100;
const CALL_HINT = "Check the sign-in of the environment.";

export async function admitVisit(
  lease: PageLease,
  door: Door,
  entry: SiteEntry & { session: SiteSession },
  signingIn: SigningIn,
): Promise<Admission> {
  const { page, guard } = signingIn;
  const { session } = entry;
  let renewals = 0;
  let strangers = 0;
  page.on("response", (response) => {
    if (response.status() === 401 && URL.parse(response.url())?.origin === entry.origin) strangers += 1;
  });
  const make = session.call ?? (() => signInHere(lease, entry, signingIn));
  const enter = async (anew: boolean): Promise<{ state: SessionState; isNew: boolean }> => {
    const late = (): CaptureFailure =>
      new CaptureFailure("sign_in_failed", `Signing in took longer than ${SIGN_IN_MS / 1_000} s. ${CALL_HINT}`);
    const got = await guard.run(session.open(make, guard.signal), SIGN_IN_MS, late);
    // A visit that signed in through the page already has the cookies and items.
    if (!got.isNew || session.call !== undefined) await door.admit(got.state, anew);
    return got;
  };
  let { state, isNew } = await enter(false);

  async function isStranger(asked: string): Promise<boolean> {
    const shown = page.url();
    const place = entry.signInCall?.page ?? entry.signIn?.url;
    if (samePlace(shown, asked)) return false;
    // A sign-in page with an unknown address is recognized by its password field.
    return place === undefined ? asksForPassword(page, guard) : samePlace(shown, place);
  }
  async function leadsAway(asked: string): Promise<boolean> {
    // A page that checks the signed-in user does so while it loads, and gets the response later.
    await inTime(guard, signingIn.traffic.quiet(LEAD_MS), LEAD_MS);
    const end = performance.now() + LEAD_MS;
    while (strangers > 0 && performance.now() < end) {
      if (await isStranger(asked)) return true;
      await guard.sleep(AGAIN_MS);
    }
    return isStranger(asked);
  }
  const refusal = (how: string): CaptureFailure => {
    session.expire(state);
    const before = isNew ? "Signing in worked" : "The session had ended, and signing in again worked";
    return new CaptureFailure("sign_in_failed", `${before}, but ${how}. ${CALL_HINT}`);
  };

  /** Returns how the page refused the visitor; null if it did not. */
  async function attempt(asked: string, open: () => Promise<Opened>): Promise<{ opened: Opened } | { how: string }> {
    strangers = 0;
    try {
      const opened = await open();
      if (!(await leadsAway(asked))) return { opened };
      return { how: `the page led to the sign-in page ${shownUrl(page.url())}` };
    } catch (error) {
      if (!(error instanceof CaptureFailure) || error.reason.data?.status !== 401) throw error;
      return { how: `${shownUrl(asked)} answered 401: the site does not accept what signing in gave` };
    }
  }

  return {
    async open(asked, open) {
      const first = await attempt(asked, open);
      if ("opened" in first) {
        // The session may expire during the same visit.
        isNew = false;
        return first.opened;
      }
      if (isNew) throw refusal(first.how);
      session.expire(state);
      ({ state } = await enter(true));
      renewals += 1;
      const second = await attempt(asked, open);
      if ("opened" in second) return second.opened;
      throw refusal(second.how);
    },
    async requireSignedIn(asked) {
      if (!(await isStranger(asked))) return;
      session.expire(state);
      const place = shownUrl(page.url());
      throw new CaptureFailure("sign_in_failed", `The page led to the sign-in page ${place}. ${CALL_HINT}`);
    },
    renewed: () => renewals,
  };
}

/** Runs the sign-in steps in this page and returns the state that other visits can use. */
async function signInHere(lease: PageLease, entry: SiteEntry, signingIn: SigningIn): Promise<SessionState> {
  const { page, guard, limits } = signingIn;
  if (entry.signIn === undefined) throw new Error("The access has neither steps nor a call to sign in with.");
  const { place, stillThere } = await signIn({ ...signingIn, code: entry.session?.code }, entry.signIn);
  if (stillThere)
    throw signInFailed(`Signing in did not work: after its steps the sign-in page ${shownUrl(place)} was still there.`);
  const { cookies, stored } = await guard.run(readStoredItems(lease.context, page), limits.answerMs);
  const values = [...cookies.map(({ value }) => value), ...valuesOfItems(stored).flatMap(textsOfItem)];
  return { cookies, headers: {}, stored, secrets: values.filter(isToken) };
}
