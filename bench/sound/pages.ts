// Ten typical pages, flawless by construction: whatever an audit fails on them is a false alarm, or a defect overlooked here.

export type SoundPage = { path: string; name: string; html: string };

const SITE = "https://harbour.example";
const TODAY = "2026-03-10";

type Wanted = {
  path: string;
  name: string;
  title: string;
  description: string;
  main: string;
  lang?: string;
  rtl?: boolean;
  data?: object;
  head?: string;
};

const NAV: readonly (readonly [string, string])[] = [
  ["/", "Home"],
  ["/journal/tides", "Journal"],
  ["/shop/oilskin", "Shop"],
  ["/docs/retries", "Docs"],
  ["/forum/knots", "Forum"],
];

function page({ path, name, title, description, main, lang = "en", rtl = false, data, head = "" }: Wanted): SoundPage {
  const address = SITE + path;
  const json = data
    ? `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org", ...data })}</script>`
    : "";
  const words = rtl
    ? { skip: "تخطَّ إلى المحتوى", nav: "القائمة الرئيسية", foot: "الميناء، منذ عام 1887", privacy: "سياسة الخصوصية" }
    : { skip: "Skip to content", nav: "Main", foot: "Harbour, since 1887", privacy: "Privacy notice" };
  const html = `<!doctype html>
<html lang="${lang}"${rtl ? ' dir="rtl"' : ""}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="canonical" href="${address}">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/site.css">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:type" content="website">
<meta property="og:url" content="${address}">
<meta property="og:image" content="${SITE}/quay.png">
<meta property="og:image:alt" content="The quay at low tide">
<meta name="twitter:card" content="summary_large_image">
${json}${head}
</head>
<body>
<a class="skip" href="#content">${words.skip}</a>
<header><p class="brand">Harbour</p><nav aria-label="${words.nav}"><ul>${NAV.map(([to, label]) => `<li><a href="${to}"${to === path ? ' aria-current="page"' : ""}${rtl ? ' lang="en" dir="ltr"' : ""}>${label}</a></li>`).join("")}</ul></nav></header>
<main id="content" tabindex="-1">${main}</main>
<footer><p>${words.foot}. <a href="/privacy">${words.privacy}</a></p></footer>
</body>
</html>`;
  return { path, name, html };
}

const field = (id: string, label: string, attributes: string) =>
  `<p class="field"><label for="${id}">${label}</label><input id="${id}" name="${id}" ${attributes}></p>`;
const prose = (...paragraphs: string[]) => paragraphs.map((text) => `<p>${text}</p>`).join("");
const LONG = prose(
  "The first ferry leaves before the fog does. On the quay the crew count crates by the light of one lamp, as their parents did, and write the figures into a book that nobody has opened for an audit in thirty years.",
  "By nine the water has turned. What lay dry is afloat, and the boats that leaned on one another all night stand straight again, each with its bow to the wind.",
  "The harbour office keeps the tables. They are older than the office, and they are right to the minute on most days of the year, storms apart.",
);

