// Determines which cookies and storage keys the page itself needs, and which ones track people.

import { trackerOf } from "../../consent/trackers.ts";
import { listedCookie } from "./cookieList.ts";

/**
 * | purpose    | before consent and after rejecting                                                            |
 * | necessary  | nothing                                                                                       |
 * | tracker    | failed, serious: key of a known product                                                       |
 * | identifier | failed, moderate, if it outlives the visit: its name suggests a visitor id                    |
 * | functional | same as unknown: the list calls it functional, which does not mean necessary                  |
 * | unknown    | warning if it outlives the visit and belongs to a third party, review if it is the site's own |
 * |            | cookie of over 30 days, else nothing                                                          |
 */
export type Purpose = "necessary" | "tracker" | "identifier" | "functional" | "unknown";
export type KnownKey = { purpose: Purpose; vendor: string | null };

/** Exact names, according to their documentation, of products that a page needs to work or to store a choice. A single word is not enough. */
const NECESSARY: readonly RegExp[] = [
  /^(__Host-|__Secure-)?(PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID[A-Z]{8}|connect\.sid|laravel_session)$/,
  /^(csrftoken|XSRF-TOKEN|__RequestVerificationToken.*|\.AspNetCore\.Antiforgery\..*)$/,
  /^(CookieConsent|CookieConsentBulk.*|didomi_token|usercentrics|uc_(settings|user|ui|gcm).*|klaro|tarteaucitron|borlabs-cookie|axeptio_.*|cc_cookie|cmplz_.*|_iub_cs.*|osano_.*|OptanonConsent|OptanonAlertBoxClosed|addtl_consent|usprivacy|_sp_user_consent.*|_sp_v1_.*|notice_(gdpr|preferences|behavior).*|cmapi_.*|euconsent-v2|eupubconsent.*|FCCDCF|FCNEC|spicy.*)$/i,
  /^kndctr_.+_consent(_check)?$/,
  /^(AWSALB|AWSALBCORS|AWSELB|ARRAffinity|ARRAffinitySameSite|BIGip.*|SERVERID|__cflb|INGRESSCOOKIE|ROUTEID)$/i,
  /^(__cf_bm|cf_clearance|_cfuvid|ak_bmsc|bm_sv|bm_sz|_abck|datadome|incap_ses_.*|visid_incap_.*|nlbi_.*|reese84)$/i,
  /^(woocommerce_.*|wp_woocommerce_session_.*|wordpress_.*|wp-settings.*|cart_sig|cart_ts|secure_customer_sig)$/i,
];

/** Words in a name that suggest a visitor id. Names are split at punctuation and capitals. */
const IDENTIFIER_WORDS: ReadonlySet<string> = new Set(["visitor", "visitorid", "fingerprint", "clientid", "deviceid"]);
const IDENTIFIER_PAIRS: ReadonlySet<string> = new Set(
  ["visitor", "client", "device", "anonymous", "anon", "distinct", "tracking", "browser"].map((word) => `${word} id`),
);

/**
 * Returns the purpose of a cookie or key: first the project's list, then names that products document, then the open list of names and
 * platforms. A name that only sounds necessary is unknown. `necessaryNames`: `*` at the end matches anything.
 */
export function purposeOf(name: string, necessaryNames: readonly string[] = [], domain = ""): KnownKey {
  if (necessaryNames.some((known) => matches(known, name))) return { purpose: "necessary", vendor: null };
  const vendor = trackerOf(name);
  if (vendor !== null) return { purpose: "tracker", vendor };
  if (NECESSARY.some((pattern) => pattern.test(name))) return { purpose: "necessary", vendor: null };
  const listed = listedCookie(name, domain);
  if (listed) return { purpose: listed.category, vendor: listed.platform };
  return { purpose: isIdentifier(name) ? "identifier" : "unknown", vendor: null };
}

function matches(known: string, name: string): boolean {
  return known.endsWith("*") ? known.length > 1 && name.startsWith(known.slice(0, -1)) : known === name;
}

function isIdentifier(name: string): boolean {
  const words = name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  return words.some((word, at) => IDENTIFIER_WORDS.has(word) || IDENTIFIER_PAIRS.has(`${word} ${words[at + 1] ?? ""}`));
}

/** Returns the name without visitor-specific parts, so that it is the same on every visit: long numbers and codes become `*`. */
export function stableName(name: string): string {
  return name
    .slice(0, 200)
    .replace(/[0-9a-f]{8}-[0-9a-f-]{20,40}/gi, "*")
    .replace(/(?=[a-f]*\d)[0-9a-f]{16,}/gi, "*")
    .replace(/\d{5,}/g, "*")
    .slice(0, 80);
}
