import { posts, products } from "../catalogue.ts";
import { html, type Page, type PageContext, type TrackingEvent } from "../core.ts";
import { icon } from "../icons.ts";
import { field, item, note, onSubmit, postCard, productCard } from "../parts.ts";

const favourites = ["oak-stool", "stoneware-mugs", "wool-cushion", "beeswax-candles"].flatMap((slug) =>
  products.filter((product) => product.slug === slug),
);

const promises = [
  ["leaf", "Natural materials", "Clay, wood, wool, wax and flax. Nothing that pretends to be something else."],
  ["truck", "Free delivery over $75", "Packed in paper and straw, at your door in two to four days."],
  ["loop", "Mended for life", "Chipped, frayed or wobbly? Send it back, and we put it right."],
] as const;

const rooms = [
  ["walnut-board", "For the table"],
  ["linen-throw", "For the sofa"],
  ["pendant-lamp", "For the evening"],
] as const;

export function homePage(context: PageContext): Page {
  const events: TrackingEvent[] = [
    {
      event: "view_item_list",
      item_list_id: "favourites",
      item_list_name: "Favourites",
      items: favourites.map((product, index) => item(product, 1, index)),
    },
  ];
  if (context.flaw("tracking-unplanned-event")) events.push({ event: "promo_debug", step: 3, dump: "carousel ready" });
  const joined = context.query.get("joined") === "1";
  return {
    path: "/",
    title: "Juniper & Oak: honest goods for a slower home",
    description:
      "Handmade vases, lamps, linen and wood for the home. Natural materials, small workshops, free delivery over $75 and mending for life.",
    pageType: "home",
    events,
    jsonLd: [
      {
        "@context": "https://schema.org",
        "@type": "Organization",
        name: "Juniper & Oak",
        url: `${context.origin}/`,
        logo: `${context.origin}/images/icon.svg`,
        contactPoint: {
          "@type": "ContactPoint",
          contactType: "customer service",
          email: "hello@juniperandoak.example",
        },
      },
      {
        "@context": "https://schema.org",
        "@type": "WebSite",
        name: "Juniper & Oak",
        url: `${context.origin}/`,
        potentialAction: {
          "@type": "SearchAction",
          target: `${context.origin}/search?q={search_term_string}`,
          "query-input": "required name=search_term_string",
        },
      },
    ],
    body: html`
<section class="hero"><div class="wrap hero-grid">
<div class="hero-text">
<p class="eyebrow">The spring collection</p>
<h1>Honest goods for a slower home</h1>
<p class="lede">Vases, lamps, linen and wood from eleven small workshops. Made to be used every day, and to outlast the trend that brought them in.</p>
<p class="actions"><a class="button" href="/shop">Shop the collection ${icon("arrow")}</a><a class="text-link" href="/about">Meet the makers</a></p>
</div>
<div class="hero-picture">
<img src="${context.asset("/images/hero.webp")}" width="1200" height="1200" alt="Terracotta vase with dried stems, a bowl of pears and a mug under a dark green lamp" fetchpriority="high" decoding="sync">
<svg class="seal" viewBox="0 0 140 140" width="140" height="140" aria-hidden="true" focusable="false"><circle cx="70" cy="70" r="70" fill="#2f4a3c"/><g class="turn"><path id="ring" d="M70 70m-50 0a50 50 0 1 1 100 0a50 50 0 1 1 -100 0" fill="none"/><text><textPath href="#ring" textLength="304">Made slowly · Made well · Made to last · </textPath></text></g><path d="M70 88V58M70 76c-9 0-14-5-14-13 9 0 14 5 14 13zm0-8c0-9 5-14 14-15 0 9-5 15-14 15z" fill="none" stroke="#f4e8d4" stroke-width="2.200" stroke-linejoin="round" stroke-linecap="round"/></svg>
</div>
</div></section>
<section class="strip" aria-label="What we promise"><ul class="wrap promises">${promises.map(
      ([name, title, text]) => html`<li>${icon(name)}<div><h2>${title}</h2><p>${text}</p></div></li>`,
    )}</ul></section>
<section class="wrap section"><div class="section-head"><h2>Rooms to wander through</h2></div>
<ul class="rooms">${rooms.map(
      ([picture, line]) =>
        html`<li><a href="/shop"><img src="${context.asset(`/images/${picture}.webp`)}" width="800" height="1000" alt="" loading="lazy" decoding="sync"><span class="room-name">${line} ${icon("arrow")}</span></a></li>`,
    )}</ul></section>
<section class="wrap section"><div class="section-head"><h2>This month's favourites</h2><a class="text-link" href="/shop">See all eight goods</a></div>
<ul class="cards">${favourites.map((product) => productCard(product, context))}</ul></section>
<section class="story"><div class="wrap story-grid">
<div class="story-picture"><img src="${context.asset("/images/workshop.webp")}" width="1200" height="900" alt="Two oak shelves with vases, bowls and mugs in green, chalk and clay" loading="lazy" decoding="sync"></div>
<div class="story-text"><p class="eyebrow">From the workshop</p><blockquote><p>“A good bowl is never finished. It begins when the first soup goes in.”</p></blockquote><p class="story-by">Marta Lindqvist, potter</p><a class="button light" href="/about">Read our story</a></div>
</div></section>
<section class="wrap section"><div class="section-head"><h2>From the journal</h2><a class="text-link" href="/journal">Open the journal</a></div>
<ul class="posts">${posts.map((post) => postCard(post, context))}</ul></section>
<section class="wrap section newsletter" id="newsletter"><h2>Letters, once a month</h2><p>New pieces, old techniques and one good recipe. No more than that.</p>
${joined ? note("Thank you. The next letter comes on the first of the month.") : html`<form method="post" action="/newsletter"${onSubmit({ event: "generate_lead", lead_type: "newsletter", currency: "USD", value: 5 })}>${field({ name: "newsletter-email", label: "E-mail address", type: "email", autocomplete: "email" })}<button class="button">Sign me up</button></form>`}
</section>`,
  };
}
