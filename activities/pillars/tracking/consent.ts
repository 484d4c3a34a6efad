// Gives consent as a visitor does: by the accept button of the banner.
import type { Page } from "playwright";
import type { Guard } from "../../../browsers/page/guard.ts";
import { inTime } from "../../../browsers/page/inTime.ts";
import type { Consent } from "../../../domain/pillars/tracking/observation.ts";

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

/** Banners come late; a site without one is not waited for long. */
const LOOK_MS = 1_500;
const OWN_LOOK_MS = 6_000;
const CLICK_MS = 5_000;

/** `selector`: the accept button, where the project has named it. `before` is called right before the click. */
export async function giveConsent(
  page: Page,
  selector: string | null,
  guard: Guard,
  before: () => void,
): Promise<Consent> {
  const css = selector ?? ACCEPT_BUTTONS.join(",");
  const button = page.locator(`css=${css}`).locator("visible=true").first();
  const bound = selector === null ? LOOK_MS : OWN_LOOK_MS;
  const there = await inTime(guard, button.waitFor({ state: "visible", timeout: bound }), bound + 500);
  if (!there) return { state: selector === null ? "none" : "failed", selector };
  before();
  const clicked = await inTime(guard, button.click({ timeout: CLICK_MS, noWaitAfter: true }), CLICK_MS + 500);
  return { state: clicked ? "clicked" : "failed", selector };
}
