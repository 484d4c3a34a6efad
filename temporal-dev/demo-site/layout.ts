/** The frame around every page: head, header, footer. */
import { consentBanner } from "./consent.ts";
import { type Fragment, Html, html, type Page, type PageContext, scriptJson } from "./core.ts";
import { icon, logo } from "./icons.ts";

const shopName = "Juniper & Oak";
const navigation = [
  ["/shop", "Shop"],
  ["/journal", "Journal"],
  ["/about", "About"],
  ["/contact", "Contact"],
] as const;

function socialCard(page: Page, context: PageContext, address: string): Html {
  const image = `${context.origin}${page.image ?? "/images/share.jpg"}`;
  return html`
<meta property="og:site_name" content="${shopName}">
<meta property="og:type" content="${page.pageType === "product" ? "product" : page.pageType === "article" ? "article" : "website"}">
<meta property="og:title" content="${page.title}">
<meta property="og:description" content="${page.description}">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${image}">
<meta property="og:image:alt" content="Still life of handmade home goods">
<meta name="twitter:card" content="summary_large_image">
<meta name="twitter:title" content="${page.title}">
<meta name="twitter:description" content="${page.description}">
<meta name="twitter:image" content="${image}">`;
}

function structuredData(page: Page, context: PageContext): Fragment {
  return (page.jsonLd ?? []).map((entry, index) => {
    const json = scriptJson(entry);
    const text = index === 0 && context.flaw("seo-bad-json-ld") ? new Html(json.text.replace(/\}$/, ",}")) : json;
    return html`
<script type="application/ld+json">${text}</script>`;
  });
}

function legacyScripts(context: PageContext): Fragment {
  return [
    context.flaw("security-old-library") &&
      html`
<script src="/js/vendor/jquery-1.8.1.min.js"></script>`,
    context.flaw("perf-blocking-script") &&
      html`
<script src="/js/legacy-widgets.js"></script>`,
    context.flaw("privacy-fingerprinting") &&
      html`
<script src="${context.asset("/js/fraud-shield.js")}" nonce="${context.nonce}" defer></script>`,
  ];
}

const shopScripts = (
  context: PageContext,
): Html => html`<script src="${context.asset("/js/analytics.js")}" nonce="${context.nonce}" defer></script>
<script src="${context.asset("/js/shop.js")}" nonce="${context.nonce}" defer></script>`;

/** Returns the data that the page's own scripts need. */
function pageData(page: Page, context: PageContext): Html {
  const early = context.flaw("privacy-beacon-before-consent");
  return scriptJson({
    pageType: page.pageType,
    measurementId: "G-JNPROAK01",
    clientId: context.clientId,
    consent: context.consent ?? "unset",
    consentDefault: context.flaw("privacy-consent-default-granted") ? "granted" : "denied",
    sendBeforeConsent: early,
    sendAfterReject: context.flaw("privacy-beacon-after-reject"),
    storeBeforeConsent: context.flaw("privacy-storage-before-consent"),
    clearMarket: context.flaw("tracking-cleared-value"),
    countAtLeaving: context.flaw("privacy-beacon-at-leaving"),
    events: page.events ?? [],
  });
}

