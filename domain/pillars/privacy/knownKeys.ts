// Determines which cookies and storage keys the page itself needs, and which ones track people.

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

type Row = readonly [pattern: RegExp, vendor: string];

/** Names of trackers according to their documentation. All patterns are anchored and have no nested repetition. */
const TRACKERS: readonly Row[] = [
  [/^_ga(_.+)?$/, "Google Analytics"],
  [/^_gid$/, "Google Analytics"],
  [/^_gat(_.+)?$/, "Google Analytics"],
  [/^__utm[a-z]$/, "Google Analytics"],
  [/^_gcl_/, "Google Ads"],
  [/^_gac_/, "Google Ads"],
  [/^(IDE|DSID|test_cookie|__gads|__gpi)$/, "Google Ads"],
  [/^_fb[pc]$/, "Meta"],
  [/^_hj/, "Hotjar"],
  [/^_pk_(id|ses|ref|cvar|hsr)/, "Matomo"],
  [/^_clck$|^_clsk$|^CLID$/, "Microsoft Clarity"],
  [/^_uet(sid|vid)/, "Microsoft Advertising"],
  [/^(MUID|ANONCHK)$/, "Microsoft"],
  [/^_tt(p|_enable_cookie)$/, "TikTok"],
  [/^(li_fat_id|bcookie|lidc|UserMatchHistory|AnalyticsSyncHistory)$/, "LinkedIn"],
  [/^_pin_unauth$|^_pinterest_/, "Pinterest"],
  [/^_sc(id|tr)$|^_scid_r$/, "Snapchat"],
  [/^_rdt_uuid$/, "Reddit"],
  [/^(muc_ads|personalization_id|guest_id)/, "X"],
  [/^(YSC|VISITOR_INFO1_LIVE|VISITOR_PRIVACY_METADATA)$/, "YouTube"],
  [/^(hubspotutk|__hstc|__hssc|__hssrc)$/, "HubSpot"],
  [/^mp_.+_mixpanel$/, "Mixpanel"],
  [/^(amplitude_|amp_|AMP_)/, "Amplitude"],
  [/^ajs_(anonymous_id|user_id|group_id)$/, "Segment"],
  [/^(AMCV_|AMCVS_|s_vi|s_fid|demdex|mbox)/, "Adobe"],
  [/^_sp_(id|ses)/, "Snowplow"],
  [/^ph_.+_posthog$/, "PostHog"],
  [/^(_vwo_|_vis_opt_)/, "VWO"],
  [/^optimizelyEndUserId$/, "Optimizely"],
  [/^(cto_bundle|cto_bidid|uid_syncd_secure)$/, "Criteo"],
  [/^(_ym_uid|_ym_d|yandexuid)$/, "Yandex Metrica"],
  [/^(__kla_id)$/, "Klaviyo"],
  [/^(_mkto_trk)$/, "Marketo"],
  [/^(visitor_id\d+|pardot)/, "Pardot"],
  [/^(_cs_id|_cs_s|_cs_c)$/, "Contentsquare"],
  [/^(fs_uid|fs_lua)$/, "FullStory"],
  [/^(_lr_|_lo_uid)/, "session recording"],
];

/** Exact names, according to their documentation, of products that a page needs to work or to store a choice. A single word is not enough. */
const NECESSARY: readonly RegExp[] = [
  /^(__Host-|__Secure-)?(PHPSESSID|JSESSIONID|ASP\.NET_SessionId|ASPSESSIONID[A-Z]{8}|connect\.sid|laravel_session)$/,
  /^(csrftoken|XSRF-TOKEN|__RequestVerificationToken.*|\.AspNetCore\.Antiforgery\..*)$/,
  /^(CookieConsent|CookieConsentBulk.*|didomi_token|usercentrics|uc_(settings|user|ui|gcm).*|klaro|tarteaucitron|borlabs-cookie|axeptio_.*|cc_cookie|cmplz_.*|_iub_cs.*|osano_.*|OptanonConsent|OptanonAlertBoxClosed|addtl_consent|usprivacy|_sp_user_consent.*|_sp_v1_.*|notice_(gdpr|preferences|behavior).*|cmapi_.*|euconsent-v2|eupubconsent.*|spicy.*)$/i,
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
  const tracker = TRACKERS.find(([pattern]) => pattern.test(name));
  if (tracker) return { purpose: "tracker", vendor: tracker[1] };
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
