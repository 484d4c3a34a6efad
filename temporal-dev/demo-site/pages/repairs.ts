import { products } from "../catalogue.ts";
import { html, type Page, type PageContext, scriptJson } from "../core.ts";
import { crumbs, field, note } from "../parts.ts";

/** Times at which the barn takes visitors; requested by the page's script, like the repair time. */
export const visitDays = ["Saturday at ten", "Saturday at noon", "Saturday at two"] as const;
export const estimate = { weeks: 3 } as const;
/** In ms; longer than any test step waits. */
export const slowEstimateMs = 15_000;

const script = (context: PageContext) =>
  html`
<script src="${context.asset("/js/repairs.js")}" nonce="${context.nonce}" defer></script>`;

/** Repair request: a form with a file upload, a dialog and a frame. */
export function repairsPage(context: PageContext): Page {
  const photo = context.query.get("photo");
  const sent = html`${note(`Thank you. Your request is with us${photo ? `, and so is the photo ${photo}` : ""}.`)}
<p class="section"><button type="button" class="button quiet" data-withdraw="/repairs?withdrawn=1"${context.flaw("functional-script-error") && html` data-old-dialog`}>Withdraw the request</button></p>`;
  const form = html`<form method="post" action="/repairs" enctype="multipart/form-data" class="panel" id="repair-form">
<div class="field"><label class="label" for="piece">Which piece</label><select id="piece" name="piece" required><option value="">Choose a piece</option>${products.map(({ slug, name }) => html`<option value="${slug}">${name}</option>`)}</select></div>
${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "email" })}
${field({ name: "message", label: "What happened", rows: 4 })}
<div class="field"><label class="label" for="photo">A photo of the damage</label><input id="photo" name="photo" type="file" accept="image/*,.txt" required></div>
<p class="meta"><a href="/repairs/wait">How long does it take?</a></p>
<button class="button">${context.flaw("functional-renamed-button") ? "Off it goes" : "Send the request"}</button>
</form>`;
  return {
    path: "/repairs",
    title: "Ask for a repair of your piece | Juniper & Oak",
    description:
      "Tell us which piece needs mending, send a photo of the damage, or book a visit at the barn on one of our Saturdays.",
    pageType: "repairs",
    unlisted: true,
    head: script(context),
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/repairs", "Repairs"])}<h1>Mended for life</h1><p class="lede">Send us a photo, and we say what can be done.</p></div>
<div class="wrap split">
${context.query.get("sent") === "1" ? html`<div>${sent}</div>` : context.query.get("withdrawn") === "1" ? html`<div>${note("Your request is withdrawn.")}</div>` : form}
<aside class="places" aria-label="Visit the barn"><iframe class="visit" src="/repairs/visit" title="Book a visit"></iframe></aside>
</div>`,
  };
}

/** Shown in a frame of the page above. */
export function visitPage(context: PageContext): Page {
  const source = context.flaw("functional-failing-days") ? "/repairs/days-failing.json" : "/repairs/days.json";
  return {
    path: "/repairs/visit",
    title: "Book a visit at the barn | Juniper & Oak",
    description: "Choose one of the hours at which the barn is open.",
    pageType: "repairs",
    unlisted: true,
    bare: true,
    bodyClass: "in-frame",
    head: script(context),
    body: html`
<h1>Book a visit</h1>
<form id="visit-form"><div class="field"><label class="label" for="day">Day and hour</label><select id="day" name="day" aria-busy="true" data-source="${source}"></select></div>
<button class="button" disabled>Book the visit</button></form>
<p id="visit-answer" role="status"></p>`,
  };
}

export function waitPage(context: PageContext): Page {
  const source = context.flaw("functional-slow-estimate") ? "/repairs/estimate-slow.json" : "/repairs/estimate.json";
  return {
    path: "/repairs/wait",
    title: "How long a repair takes now | Juniper & Oak",
    description: "The workshop tells how many weeks it takes at the moment to mend a piece.",
    pageType: "repairs",
    unlisted: true,
    head: script(context),
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/repairs", "Repairs"], ["/repairs/wait", "Wait"])}<h1>How long it takes</h1><p class="lede">A repair takes <output id="estimate" aria-busy="true" data-source="${source}">… we are asking the workshop</output>.</p></div>`,
  };
}

export function storesPage(context: PageContext): Page {
  const closed = context.flaw("functional-maintenance");
  return {
    path: "/stores",
    title: "The barn and its opening hours | Juniper & Oak",
    description: "Where the barn stands, when it is open, and how to get there by bicycle, bus or car.",
    pageType: "stores",
    unlisted: true,
    ...(closed ? { status: 503 } : {}),
    body: closed
      ? html`<div class="wrap page-head"><h1>We will be back soon</h1><p class="lede">This page is being worked on.</p></div>`
      : html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/stores", "The barn"])}<h1>The barn</h1></div>
<div class="wrap"><table class="hours"><caption>Opening hours</caption><thead><tr><th scope="col">Day</th><th scope="col">From</th><th scope="col">To</th></tr></thead><tbody><tr><td>Friday</td><td>14:00</td><td>18:00</td></tr><tr><td>Saturday</td><td>10:00</td><td>16:00</td></tr></tbody></table></div>`,
  };
}

/** Returns the response for the scripts of these pages and its delay in ms, or undefined for other addresses. */
export function repairsData(path: string): { status: number; body: string; delay: number } | undefined {
  const answer = (value: unknown) => scriptJson(value).text;
  if (path === "/repairs/estimate.json") return { status: 200, body: answer(estimate), delay: 120 };
  if (path === "/repairs/estimate-slow.json") return { status: 200, body: answer(estimate), delay: slowEstimateMs };
  if (path === "/repairs/days.json") return { status: 200, body: answer(visitDays), delay: 80 };
  if (path === "/repairs/days-failing.json") return { status: 500, body: answer({ error: "calendar" }), delay: 80 };
  return undefined;
}
