import { html, type Page, type PageContext } from "../core.ts";
import { crumbData, crumbs } from "../parts.ts";

interface Sheet {
  path: string;
  name: string;
  title: string;
  description: string;
  lead: string;
  sections: readonly [string, string][];
}

const privacy: Sheet = {
  path: "/legal/privacy",
  name: "Privacy notice",
  title: "Privacy notice: what we keep and why | Juniper & Oak",
  description:
    "Which data the shop keeps, for how long and for what; what happens before and after you answer the cookie banner; and your rights.",
  lead: "Short, because we collect little. Nothing is measured before you agree, and nothing after you have declined.",
  sections: [
    [
      "Before you choose",
      "Until you answer the banner, the shop sets no cookie, stores nothing in your browser and sends no measurement. Your answer itself is kept in a cookie named jo_consent for six months.",
    ],
    [
      "If you accept",
      "We count page views and shopping steps with a number that means nothing elsewhere. The counts stay on our own server and are deleted after fourteen months.",
    ],
    [
      "If you reject",
      "The shop works the same. No measurement is sent and no further cookie is set, except the basket and the sign-in when you use them.",
    ],
    [
      "Your orders",
      "Name, address and order are kept for as long as tax law asks. We pass your address to the carrier and to nobody else.",
    ],
    [
      "Your rights",
      "You may see, correct, take along or delete what we hold about you. A letter to privacy@juniperandoak.example is enough.",
    ],
  ],
};

const terms: Sheet = {
  path: "/legal/terms",
  name: "Terms of sale",
  title: "Terms of sale, delivery and returns | Juniper & Oak",
  description:
    "How orders, prices, delivery, returns and repairs work at Juniper & Oak, in plain words and on a single page without footnotes.",
  lead: "How buying from us works, in plain words.",
  sections: [
    [
      "Orders and prices",
      "An order stands once we have confirmed it by mail. Prices are in US dollars and include taxes.",
    ],
    [
      "Delivery",
      "Parcels leave the workshop within two days and arrive two to four days later. Above $75 delivery is free; below, it costs $8.",
    ],
    [
      "Changing your mind",
      "Send a piece back within thirty days, in the state in which it came, and we refund it in full.",
    ],
    ["Repairs", "What we sell, we mend. You pay for the way to us, we pay for the work and for the way home."],
  ],
};

function sheetPage(sheet: Sheet, context: PageContext): Page {
  const deep = context.flaw("seo-heading-order");
  return {
    path: sheet.path,
    title: sheet.title,
    description: sheet.description,
    pageType: "legal",
    jsonLd: [crumbData(context.origin, ["/", "Home"], [sheet.path, sheet.name])],
    ...(context.flaw("visual-font-missing")
      ? {
          head: html`
<link rel="stylesheet" href="${context.asset("/css/legal-2019.css")}">`,
        }
      : {}),
    body: html`
<article class="wrap article legal">${crumbs(["/", "Home"], [sheet.path, sheet.name])}
<header><p class="meta">Last changed on January 6, 2025</p><h1>${sheet.name}</h1><p class="lede">${sheet.lead}</p></header>
<div class="prose">${sheet.sections.map(([heading, text]) => html`${deep ? html`<h4>${heading}</h4>` : html`<h2>${heading}</h2>`}<p>${text}</p>`)}</div>
</article>`,
  };
}

export function privacyPage(context: PageContext): Page {
  return sheetPage(privacy, context);
}

export function termsPage(context: PageContext): Page {
  return sheetPage(terms, context);
}

export function notFoundPage(): Page {
  return {
    path: "/404",
    title: "Page not found | Juniper & Oak",
    description: "There is nothing at this address.",
    pageType: "error",
    status: 404,
    unlisted: true,
    body: html`
<div class="wrap narrow page-head centred"><p class="eyebrow">404</p><h1>This shelf is empty</h1><p class="lede">There is nothing at this address, or not any more.</p><p><a class="button" href="/shop">Back to the shop</a></p></div>`,
  };
}
