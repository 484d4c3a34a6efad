import { type Bill, billOf, writeBasket } from "../basket.ts";
import { money } from "../catalogue.ts";
import { type Html, html, type Page, type PageContext } from "../core.ts";
import { crumbs, ecommerce, field, item } from "../parts.ts";
import { receiptLink } from "./order.ts";

function itemsOf(bill: Bill): unknown[] {
  return bill.rows.map(({ product, quantity }, index) => item(product, quantity, index));
}

function summary(bill: Bill, action: Html | false): Html {
  return html`
<section class="summary" aria-labelledby="summary-title"><h2 id="summary-title">Summary</h2>
<dl><div><dt>Goods</dt><dd>${money(bill.goods)}</dd></div><div><dt>Delivery</dt><dd>${bill.delivery === 0 ? "Free" : money(bill.delivery)}</dd></div><div class="total"><dt>Total</dt><dd>${money(bill.total)}</dd></div></dl>${action}
</section>`;
}

function rows(bill: Bill, context: PageContext): Html {
  return html`
<ul class="lines">${bill.rows.map(
    ({ product, quantity, sum }) => html`
<li><img src="${context.asset(`/images/${product.slug}-small.webp`)}" width="480" height="600" alt="" decoding="sync"><div><h2><a href="/products/${product.slug}">${product.name}</a></h2><p>${product.details[0]?.[1]}</p><p>Quantity: ${quantity}</p></div><p class="price">${money(sum)}</p></li>`,
  )}</ul>`;
}

export function cartPage(context: PageContext): Page {
  const bill = billOf(context.basket);
  const currency = context.flaw("tracking-wrong-value") ? "US Dollars" : "USD";
  const handOn = context.query.has("basket") ? `/checkout?basket=${writeBasket(context.basket)}` : "/checkout";
  const empty = html`
<div class="empty"><p class="lede">Your basket is empty, for now.</p><p><a class="button" href="/shop">Find something good</a></p></div>`;
  const full = html`
<div class="split">${rows(bill, context)}${summary(bill, html`<a class="button wide" href="${handOn}">Go to checkout</a><p class="meta">Taxes are part of the price.</p>`)}</div>`;
  return {
    path: "/cart",
    title: "Your basket of handmade home goods | Juniper & Oak",
    description:
      "Look through the pieces you have chosen, see the cost of delivery and go on to checkout when you are ready.",
    pageType: "cart",
    events: [ecommerce("view_cart", currency, bill.total, itemsOf(bill))],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/cart", "Basket"])}<h1>Your basket</h1></div>
<div class="wrap">${bill.rows.length === 0 ? empty : full}</div>`,
  };
}

export function checkoutPage(context: PageContext): Page {
  const bill = billOf(context.basket);
  const begin = ecommerce("begin_checkout", "USD", bill.total, itemsOf(bill));
  return {
    path: "/checkout",
    title: "Checkout: address, delivery and payment | Juniper & Oak",
    description:
      "Tell us where your parcel goes and how you would like to pay. Free delivery over $75, thirty days to change your mind.",
    pageType: "checkout",
    events: context.flaw("tracking-duplicate-event") ? [begin, begin] : [begin],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/cart", "Basket"], ["/checkout", "Checkout"])}<h1>Checkout</h1></div>
<div class="wrap split">
<form method="post" action="/checkout" class="panel" id="checkout-form">
<input type="hidden" name="basket" value="${writeBasket(context.basket)}">
<fieldset><legend>Where it goes</legend>
${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "email" })}
<div class="pair">${field({ name: "given-name", label: "First name", autocomplete: "given-name" })}${field({ name: "family-name", label: "Last name", autocomplete: "family-name" })}</div>
${field({ name: "street", label: "Street and number", autocomplete: "street-address" })}
<div class="pair">${field({ name: "postcode", label: "Postcode", autocomplete: "postal-code" })}${field({ name: "city", label: "City", autocomplete: "address-level2" })}</div>
</fieldset>
<fieldset><legend>How it gets there</legend>
<label class="choice"><input type="radio" name="delivery" value="standard" checked><span><strong>Standard</strong> Two to four days</span></label>
<label class="choice"><input type="radio" name="delivery" value="pickup"><span><strong>Pick up</strong> At the workshop in Portland</span></label>
</fieldset>
<button class="button wide">Place the order</button>
<p class="meta">This is a demonstration. No payment is taken and nothing is sent. <a href="/order/address">One question at a time</a></p>
</form>${summary(bill, html`<ul class="mini">${bill.rows.map(({ product, quantity }) => html`<li>${quantity} × ${product.name}</li>`)}</ul>`)}
</div>`,
  };
}

export function confirmedPage(context: PageContext): Page {
  const bill = billOf(context.basket);
  const number = /^JO-\d{4,6}$/.exec(context.query.get("order") ?? "")?.[0] ?? "JO-1000";
  return {
    path: "/order/confirmed",
    title: "Thank you for your order | Juniper & Oak",
    description:
      "Your order has reached us. We pack it in paper and straw and write to you when it leaves the workshop.",
    pageType: "confirmation",
    unlisted: true,
    events:
      bill.rows.length > 0
        ? [{ ...ecommerce("purchase", "USD", bill.total, itemsOf(bill)), transaction_id: number }]
        : [],
    body: html`
<div class="wrap narrow page-head centred"><p class="eyebrow">Order ${number}</p><h1>Thank you</h1><p class="lede">We pack your order in paper and straw and write to you when it leaves the workshop.</p><p><a class="button" href="/shop">Back to the shop</a></p>${bill.rows.length > 0 && html`<p class="section"><a href="${receiptLink(number, context)}" download>Download the receipt</a></p>`}</div>`,
  };
}