function head(page: Page, context: PageContext): Html {
  const address = `${context.origin}${page.path}`;
  const canonical = context.flaw("seo-broken-canonical") ? `${context.origin}/products/walnut-board-2019` : address;
  const viewport = context.flaw("a11y-zoom-blocked") ? ", maximum-scale=1, user-scalable=no" : "";
  const unlisted = page.unlisted || context.flaw("seo-noindex");
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1${viewport}">
${!context.flaw("seo-missing-title") && html`<title>${page.title}</title>`}
<meta name="description" content="${page.description}">
${unlisted ? html`<meta name="robots" content="noindex">` : ""}${context.flaw("seo-unavailable-after") ? html`<meta name="robots" content="unavailable_after: 2024-12-31">` : ""}
${!page.unlisted && html`<link rel="canonical" href="${canonical}">`}${!context.flaw("seo-missing-social-card") && socialCard(page, context, address)}
<meta name="theme-color" content="#faf6ef">
<link rel="icon" href="${context.asset("/images/icon.svg")}" type="image/svg+xml">
<link rel="preload" href="/fonts/instrument-sans-latin-v5.3.0.woff2" as="font" type="font/woff2" crossorigin>
<link rel="preload" href="/fonts/fraunces-latin-500-v5.3.0.woff2" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${context.asset("/css/base.css")}">
<link rel="stylesheet" href="${context.asset("/css/shop.css")}">${page.head}${legacyScripts(context)}
${page.bare ? "" : shopScripts(context)}${structuredData(page, context)}
</head>`;
}

function links(path: string): Fragment {
  return navigation.map(([href, label]) => {
    const here =
      href === "/shop" ? path === href || path.startsWith("/products/") : path === href || path.startsWith(`${href}/`);
    return html`<li><a href="${href}"${path === href ? new Html(' aria-current="page"') : ""}${here ? new Html(' class="here"') : ""}>${label}</a></li>`;
  });
}

function header(page: Page, context: PageContext): Html {
  const count = context.basket.reduce((sum, line) => sum + line.quantity, 0);
  const account = context.member ? { href: "/account", label: "Your account" } : { href: "/sign-in", label: "Sign in" };
  return html`
<a class="skip" href="#content">Skip to content</a>
<aside class="announcement" aria-label="Offer"><p>Free delivery on orders over $75</p></aside>
<header class="top">
<div class="wrap top-row">
<details class="menu"><summary aria-label="Menu">${icon("menu")}</summary><nav aria-label="Mobile"><ul>${links(page.path)}</ul></nav></details>
<a class="brand" href="/">${logo}<span>Juniper &amp; Oak</span></a>
<nav class="wide-nav" aria-label="Main"><ul>${links(page.path)}</ul></nav>
<ul class="tools">
<li><a href="/search" aria-label="Search">${icon("search")}</a></li>
<li class="tool-account"><a href="${account.href}" aria-label="${account.label}">${icon("person")}</a></li>
<li><a href="/cart" aria-label="Basket, ${count} ${count === 1 ? "item" : "items"}">${icon("basket")}${count > 0 && html`<span class="count" aria-hidden="true">${count}</span>`}</a></li>
</ul>
</div>
</header>`;
}

function footer(): Html {
  return html`
<footer class="bottom">
<div class="wrap bottom-grid">
<div class="bottom-brand">
<a class="brand" href="/">${logo}<span>Juniper &amp; Oak</span></a>
<p>Honest things for the home, made slowly by people whose names we know.</p>
</div>
<nav aria-labelledby="foot-shop"><p class="foot-title" id="foot-shop">Shop</p><ul>
<li><a href="/shop">All goods</a></li><li><a href="/products/harvest-vase">Harvest vase</a></li><li><a href="/products/oak-stool">Oak stool</a></li><li><a href="/products/wool-cushion">Wool cushion</a></li></ul></nav>
<nav aria-labelledby="foot-house"><p class="foot-title" id="foot-house">The house</p><ul>
<li><a href="/about">About us</a></li><li><a href="/journal">Our journal</a></li><li><a href="/contact">Contact us</a></li><li><a href="/register">Create an account</a></li></ul></nav>
<nav aria-labelledby="foot-legal"><p class="foot-title" id="foot-legal">Small print</p><ul>
<li><a href="/legal/privacy">Privacy notice</a></li><li><a href="/legal/terms">Terms of sale</a></li></ul></nav>
</div>
<div class="wrap bottom-line"><p>© 2025 Juniper &amp; Oak. A shop made for demonstrations: nothing is for sale.</p></div>
</footer>`;
}

export function renderPage(page: Page, context: PageContext): string {
  const named = context.flaw("a11y-wrong-lang") ? "de" : "en";
  const language = context.flaw("a11y-missing-lang") ? "" : new Html(` lang="${named}"`);
  const bodyClass = [page.bodyClass, context.flaw("a11y-focus-hidden") ? "no-focus" : ""].filter(Boolean).join(" ");
  return html`<!doctype html>
<html${language}>
${head(page, context)}
<body${bodyClass ? html` class="${bodyClass}"` : ""}>${page.bare ? "" : header(page, context)}
<main id="content" tabindex="-1">${page.body}
</main>${page.bare ? "" : footer()}${!page.bare && context.consent === undefined && consentBanner(page.path)}
<script type="application/json" id="page-data">${pageData(page, context)}</script>
</body>
</html>
`.text;
}
