/** For each seeded defect, a check over plain HTTP that shows whether it exists. */

import { demoMember } from "../../temporal-dev/demo-site/pages/account.ts";

export interface Reply {
  status: number;
  headers: Headers;
  body: string;
  milliseconds: number;
}

/** With `form`, the form is submitted to the address. */
export type Get = (path: string, form?: Record<string, string>) => Promise<Reply>;
type Probe = (get: Get) => Promise<boolean>;

export interface PageData {
  consentDefault: string;
  sendBeforeConsent: boolean;
  sendAfterReject: boolean;
  storeBeforeConsent: boolean;
  events: ({ event: string } & Record<string, unknown>)[];
}

export function pageData(body: string): PageData {
  return JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(body)?.[1] ?? "{}");
}

export function structuredData(body: string): string[] {
  return [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map((match) => match[1] ?? "");
}

export function meta(body: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(body)?.[1];
}

export function canonicalOf(body: string): string {
  return /<link rel="canonical" href="([^"]+)"/.exec(body)?.[1] ?? "";
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Checks whether the page's source matches. */
function source(path: string, pattern: RegExp): Probe {
  return async (get) => pattern.test((await get(path)).body);
}

function lacks(path: string, pattern: RegExp): Probe {
  return async (get) => !pattern.test((await get(path)).body);
}

function event(path: string, name: string, wrong: (all: PageData["events"]) => boolean): Probe {
  return async (get) => wrong(pageData((await get(path)).body).events.filter((entry) => entry.event === name));
}

function flag(name: "sendBeforeConsent" | "sendAfterReject" | "storeBeforeConsent"): Probe {
  return async (get) => pageData((await get("/")).body)[name];
}

function setsCookie(pattern: RegExp): Probe {
  return async (get) => (await get("/about")).headers.getSetCookie().some((line) => pattern.test(line));
}

async function answers(get: Get, path: string): Promise<boolean> {
  return (await get(path)).status === 200;
}

/** The addresses of the page's images and scripts that load slowly. */
async function slowest(get: Get, path: string, pattern: RegExp): Promise<Reply | undefined> {
  const address = pattern.exec((await get(path)).body)?.[1];
  return address ? get(address) : undefined;
}

const securityHeaders = [
  "content-security-policy",
  "x-content-type-options",
  "x-frame-options",
  "referrer-policy",
  "permissions-policy",
  "cross-origin-opener-policy",
];