export const SOUND_PAGES: readonly SoundPage[] = [
  page({
    path: "/",
    name: "landing page",
    title: "Harbour: boats, tide tables and stories of the coast",
    description:
      "Tide tables for forty ports, stories from the quay, and a shop for people who work outside in any weather.",
    data: { "@type": "Organization", name: "Harbour", url: SITE, logo: `${SITE}/quay.png` },
    main: `<h1>Everything that the tide brings</h1><p class="lead">Tables, stories and gear for people at the water.</p><p><a class="button" href="/shop/oilskin">See the oilskin jacket</a></p>
<img src="/quay.png" alt="The quay at low tide, with three boats" width="640" height="320">
<section aria-labelledby="why"><h2 id="why">Why people stay with us</h2><ul class="cards"><li><h3>Exact to the minute</h3><p>Forty ports, checked against gauges each night.</p></li><li><h3>Made to be mended</h3><p>Every seam can be opened and sewn again.</p></li><li><h3>Written at the quay</h3><p>Our authors live where they write about.</p></li></ul></section>${LONG}`,
  }),
  page({
    path: "/journal/tides",
    name: "magazine article",
    title: "The people who count the tides, and why they still do",
    description:
      "A night with the crew that measures the water by hand, in a harbour whose tide tables are older than its office.",
    data: {
      "@type": "Article",
      headline: "The people who count the tides",
      image: [`${SITE}/quay.png`],
      datePublished: TODAY,
      dateModified: TODAY,
      author: { "@type": "Person", name: "Ada Brook", url: `${SITE}/` },
    },
    main: `<article><h1>The people who count the tides</h1><p>By Ada Brook, <time datetime="${TODAY}">10 March 2026</time></p><figure><img src="/quay.png" alt="A lamp over the quay before dawn" width="640" height="320"><figcaption>The quay at five in the morning.</figcaption></figure>${LONG}<h2>A book of figures</h2>${LONG}<blockquote><p>Nobody asks the sea twice.</p></blockquote><h2>What comes next</h2><p>The office plans a second gauge. Read <a href="/docs/retries">how the tables are fetched</a> when a gauge is silent.</p></article>`,
  }),
  page({
    path: "/shop/oilskin",
    name: "shop product",
    title: "Oilskin jacket for work in any weather | Harbour shop",
    description:
      "A waxed cotton jacket with sewn seams, a storm collar and pockets that open with gloves on. Mended by us for life.",
    data: {
      "@type": "Product",
      name: "Oilskin jacket",
      image: [`${SITE}/quay.png`],
      description: "A waxed jacket.",
      sku: "OIL-1",
      brand: { "@type": "Brand", name: "Harbour" },
      offers: {
        "@type": "Offer",
        price: "189.00",
        priceCurrency: "EUR",
        url: `${SITE}/shop/oilskin`,
        availability: "https://schema.org/InStock",
      },
    },
    main: `<nav aria-label="Breadcrumb"><ol><li><a href="/">Home</a></li><li><span aria-current="page">Oilskin jacket</span></li></ol></nav><h1>Oilskin jacket</h1><img src="/quay.png" alt="The jacket in dark green, from the front" width="640" height="320"><p class="price">189.00 €</p>${prose("Waxed cotton, sewn twice, with a collar that closes over the mouth. It is stiff for a week and then fits nobody else.")}
<form action="/checkout" method="get"><fieldset><legend>Size</legend>${["S", "M", "L"].map((size, at) => `<p class="field"><input type="radio" id="size-${size}" name="size" value="${size}"${at === 1 ? " checked" : ""}><label for="size-${size}">${size}</label></p>`).join("")}</fieldset>${field("amount", "Number of jackets", 'type="number" min="1" max="9" value="1"')}<button type="submit">Add to basket</button></form>
<details><summary>Care and mending</summary><p>Wipe it with cold water. Send it to us when a seam opens.</p></details><h2>What others say</h2><ul><li>Five of five: kept me dry from Bergen to Vigo.</li><li>Four of five: heavy at first, and then not.</li></ul>`,
  }),
  page({
    path: "/docs/retries",
    name: "documentation",
    title: "Retries of the tide service: options and examples",
    description:
      "How the client of the tide service tries again when a gauge does not answer, and which options change that.",
    main: `<div class="columns"><nav aria-label="Chapter"><ul><li><a href="#options">Options</a></li><li><a href="#example">Example</a></li></ul></nav><div><h1>Retries</h1>${prose("A gauge may be silent for some seconds. The client asks again, each time after a longer pause.")}<h2 id="options">Options</h2><div class="scroll" role="region" aria-label="Options of retries" tabindex="0"><table><caption>Options of a client</caption><thead><tr><th scope="col">Option</th><th scope="col">Meaning</th><th scope="col">Default</th></tr></thead><tbody><tr><th scope="row"><code>attempts</code></th><td>How often a gauge is asked</td><td>3</td></tr><tr><th scope="row"><code>pause</code></th><td>Seconds before the second attempt</td><td>2</td></tr></tbody></table></div><h2 id="example">Example</h2><pre tabindex="0"><code>const tides = createClient({ attempts: 5 });
await tides.at("Vigo");</code></pre>${LONG}<p><a href="/forum/knots">Ask in the forum</a> when something is not clear.</p></div></div>`,
  }),
  page({
    path: "/sign-in",
    name: "login",
    title: "Sign in to your Harbour account and your tide tables",
    description:
      "Sign in with your e-mail address to see your ports, your orders and what you have written in the forum.",
    main: `<h1>Sign in</h1><p>New here? <a href="/">See what Harbour offers</a> before you make an account.</p><form action="/account" method="post">${field("email", "E-mail address", 'type="email" autocomplete="username" required')}${field("password", "Password", 'type="password" autocomplete="current-password" required')}<p class="field"><input type="checkbox" id="stay" name="stay"><label for="stay">Stay signed in on this device</label></p><button type="submit">Sign in</button></form>`,
  }),
  page({
    path: "/search",
    name: "search results",
    title: "Search results for jackets, stories and tables: Harbour",
    description:
      "What Harbour has about jackets: products of the shop, stories from the journal and threads of the forum.",
    main: `<h1>Results for “jacket”</h1><form role="search" action="/search" method="get">${field("q", "Search Harbour", 'type="search" value="jacket"')}<button type="submit">Search</button></form><p role="status">3 results</p><ol class="results">${[
      ["/shop/oilskin", "Oilskin jacket", "Waxed cotton, sewn twice, with a storm collar."],
      ["/journal/tides", "The people who count the tides", "A night on the quay, in a borrowed jacket."],
      ["/forum/knots", "Which knot for a wet rope?", "A thread that begins with a jacket on a nail."],
    ]
      .map(([to, title, text]) => `<li><h2><a href="${to}">${title}</a></h2><p>${text}</p></li>`)
      .join("")}</ol>`,
  }),
  page({
    path: "/dashboard",
    name: "dashboard-like app",
    title: "Your ports today: water, wind and warnings at a glance",
    description:
      "The state of your ports: the height of the water, the wind, and the warnings of the last twenty-four hours.",
    main: `<h1>Your ports today</h1><div class="tabs"><div role="tablist" aria-label="Views"><button role="tab" id="tab-now" aria-selected="true" aria-controls="panel-now">Now</button><button role="tab" id="tab-week" aria-selected="false" aria-controls="panel-week" tabindex="-1">Week</button></div><div role="tabpanel" id="panel-now" aria-labelledby="tab-now" tabindex="0"><table><caption>Water and wind</caption><thead><tr><th scope="col">Port</th><th scope="col">Water</th><th scope="col">Wind</th></tr></thead><tbody><tr><th scope="row">Vigo</th><td>2.4 m</td><td>12 kn</td></tr><tr><th scope="row">Bergen</th><td>1.1 m</td><td>21 kn</td></tr></tbody></table></div><div role="tabpanel" id="panel-week" aria-labelledby="tab-week" tabindex="0" hidden><p>The week is calm.</p></div></div><h2>Storage</h2><p><label for="used">Used of 10 GB</label> <progress id="used" max="10" value="4">4 of 10</progress></p><svg role="img" aria-label="Water at Vigo over a day: two tides" viewBox="0 0 200 60" width="400" height="120"><path d="M0 30 C25 0 50 0 75 30 S125 60 150 30 S190 0 200 20" fill="none" stroke="#0b4f71" stroke-width="3"/></svg>`,
  }),
  page({
    path: "/forum/knots",
    name: "forum thread",
    title: "Which knot for a wet rope? A thread of the Harbour forum",
    description:
      "Sailors discuss which knot holds on a wet rope and still opens with cold fingers, with pictures and one warning.",
    data: {
      "@type": "DiscussionForumPosting",
      headline: "Which knot for a wet rope?",
      datePublished: TODAY,
      text: "Mine slips.",
      author: { "@type": "Person", name: "Marit", url: `${SITE}/forum/knots` },
    },
    main: `<h1>Which knot for a wet rope?</h1><ol class="thread">${["Marit", "Iñigo", "Tove"].map((who, at) => `<li id="post-${at + 1}"><article aria-labelledby="by-${at}"><h2 id="by-${at}">${who}, post ${at + 1}</h2><p><time datetime="${TODAY}T0${at + 7}:10:00Z">at 0${at + 7}:10</time></p>${prose(["Mine slips as soon as it rains. What do you tie?", "A bowline with a second turn. It has held through two winters and opens by hand.", "Whatever you tie, look at it in the morning."][at]!)}<p><a href="#post-${at + 1}" aria-label="Link to this post of ${who}">Link to this post</a></p></article></li>`).join("")}</ol><form action="/forum/knots" method="post"><p class="field"><label for="answer">Your answer</label><textarea id="answer" name="answer" rows="4" required></textarea></p><button type="submit">Answer</button></form>`,
  }),
  page({
    path: "/ar/news",
    name: "right-to-left news",
    lang: "ar",
    rtl: true,
    title: "أخبار الميناء: الحصن القديم يفتح أبوابه للزوار هذا الربيع",
    description:
      "بعد ثلاثة أعوام من الترميم يعود الحصن القديم إلى أهل المدينة، مع متحف صغير عن البحر ومقهى يطل على الرصيف الشمالي.",
    data: {
      "@type": "NewsArticle",
      headline: "الحصن القديم يفتح أبوابه",
      image: [`${SITE}/quay.png`],
      datePublished: TODAY,
      author: { "@type": "Person", name: "ليلى حداد", url: `${SITE}/` },
    },
    main: `<article><h1>الحصن القديم يفتح أبوابه</h1><p><time datetime="${TODAY}">١٠ مارس ٢٠٢٦</time></p><img src="/quay.png" alt="الرصيف عند الجزر" width="640" height="320">${prose("بعد ثلاثة أعوام من الترميم يعود الحصن القديم إلى أهل المدينة. في القاعة الكبرى متحف صغير عن البحر والسفن التي رست هنا.", "يقول القائمون على المشروع إن الحجارة نُظفت واحدة واحدة، وإن الدخول مجاني في الشهر الأول.")}<h2>مواعيد الزيارة</h2><ul><li>من السبت إلى الأربعاء</li><li>من التاسعة حتى الخامسة</li></ul></article>`,
  }),
  page({
    path: "/checkout",
    name: "checkout",
    title: "Checkout: your address and how you pay, in one step",
    description:
      "Enter where the jacket should go and how you want to pay. Nothing is charged before you confirm the order.",
    main: `<h1>Checkout</h1><ol aria-label="Steps"><li>Basket</li><li aria-current="step">Address and payment</li><li>Confirmation</li></ol><form action="/checkout" method="post"><fieldset><legend>Delivery address</legend>${field("name", "Full name", 'autocomplete="name" required')}${field("street", "Street and number", 'autocomplete="street-address" required')}${field("post", "Postal code", 'autocomplete="postal-code" inputmode="numeric" required')}<p class="field"><label for="country">Country</label><select id="country" name="country" autocomplete="country"><option value="NO">Norway</option><option value="ES">Spain</option></select></p></fieldset><fieldset><legend>Payment</legend>${field("card", "Card number", 'autocomplete="cc-number" inputmode="numeric" aria-describedby="card-hint" required')}<p id="card-hint">Without spaces.</p></fieldset><p class="field"><input type="checkbox" id="terms" name="terms" required><label for="terms">I accept the <a href="/docs/retries">terms of sale</a></label></p><button type="submit">Pay 189.00 €</button></form>`,
  }),
  page({
    path: "/privacy",
    name: "privacy notice, which the others link to",
    title: "Privacy notice: what Harbour keeps, why and how long",
    description:
      "What Harbour keeps about you, why it does so and for how long, and how you have it deleted with one letter.",
    main: `<h1>Privacy notice</h1>${prose("We keep your address for as long as an order is open, and your e-mail address for as long as you have an account. Nothing is given to others.")}<p><a href="/">Back to the start</a></p>`,
  }),
];

