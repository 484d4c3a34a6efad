import { money, type Product, products } from "../catalogue.ts";
import { html, type Page, type PageContext } from "../core.ts";
import { icon } from "../icons.ts";
import { crumbData, crumbs, ecommerce, item, onSubmit, productCard } from "../parts.ts";

/** Returns two neighbours in the catalogue on either side. */
function companions(product: Product): Product[] {
  const at = products.indexOf(product);
  return [1, 3, 4, 6].flatMap((step) => products[(at + step) % products.length] ?? []);
}

function gallery(product: Product, context: PageContext) {
  const source = context.flaw("perf-slow-image")
    ? `/images/${product.slug}-original.webp`
    : context.asset(`/images/${product.slug}.webp`);
  const frame = context.flaw("visual-resized-picture") ? "product-media shrunk" : "product-media";
  const tag = context.flaw("visual-moved-label") ? "tag tag-right" : "tag";
  return html`<div class="${frame}"><img src="${source}" width="800" height="1000" alt="${product.picture}" fetchpriority="high" decoding="sync">${product.isNew && html`<span class="${tag}">New</span>`}${context.flaw("visual-added-ribbon") && html`<span class="ribbon">Last few left</span>`}</div>`;
}

export function productPage(product: Product, context: PageContext): Page {
  const path = `/products/${product.slug}`;
  const trail: [string, string][] = [
    ["/", "Home"],
    ["/shop", "Shop"],
    [path, product.name],
  ];
  const wrongBy = context.flaw("visual-price-digit") ? 1 : 0;
  const shown = context.flaw("visual-price-text") ? 184 : product.price + wrongBy;
  const value = context.flaw("tracking-wrong-type") ? money(product.price) : product.price;
  const washedOut = context.flaw("visual-button-colour") && context.flaw("a11y-contrast");
  const button = `button wide${washedOut ? " washed-out" : ""}${context.flaw("visual-nudged-button") ? " nudged" : ""}`;
  return {
    path,
    title: `${product.name}, handmade for the home | Juniper & Oak`,
    description: `${product.line} ${product.details[0]?.[1]}, ${product.details[1]?.[1]}. ${money(product.price)}, delivered in two to four days and mended for life.`,
    pageType: "product",
    image: `/images/${product.slug}.webp`,
    events: [ecommerce("view_item", "USD", value, [item(product)])],
    jsonLd: [
      crumbData(context.origin, ...trail),
      {
        "@context": "https://schema.org",
        "@type": "Product",
        name: product.name,
        description: product.line,
        image: [`${context.origin}/images/${product.slug}.webp`],
        sku: product.slug,
        brand: { "@type": "Brand", name: "Juniper & Oak" },
        offers: {
          "@type": "Offer",
          price: product.price.toFixed(2),
          priceCurrency: "USD",
          availability: "https://schema.org/InStock",
          url: `${context.origin}${path}`,
        },
      },
    ],
    body: html`
<div class="wrap product">${crumbs(...trail)}
<div class="product-grid">
${gallery(product, context)}
<div class="product-text">
<p class="eyebrow">${product.category}</p>
<h1>${product.name}</h1>
<p class="product-price">${money(shown)}</p>
<p class="lede">${product.line}</p>
<form method="post" action="/basket" class="buy"${onSubmit({ ...ecommerce("add_to_cart", "USD", product.price, [item(product)]) })}>
<input type="hidden" name="slug" value="${product.slug}">
<div class="stepper" role="group" aria-label="Quantity"><button type="button" data-step="-1" aria-label="One fewer">−</button><label class="unseen" for="quantity">Quantity</label><input id="quantity" name="quantity" type="number" min="1" max="12" value="1" inputmode="numeric"><button type="button" data-step="1" aria-label="One more">+</button></div>
<button class="${button}">Add to basket</button>
</form>
<ul class="assurances"><li>${icon("truck")}Free delivery over $75</li><li>${icon("loop")}Thirty days to change your mind</li></ul>
<p class="product-story">${product.story}</p>
<h2 class="small-head">The particulars</h2>
<dl class="particulars">${product.details.map(([name, text]) => html`<div><dt>${name}</dt><dd>${text}</dd></div>`)}</dl>
</div>
</div>
</div>
<section class="wrap section"><div class="section-head"><h2>Goes well with</h2></div>
<ul class="cards">${companions(product).map((other) => productCard(other, context))}</ul></section>`,
  };
}