export const probes: Readonly<Record<string, Probe>> = {
  "visual-price-digit": async (get) => {
    const { body } = await get("/products/stoneware-mugs");
    const shown = /class="product-price">\$([\d.]+)/.exec(body)?.[1];
    return shown !== /"price":"([\d.]+)"/.exec(body)?.[1];
  },
  "visual-faint-colour": source("/register", /class="panel tinted"/),
  "visual-missing-shadow": source("/sign-in", /class="panel flat"/),
  "visual-nudged-button": source("/products/walnut-board", /class="button wide nudged"/),
  "visual-button-colour": source("/products/harvest-vase", /washed-out/),
  "visual-price-text": source("/products/linen-throw", /product-price">\$184\.00/),
  "visual-extra-band": source("/shop", /extra-band/),
  "visual-missing-block": lacks("/about", /What we promise/),
  "visual-dynamic-quote": async (get) => {
    const quote = async () => /<figure class="quote">.*?<\/figure>/s.exec((await get("/journal")).body)?.[0];
    const first = await quote();
    return first !== (await quote());
  },
  "visual-resized-picture": source("/products/pendant-lamp", /product-media shrunk/),
  "visual-font-missing": async (get) =>
    /legal-2019\.css/.test((await get("/legal/privacy")).body) &&
    (await get("/fonts/instrument-sans-legal.woff2")).status === 404,
  "visual-moved-label": source("/products/wool-cushion", /tag-right/),
  "visual-added-ribbon": source("/products/beeswax-candles", /class="ribbon"/),

  "a11y-contrast": source("/products/harvest-vase", /washed-out/),
  "a11y-missing-alt": source("/journal/slow-mornings", /<img(?![^>]*\balt=)/),
  "a11y-unlabelled-field": lacks("/contact", /<label[^>]*for="email"/),
  "a11y-missing-lang": lacks("/search", /<html lang="en">/),
  "a11y-unnamed-button": lacks("/sign-in", /data-reveal="password" aria-label=/),
  "a11y-focus-hidden": source("/checkout", /<body class="no-focus">/),
  "a11y-zoom-blocked": source("/register", /user-scalable=no/),
  "a11y-wrong-lang": source("/legal/terms", /<html lang="de">/),
  "a11y-file-name-alt": source("/journal/caring-for-linen", /alt="caring-for-linen\.webp"/),

  "seo-missing-title": lacks("/products/stoneware-mugs", /<title>/),
  "seo-broken-canonical": async (get) =>
    !(await answers(get, new URL(canonicalOf((await get("/products/walnut-board")).body)).pathname)),
  "seo-duplicate-description": async (get) =>
    meta((await get("/register")).body, "description") === meta((await get("/sign-in")).body, "description"),
  "seo-noindex": async (get) => meta((await get("/journal/caring-for-linen")).body, "robots") === "noindex",
  "seo-unavailable-after": async (get) =>
    meta((await get("/journal/slow-mornings")).body, "robots") === "unavailable_after: 2024-12-31",
  "seo-broken-link": async (get) => {
    const link = /<a href="([^"]+)">More about the workshop/.exec((await get("/contact")).body)?.[1];
    return !(await answers(get, link ?? ""));
  },
  "seo-bad-json-ld": async (get) => !structuredData((await get("/")).body).every(parses),
  "seo-heading-order": source("/legal/terms", /<\/h1>.*?<h4>/s),
  "seo-missing-social-card": async (get) => meta((await get("/cart")).body, "og:title") === undefined,
  "seo-robots-typo": source("/robots.txt", /^Dissallow:/m),
  "seo-sitemap-dead-entry": source("/sitemap.xml", /\/products\/rattan-basket/),
  "seo-sitemap-hreflang": source("/sitemap.xml", /hreflang="en-UK"/),

  "perf-slow-image": async (get) => {
    const reply = await slowest(get, "/products/oak-stool", /product-media"><img src="([^"]+)"/);
    return Number(reply?.headers.get("content-length")) > 2_000_000 && (reply?.milliseconds ?? 0) >= 1400;
  },
  "perf-blocking-script": async (get) =>
    ((await slowest(get, "/", /<script src="([^"]*widgets[^"]*)"><\/script>/))?.milliseconds ?? 0) >= 1100,
  "perf-layout-shift": source("/journal/caring-for-linen", /article-picture"><img(?![^>]*\bwidth=)/),
  "perf-no-compression": async (get) => (await get("/about")).headers.get("content-encoding") !== "gzip",
  "perf-no-caching": async (get) => !(await get("/css/base.css?v=1")).headers.has("cache-control"),

  "security-missing-headers": async (get) => {
    const { headers } = await get("/about");
    return securityHeaders.some((name) => !headers.has(name));
  },
  "security-server-leak": async (get) => {
    const { headers } = await get("/about");
    return headers.has("server") || headers.has("x-powered-by");
  },
  "security-open-cors": async (get) => (await get("/about")).headers.get("access-control-allow-credentials") === "true",
  "security-cookie-flags": setsCookie(/^session_id=(?!.*HttpOnly)(?!.*SameSite)/),
  "security-old-library": async (get) =>
    /jquery-1\.8\.1\.min\.js/.test((await get("/")).body) &&
    /jQuery v1\.8\.1/.test((await get("/js/vendor/jquery-1.8.1.min.js")).body),
  "security-exposed-env": (get) => answers(get, "/.env"),
  "security-exposed-git": (get) => answers(get, "/.git/HEAD"),

  "tracking-wrong-type": event("/products/oak-stool", "view_item", ([entry]) => typeof entry?.value !== "number"),
  "tracking-wrong-value": event(
    "/cart?basket=oak-stool.1",
    "view_cart",
    ([entry]) => !/^[A-Z]{3}$/.test(String(entry?.currency)),
  ),
  "tracking-missing-event": event("/search?q=warm", "search", (all) => all.length === 0),
  "tracking-duplicate-event": event("/checkout?basket=oak-stool.1", "begin_checkout", (all) => all.length > 1),
  "tracking-unplanned-event": event("/", "promo_debug", (all) => all.length > 0),
  "tracking-unexpected-attribute": source("/contact", /data-event="[^"]*user_email/),
  "tracking-never-sent": event("/journal/slow-mornings", "article_view", ([entry]) => entry?.deliver === false),
  "tracking-cleared-value": source("/journal", /"clearMarket":true/),

  "privacy-cookie-before-consent": setsCookie(/^_ga=/),
  "privacy-storage-before-consent": flag("storeBeforeConsent"),
  "privacy-beacon-at-leaving": source("/", /"countAtLeaving":true/),
  "privacy-beacon-before-consent": flag("sendBeforeConsent"),
  "privacy-beacon-after-reject": flag("sendAfterReject"),
  "privacy-consent-default-granted": async (get) => pageData((await get("/")).body).consentDefault === "granted",
  "privacy-fingerprinting": source("/", /fraud-shield\.js/),
  "functional-renamed-button": source("/repairs", /Off it goes/),
  "functional-wrong-total": async (get) => {
    const { body } = await get("/order/review?basket=linen-throw.2");
    return /Linen throw<\/dt><dd>([^<]+)/.exec(body)?.[1] !== /testid="order-total">([^<]+)/.exec(body)?.[1];
  },
  "functional-slow-estimate": source("/repairs/wait", /estimate-slow/),
  "functional-script-error": source("/repairs?sent=1", /data-old-dialog/),
  "functional-failing-days": async (get) => {
    const { body } = await get("/repairs/visit");
    return (await get(/data-source="([^"]+)"/.exec(body)?.[1] ?? "")).status === 500;
  },
  "functional-member-gone": async (get) =>
    (await get("/sign-in", demoMember)).headers.get("location") === "/sign-in?failed=1",
  "functional-lost-event": event(
    "/order/review?basket=linen-throw.2",
    "add_shipping_info",
    (events) => events.length === 0,
  ),
  "functional-maintenance": async (get) => (await get("/stores")).status === 503,
};
