import { products } from "../catalogue.ts";
import { html, type Page, type PageContext } from "../core.ts";
import { crumbData, crumbs, item, productCard } from "../parts.ts";

const trail = [
  ["/", "Home"],
  ["/shop", "Shop"],
] as const satisfies readonly [string, string][];

export function shopPage(context: PageContext): Page {
  return {
    path: "/shop",
    title: "Shop all home goods for table, sofa and evening | Juniper & Oak",
    description:
      "All eight pieces of the collection: vases, throws, stools, lamps, mugs, boards, candles and cushions, made by small workshops.",
    pageType: "listing",
    events: [
      {
        event: "view_item_list",
        item_list_id: "all",
        item_list_name: "All goods",
        items: products.map((product, index) => item(product, 1, index)),
      },
    ],
    jsonLd: [
      crumbData(context.origin, ...trail),
      {
        "@context": "https://schema.org",
        "@type": "ItemList",
        itemListElement: products.map((product, index) => ({
          "@type": "ListItem",
          position: index + 1,
          name: product.name,
          url: `${context.origin}/products/${product.slug}`,
        })),
      },
    ],
    body: html`
<div class="wrap page-head">${crumbs(...trail)}
<h1>All goods</h1>
<p class="lede">Eight pieces, eleven workshops. We would rather make a few things well.</p></div>${
      context.flaw("visual-extra-band") &&
      html`
<div class="extra-band"></div>`
    }
<div class="wrap"><ul class="cards listing">${products.map((product, index) => productCard(product, context, { eager: index < 4, level: 2 }))}</ul>
<p class="aside-note">Cannot find what you are looking for? <a href="/contact">Write to us</a>: we also take commissions.</p></div>`,
  };
}
