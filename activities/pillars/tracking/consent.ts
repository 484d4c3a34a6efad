// Gives consent like a visitor: with the accept button of the banner.
import type { Locator, Page } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { bounded, inTime } from "../../../browsers/page/inTime.ts";
import type { Consent } from "../../../domain/pillars/tracking/observation.ts";
import { type Seen, seeBanner } from "../../consent/readBanner.ts";
import type { Worlds } from "../../consent/worlds.ts";

/** Accept buttons of widespread banners, and of the demo shop. */
const ACCEPT_BUTTONS = [
  "#consent-accept",
  "#onetrust-accept-btn-handler",
  "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll",
  "#didomi-notice-agree-button",
  "#axeptio_btn_acceptAll",
  "#truste-consent-button",
  "#hs-eu-confirmation-button",
  "#cookiescript_accept",
  "#wt-cli-accept-all-btn",
  "[data-testid='uc-accept-all-button']",
  "[data-cookiefirst-action='accept']",
  ".cky-btn-accept",
  ".cmplz-btn.cmplz-accept",
  ".iubenda-cs-accept-btn",
  ".osano-cm-accept-all",
  ".cc-window .cc-allow",
  ".qc-cmp2-summary-buttons button[mode='primary']",
  ".js-accept-all-cookies",
] as const;

/** Banners may appear late; a site without one is not waited for long, and checked again at the end. */
const INSPECTION_MS = 1_500;
const OWN_LOOK_MS = 6_000;
const CLICK_MS = 5_000;
const POLL_MS = 250;

/** `selector`: the accept button, if configured by the project. */
export type Consenting = { page: Page; guard: Guard; worlds: Worlds; selector: string | null };

/** Calls `before` right before the click. `lookMs`: how long to wait for a banner that is not configured. */
export async function giveConsent(
  consenting: Consenting,
  before: () => void,
  lookMs: number = INSPECTION_MS,
): Promise<Consent> {
  return consenting.selector === null ? byWords(consenting, before, lookMs) : byName(consenting, before);
}

async function byName({ page, guard, selector }: Consenting, before: () => void): Promise<Consent> {
  const button = shown(page, selector ?? "");
  const wait = button.waitFor({ state: "visible", timeout: OWN_LOOK_MS });
  if (!(await inTime(guard, wait, OWN_LOOK_MS + 500))) return { state: "failed", selector };
  before();
  return { state: (await clicked(guard, button)) ? "clicked" : "failed", selector };
}

/** By the buttons of widespread banners, else by the words on its button. */
async function byWords({ page, guard, worlds }: Consenting, before: () => void, lookMs: number): Promise<Consent> {
  const known = shown(page, ACCEPT_BUTTONS.join(","));
  const end = performance.now() + lookMs;
  for (;;) {
    if (await bounded(guard, known.isVisible(), CLICK_MS)) {
      before();
      if (await clicked(guard, known)) return { state: "clicked", selector: null };
    }
    const seen = await seeBanner(worlds);
    if (seen?.accept) {
      before();
      if (((await seeBanner(worlds, "accept"))?.clicks ?? 0) > 0) return { state: "clicked", selector: null };
    }
    if (performance.now() >= end) return seen ? { state: "failed", selector: null, buttons: labelsOf(seen) } : NONE;
    await guard.sleep(POLL_MS);
  }
}

const NONE: Consent = { state: "none", selector: null };

const shown = (page: Page, css: string): Locator => page.locator(`css=${css}`).locator("visible=true").first();

const clicked = (guard: Guard, button: Locator): Promise<boolean> =>
  inTime(guard, button.click({ timeout: CLICK_MS, noWaitAfter: true }), CLICK_MS + 500);

const labelsOf = ({ accept, reject, save, settings, others }: Seen): string[] =>
  [accept, reject, save, settings, ...others].filter((label) => label !== null).slice(0, 6);
