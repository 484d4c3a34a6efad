import { html, type Page, type PageContext } from "../core.ts";
import { icon } from "../icons.ts";
import { crumbData, crumbs, field, note, onSubmit } from "../parts.ts";

const values = [
  [
    "One maker, one piece",
    "Every piece is begun and finished by the same pair of hands, and carries their mark underneath.",
  ],
  ["Materials you could name", "If we cannot say where the wood stood or the wool grazed, we do not use it."],
  ["Mended for life", "We keep clay, yarn and oak of every batch, so that a repair matches for decades."],
] as const;

export function aboutPage(context: PageContext): Page {
  return {
    path: "/about",
    title: "About our makers and workshops | Juniper & Oak",
    description:
      "How two friends, a kiln and a borrowed barn became a house for honest goods, and what we promise about every piece we sell.",
    pageType: "about",
    jsonLd: [crumbData(context.origin, ["/", "Home"], ["/about", "About"])],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/about", "About"])}<h1>Two friends, one kiln and a borrowed barn</h1></div>
<div class="wrap about-grid">
<div class="about-picture"><img src="${context.asset("/images/workshop.webp")}" width="1200" height="900" alt="Shelves in the workshop with vases, bowls and mugs waiting to be packed" fetchpriority="high" decoding="sync"></div>
<div class="prose"><p class="lede">We began in 2012 with a second-hand kiln and the wish to own fewer, better things.</p><p>Marta threw the pots; Ines sold them from the back of a van. When friends who weave, turn wood and dip candles asked to come along, the van became a barn, and the barn became Juniper &amp; Oak.</p><p>Today eleven workshops make what we sell. The largest has nine people. We visit each of them twice a year, mostly for the lunch.</p></div>
</div>${
      !context.flaw("visual-missing-block") &&
      html`
<section class="values" aria-labelledby="values-title"><div class="wrap"><h2 id="values-title">What we promise</h2><ul>${values.map(
        ([title, text], index) =>
          html`<li><span class="number" aria-hidden="true">${index + 1}</span><h3>${title}</h3><p>${text}</p></li>`,
      )}</ul></div></section>`
    }
<section class="wrap section narrow centred"><h2>Come by</h2><p class="lede">The barn is open on Saturdays, and there is always coffee.</p><p><a class="button" href="/contact">Find the way</a></p></section>`,
  };
}

export function contactPage(context: PageContext): Page {
  const workshop = context.flaw("seo-broken-link") ? "/stores/portland" : "/about";
  const lead = { event: "generate_lead", lead_type: "contact", currency: "USD", value: 20 };
  const event = context.flaw("tracking-unexpected-attribute") ? { ...lead, user_email: "{email}" } : lead;
  return {
    path: "/contact",
    title: "Contact the shop and the workshop | Juniper & Oak",
    description:
      "Write to us about an order, a repair or a commission, or come by the barn in Portland on a Saturday. We answer within a day.",
    pageType: "contact",
    jsonLd: [crumbData(context.origin, ["/", "Home"], ["/contact", "Contact"])],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/contact", "Contact"])}<h1>Write to us</h1><p class="lede">A person reads every letter, usually Ines, usually before lunch.</p></div>
<div class="wrap split">
${
  context.query.get("sent") === "1"
    ? note("Thank you. Your letter is with us, and we answer within a day.")
    : html`<form method="post" action="/contact" class="panel" id="contact-form"${onSubmit(event)}>
<div class="pair">${field({ name: "name", label: "Name", autocomplete: "name" })}${field({ name: "email", label: "E-mail address", type: "email", autocomplete: "email" }, context.flaw("a11y-unlabelled-field"))}</div>
${field({ name: "order", label: "Order number", optional: true })}
${field({ name: "message", label: "Your message", rows: 6 })}
<button class="button">Send the letter</button>
</form>`
}
<aside class="places" aria-label="Where to find us"><ul>
<li>${icon("pin")}<div><h2>The barn</h2><p>48 Mill Race Lane<br>Portland, Oregon</p><p><a href="${workshop}">More about the workshop</a></p></div></li>
<li>${icon("clock")}<div><h2>Hours</h2><p>Saturdays, ten to four</p></div></li>
<li>${icon("mail")}<div><h2>By mail</h2><p><a href="mailto:hello@juniperandoak.example">hello@juniperandoak.example</a></p></div></li>
</ul></aside>
</div>`,
  };
}
