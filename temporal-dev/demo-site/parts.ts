/**
 * Page parts shared by several pages.
 * Pictures use decoding="sync", so that they are decoded together with the frame that shows them and a capture never misses them.
 */
import { money, type Post, type Product } from "./catalogue.ts";
import { type Fragment, type Html, html, type PageContext, type TrackingEvent } from "./core.ts";

export function crumbs(...trail: readonly [string, string][]): Html {
  return html`
<nav class="crumbs" aria-label="Breadcrumb"><ol>${trail.map(([href, label], index) =>
    index === trail.length - 1
      ? html`<li aria-current="page">${label}</li>`
      : html`<li><a href="${href}">${label}</a></li>`,
  )}</ol></nav>`;
}

export function crumbData(origin: string, ...trail: readonly [string, string][]): unknown {
  return {
    "@context": "https://schema.org",
    "@type": "BreadcrumbList",
    itemListElement: trail.map(([href, name], index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${origin}${href}`,
    })),
  };
}

export function productCard(
  product: Product,
  context: PageContext,
  options: { eager?: boolean; level?: 2 | 3 } = {},
): Html {
  const heading = options.level === 2 ? html`<h2>${product.name}</h2>` : html`<h3>${product.name}</h3>`;
  return html`
<li class="card"><a href="/products/${product.slug}">
<div class="card-media"><img src="${context.asset(`/images/${product.slug}-small.webp`)}" width="480" height="600" alt="" ${options.eager ? "" : html`loading="lazy"`} decoding="sync">${product.isNew && html`<span class="tag">New</span>`}</div>
<div class="card-text">${heading}<p class="price">${money(product.price)}</p></div>
<p class="card-line">${product.line}</p>
</a></li>`;
}

export function postCard(post: Post, context: PageContext, level: 2 | 3 = 3): Html {
  return html`
<li class="post-card"><a href="/journal/${post.slug}">
<div class="post-media"><img src="${context.asset(`/images/${post.slug}.webp`)}" width="1200" height="800" alt="" loading="lazy" decoding="sync"></div>
<p class="meta">${post.dateLabel} · ${post.minutes} minutes</p>
${level === 2 ? html`<h2>${post.title}</h2>` : html`<h3>${post.title}</h3>`}
<p>${post.lead}</p>
</a></li>`;
}

export interface Field {
  name: string;
  label: string;
  type?: string;
  autocomplete?: string;
  value?: string;
  rows?: number;
  optional?: boolean;
  inputmode?: string;
}

export function field(spec: Field, unlabelled = false): Html {
  const caption = spec.optional ? `${spec.label} (optional)` : spec.label;
  const label = unlabelled
    ? html`<span class="label">${caption}</span>`
    : html`<label class="label" for="${spec.name}">${caption}</label>`;
  const rest = html`${spec.autocomplete ? html` autocomplete="${spec.autocomplete}"` : ""}${spec.inputmode ? html` inputmode="${spec.inputmode}"` : ""}${spec.optional ? "" : html` required`}`;
  const control = spec.rows
    ? html`<textarea id="${spec.name}" name="${spec.name}" rows="${spec.rows}"${rest}></textarea>`
    : html`<input id="${spec.name}" name="${spec.name}" type="${spec.type ?? "text"}" value="${spec.value ?? ""}"${rest}>`;
  return html`
<div class="field">${label}${control}</div>`;
}

/** Pushes an event when the form is submitted. */
export function onSubmit(event: TrackingEvent): Html {
  return html` data-event="${JSON.stringify(event)}"`;
}

export function item(product: Product, quantity = 1, index?: number): Record<string, unknown> {
  const entry = {
    item_id: product.slug,
    item_name: product.name,
    item_category: product.category,
    price: product.price,
    quantity,
  };
  return index === undefined ? entry : { ...entry, index };
}

export function ecommerce(
  event: string,
  currency: string,
  value: number | string,
  items: readonly unknown[],
): TrackingEvent {
  return { event, currency, value, items };
}

export function note(text: Fragment): Html {
  return html`
<p class="notice" role="status">${text}</p>`;
}
