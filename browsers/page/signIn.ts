// Signs in before the page is opened, and detects a failed sign-in, because otherwise the sign-in page would be taken for the page.
import type { Page } from "playwright";
import { samePlace } from "../../domain/net/pageAddress.ts";
import { TOTP_REFERENCE } from "../../domain/signIn/call.ts";
import type { SiteAccess } from "../../domain/visual/shot.ts";
import { CaptureFailure, type ExplainFailure, shownUrl } from "./failures.ts";
import type { Guard } from "./guard.ts";
import type { CaptureLimits } from "./limits.ts";
import { openPage } from "./navigate.ts";
import { runSteps } from "./steps.ts";
import type { Traffic } from "./traffic.ts";

/** State of a visit after its sign-in. */
export type SignedIn = {
  /** Address of the sign-in page. */
  place: string;
  /** Whether the page still asked for a password after the steps. */
  stillThere: boolean;
};

export type SigningIn = {
  page: Page;
  guard: Guard;
  traffic: Traffic;
  limits: CaptureLimits;
  explainFailure?: ExplainFailure;
  /** Returns a one-time code for a step that needs one. */
  code?: (signal: AbortSignal) => Promise<string>;
};

/** A site that signs in by script responds within this time; one that uses a form has left the page earlier. */
const LEAVE_MS = 3_000;
const AGAIN_MS = 100;
const ANSWER_MS = 2_000;
const PASSWORD = "css=input[type=password] >> visible=true";

/** Runs the steps on the sign-in page. Fails if the page cannot be opened or a step fails. */
export async function signIn(
  { page, guard, traffic, limits, explainFailure, code }: SigningIn,
  { url, steps }: NonNullable<SiteAccess["signIn"]>,
): Promise<SignedIn> {
  await openPage(page, url, guard, traffic, limits.loadMs, explainFailure);
  const place = page.url();
  const withCode = async (value: string) =>
    code !== undefined && value.includes(TOTP_REFERENCE)
      ? value.replaceAll(TOTP_REFERENCE, await code(guard.signal))
      : value;
  await runSteps(page, steps, guard, limits.stepMs, "sign-in step", withCode);
  await guard.run(page.waitForLoadState("load", { timeout: 0 }), limits.loadMs).catch((error: unknown) => {
    if (guard.signal.aborted || error instanceof CaptureFailure) throw error;
  });
  const end = performance.now() + LEAVE_MS;
  const asks = async () => samePlace(page.url(), place) && (await asksForPassword(page, guard));
  let stillThere = await asks();
  while (stillThere && performance.now() < end) {
    await guard.sleep(AGAIN_MS);
    stillThere = await asks();
  }
  return { place, stillThere };
}

/** Throws if the open page shows that signing in failed. `asked`: the address that was opened afterwards. */
export async function requireSignedIn(page: Page, guard: Guard, asked: string, signedIn: SignedIn): Promise<void> {
  const { place, stillThere } = signedIn;
  if (samePlace(asked, place)) return;
  const ledThere = () => samePlace(page.url(), place);
  const asksToo = !ledThere() && stillThere && (await asksForPassword(page, guard));
  // Checked again: a script may have navigated there while the page was queried.
  if (ledThere()) throw signInFailed(`Signing in did not work: the page led to the sign-in page ${shownUrl(place)}.`);
  if (asksToo)
    throw signInFailed(
      `Signing in did not work: after its steps ${shownUrl(place)} was still open, and the page asks for a password too.`,
    );
}

/** Replaces an error of opening the page by a failed sign-in if the site refused access after an unsuccessful sign-in. */
export function afterSignIn(error: unknown, signedIn: SignedIn | undefined): unknown {
  if (!(error instanceof CaptureFailure) || !signedIn?.stillThere) return error;
  const { code, message, data } = error.reason;
  if (code !== "http_error" || (data?.status !== 401 && data?.status !== 403)) return error;
  const answered = message.split(". ")[0]?.replace(/\.$/, "") ?? "";
  return signInFailed(`Signing in did not work: after its steps the sign-in page was still there. ${answered}.`, data);
}

export function signInFailed(message: string, data: CaptureFailure["reason"]["data"] = {}): CaptureFailure {
  return new CaptureFailure("sign_in_failed", `${message} Check the sign-in steps of the environment.`, data);
}

export async function asksForPassword(page: Page, guard: Guard): Promise<boolean> {
  const counted = await guard.run(page.locator(PASSWORD).count(), ANSWER_MS).catch(() => 0);
  if (guard.signal.aborted) throw guard.signal.reason;
  return counted > 0;
}