export const SOUND_CSS = `:root{color-scheme:light}*{box-sizing:border-box}body{margin:0;font:1.0625rem/1.6 system-ui,sans-serif;color:#16212b;background:#fff}
a{color:#0b4f71;text-decoration:underline}a:focus-visible,button:focus-visible,input:focus-visible,select:focus-visible,textarea:focus-visible,summary:focus-visible,[tabindex]:focus-visible{outline:3px solid #b3420e;outline-offset:2px}
.skip{position:absolute;inset-inline-start:-999rem}.skip:focus{inset-inline-start:.5rem;inset-block-start:.5rem;background:#fff;padding:.75rem}
header,main,footer{max-width:60rem;margin:auto;padding:1rem}header ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding:0;list-style:none}header li a{display:inline-block;padding:.5rem .25rem;min-height:2.75rem}
img,svg{max-width:100%;height:auto;display:block}.button,button{display:inline-block;min-height:2.75rem;padding:.625rem 1.25rem;font:inherit;color:#fff;background:#0b4f71;border:0;border-radius:.25rem}.button{text-decoration:none}
.field{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;margin-block:.75rem}.field label{min-width:10rem}input,select,textarea{font:inherit;padding:.5rem;min-height:2.75rem;max-width:100%;border:1px solid #5b6b78;border-radius:.25rem;color:inherit;background:#fff}input[type=radio],input[type=checkbox]{width:1.75rem;min-height:1.75rem}
fieldset{border:1px solid #5b6b78;margin-block:1rem}.scroll,pre{overflow:auto}pre{background:#eef2f5;padding:1rem}table{border-collapse:collapse}th,td{border:1px solid #5b6b78;padding:.5rem;text-align:start}blockquote{border-inline-start:4px solid #0b4f71;margin-inline:0;padding-inline-start:1rem}
[role=tab][aria-selected=false]{background:#eef2f5;color:#16212b}summary{padding-block:.5rem;min-height:2.75rem}nav[aria-label=Chapter] a{display:inline-block;padding:.375rem 0}`;
