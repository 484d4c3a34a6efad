import { products } from "../catalogue.ts";
import { html, type Page, type PageContext } from "../core.ts";
import { crumbs, productCard } from "../parts.ts";

export function searchPage(context: PageContext): Page {
  const term = (context.query.get("q") ?? "").trim().slice(0, 80);
  const words = term.toLowerCase().split(/\s+/).filter(Boolean);
  const found = products.filter((product) => {
    const text =
      `${product.name} ${product.category} ${product.line} ${product.story} ${product.details.flat().join(" ")}`.toLowerCase();
    return words.length > 0 && words.every((word) => text.includes(word));
  });
  const event = { event: "search", search_term: term, results: found.length };
  const answer = found.length === 1 ? "One piece" : `${found.length} pieces`;
  return {
    path: "/search",
    title: "Search the shop for home goods | Juniper & Oak",
    description:
      "Look for a material, a room or a piece by name: oak, linen, lamp, table. The search covers everything we make and sell.",
    pageType: "search",
    events: term && !context.flaw("tracking-missing-event") ? [event] : [],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/search", "Search"])}<h1>Search</h1>
<form class="search-form" method="get" action="/search" role="search"><label class="unseen" for="q">Search the shop</label><input id="q" name="q" type="search" value="${term}" placeholder="Oak, linen, lamp…"><button class="button">Search</button></form></div>
<div class="wrap">${term ? html`<p class="search-count" role="status">${answer} for “${term}”</p>` : html`<p class="search-count">Try a material, a room or a name.</p>`}
<ul class="cards listing">${(term ? found : products.slice(0, 4)).map((product) => productCard(product, context, { eager: true, level: 2 }))}</ul></div>`,
  };
}
