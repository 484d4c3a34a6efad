/** Step-by-step checkout: address, delivery, review. The answers are stored in a cookie. */
import { billOf, writeBasket } from "../basket.ts";
import { money } from "../catalogue.ts";
import { type Html, html, type Page, type PageContext } from "../core.ts";
import { crumbs, ecommerce, field, item } from "../parts.ts";

export const orderCookie = "jo_order";

/** Questions with the rule for a valid answer and the message for an invalid one. */
const questions = {
  email: {
    label: "E-mail address",
    rule: /^[^@\s]+@[^@\s]+\.[^@\s]+$/,
    help: "Enter an address such as name@example.com.",
  },
  name: { label: "Full name", rule: /\S+ \S+/, help: "Enter your first and last name." },
  street: { label: "Street and number", rule: /\S{2,}.*\d|\d.*\S{2,}/, help: "Enter the street with its number." },
  postcode: { label: "Postcode", rule: /^\d{5}$/, help: "Enter the five figures of your postcode." },
  delivery: { label: "Delivery", rule: /^(standard|pickup)$/, help: "Choose how the parcel gets to you." },
} as const;
export type Question = keyof typeof questions;
export const addressQuestions = ["email", "name", "street", "postcode"] as const satisfies readonly Question[];

/** Returns the questions whose answers are invalid. */
export function wrongAnswers(order: URLSearchParams, asked: readonly Question[]): Question[] {
  return asked.filter((name) => !questions[name].rule.test(order.get(name) ?? ""));
}

export function readOrder(cookie: string | undefined): URLSearchParams {
  const given = new URLSearchParams(decodeURIComponent(cookie ?? "").slice(0, 600));
  return pick(given);
}

export function pick(given: URLSearchParams): URLSearchParams {
  const order = new URLSearchParams();
  for (const name of Object.keys(questions)) {
    const value = given.get(name)?.trim().slice(0, 80);
    if (value) order.set(name, value);
  }
  return order;
}

export const writeOrder = (order: URLSearchParams): string => encodeURIComponent(order.toString());

const wrongIn = (context: PageContext): Question[] =>
  (context.query.get("wrong") ?? "").split(",").filter((name): name is Question => name in questions);

function problems(wrong: readonly Question[]): Html | false {
  if (wrong.length === 0) return false;
  const count = wrong.length === 1 ? "One answer needs" : `${wrong.length} answers need`;
  return html`
<div class="notice problem" role="alert"><p>${count} another look.</p><ul>${wrong.map((name) => html`<li>${questions[name].label}: ${questions[name].help}</li>`)}</ul></div>`;
}

function stepPage(context: PageContext, step: { path: string; name: string; title: string; body: Html }): Page {
  return {
    path: step.path,
    title: `${step.title} | Juniper & Oak`,
    description:
      "The checkout, one question at a time. This is a demonstration: no payment is taken and nothing is sent.",
    pageType: "checkout",
    unlisted: true,
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/cart", "Basket"], [step.path, step.name])}<h1>${step.name}</h1></div>
<div class="wrap narrow">${context.basket.length === 0 ? html`<p class="lede">Your basket is empty, for now.</p>` : step.body}</div>`,
  };
}

export function addressPage(context: PageContext): Page {
  const { order } = context;
  const value = (name: Question) => order.get(name) ?? "";
  const body = html`<form method="post" action="/order/address" class="panel" novalidate>${problems(wrongIn(context))}
${field({ name: "email", label: questions.email.label, type: "email", autocomplete: "email", value: value("email") })}
${field({ name: "name", label: questions.name.label, autocomplete: "name", value: value("name") })}
${field({ name: "street", label: questions.street.label, autocomplete: "street-address", value: value("street") })}
${field({ name: "postcode", label: questions.postcode.label, autocomplete: "postal-code", value: value("postcode") })}
<button class="button wide">Go on to delivery</button></form>`;
  return stepPage(context, { path: "/order/address", name: "Your address", title: "Checkout: where it goes", body });
}

export function deliveryPage(context: PageContext): Page {
  const choice = (value: string, name: string, text: string) =>
    html`<label class="choice"><input type="radio" name="delivery" value="${value}"${context.order.get("delivery") === value && html` checked`}><span><strong>${name}</strong> ${text}</span></label>`;
  const body = html`<form method="post" action="/order/delivery" class="panel" novalidate>${problems(wrongIn(context))}
<fieldset><legend>How it gets there</legend>${choice("standard", "Standard", "Two to four days")}${choice("pickup", "Pick up", "At the workshop in Portland")}</fieldset>
<button class="button wide">Go on to the review</button></form>`;
  return stepPage(context, { path: "/order/delivery", name: "Delivery", title: "Checkout: how it gets there", body });
}

export function reviewPage(context: PageContext): Page {
  const bill = billOf(context.basket);
  const { order } = context;
  const shown = bill.total + (context.flaw("functional-wrong-total") ? 1 : 0);
  const row = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
  const page = stepPage(context, {
    path: "/order/review",
    name: "Review your order",
    title: "Checkout: a last look",
    body: html`<section class="summary" aria-label="Your order"><dl>
${bill.rows.map(({ product, quantity, sum }) => row(`${quantity} × ${product.name}`, money(sum)))}
${row("Goes to", `${order.get("name") ?? ""}, ${order.get("street") ?? ""}`)}
${row("Delivery", order.get("delivery") === "pickup" ? "Pick up" : "Standard")}
<div class="total"><dt>Total</dt><dd data-testid="order-total">${money(shown)}</dd></div></dl>
<form method="post" action="/order/review"><button class="button wide">Place the order</button></form></section>`,
  });
  const items = bill.rows.map(({ product, quantity }, index) => item(product, quantity, index));
  const shipping = {
    ...ecommerce("add_shipping_info", "USD", bill.total, items),
    shipping_tier: order.get("delivery"),
  };
  return { ...page, events: context.flaw("functional-lost-event") || items.length === 0 ? [] : [shipping] };
}

/** Returns the receipt as a file to download. */
export function receipt(context: PageContext): string {
  const bill = billOf(context.basket);
  const number = /^JO-\d{4,6}$/.exec(context.query.get("order") ?? "")?.[0] ?? "JO-1000";
  const lines = bill.rows.map(({ product, quantity, sum }) => `${quantity} x ${product.name}: ${money(sum)}`);
  return [`Receipt ${number}`, ...lines, `Total: ${money(bill.total)}`, ""].join("\n");
}

export const receiptLink = (number: string, context: PageContext): string =>
  `/order/receipt.txt?order=${number}&basket=${writeBasket(context.basket)}`;
