/** The consent banner, and the cookie that stores the choice. */
import { type Consent, type Html, html } from "./core.ts";

export const consentCookie = "jo_consent";

/** Uses the class names of a widespread banner, so that tools that handle consent banners recognize it. */
export function consentBanner(path: string): Html {
  return html`
<section class="consent spicy-consent-bar" id="consent" aria-labelledby="consent-title">
<form method="post" action="/consent">
<div>
<h2 id="consent-title">A word about cookies</h2>
<p>We would like to count visits to improve the shop. Nothing is stored until you agree. <a href="/legal/privacy">Privacy notice</a></p>
</div>
<input type="hidden" name="back" value="${path}">
<div class="consent-buttons">
<button class="button quiet js-decline-all-cookies" name="choice" value="denied" id="consent-reject">Reject all</button>
<button class="button spicy-consent-bar__action-accept" name="choice" value="granted" id="consent-accept">Accept all</button>
</div>
</form>
</section>`;
}

export function readConsent(value: string | undefined): Consent {
  if (value?.startsWith("granted.")) return "granted";
  return value === "denied" ? "denied" : undefined;
}

/** Returns the visitor's client id, which is part of the stored choice, so that there is none without consent. */
export function readClientId(value: string | undefined): string {
  return value?.match(/^granted\.(\d+\.\d+)$/)?.[1] ?? "";
}
