import { type Post, posts } from "../catalogue.ts";
import { html, type Page, type PageContext } from "../core.ts";
import { crumbData, crumbs, postCard } from "../parts.ts";

const quotes = [
  ["Have nothing in your house that you do not know to be useful, or believe to be beautiful.", "William Morris"],
  ["The details are not the details. They make the design.", "Charles Eames"],
  ["Simplicity is the ultimate sophistication, and the hardest to dust.", "Our bookkeeper"],
  ["Nature does not hurry, yet everything is accomplished.", "Attributed to Lao Tzu"],
  ["The hand is the window on to the mind.", "Immanuel Kant"],
] as const;

function quoteOfTheDay(context: PageContext) {
  const dynamic = context.flaw("visual-dynamic-quote");
  const [text, author] = quotes[dynamic ? 1 + (context.serial % (quotes.length - 1)) : 0] ?? quotes[0];
  const stamp = dynamic
    ? `Chosen for you at ${new Date().toISOString().slice(11, 23)}`
    : "Chosen by the workshop this season";
  return html`
<figure class="quote"><blockquote><p>“${text}”</p></blockquote><figcaption>${author}<span class="meta">${stamp}</span></figcaption></figure>`;
}

export function journalPage(context: PageContext): Page {
  return {
    path: "/journal",
    title: "Journal: notes on craft, care and quiet | Juniper & Oak",
    description:
      "Short pieces on the making of things, on caring for linen, wood and clay, and on the art of leaving a little room in the day.",
    pageType: "journal",
    jsonLd: [crumbData(context.origin, ["/", "Home"], ["/journal", "Journal"])],
    body: html`
<div class="wrap page-head">${crumbs(["/", "Home"], ["/journal", "Journal"])}<h1>Journal</h1><p class="lede">Notes on making, mending and the hours in between.</p></div>
<div class="wrap">${quoteOfTheDay(context)}
<ul class="posts">${posts.map((post) => postCard(post, context, 2))}</ul></div>`,
  };
}

export function postPage(post: Post, context: PageContext): Page {
  const path = `/journal/${post.slug}`;
  const trail: [string, string][] = [
    ["/", "Home"],
    ["/journal", "Journal"],
    [path, post.title],
  ];
  const source = context.flaw("perf-layout-shift")
    ? `/images/${post.slug}-late.webp`
    : context.asset(`/images/${post.slug}.webp`);
  const size = context.flaw("perf-layout-shift") ? "" : html` width="1200" height="800"`;
  const picture = context.flaw("a11y-file-name-alt") ? `${post.slug}.webp` : post.picture;
  const alt = context.flaw("a11y-missing-alt") ? "" : html` alt="${picture}"`;
  const others = posts.filter((other) => other !== post);
  return {
    path,
    title: `${post.title}: from the journal | Juniper & Oak`,
    description: post.lead,
    pageType: "article",
    image: `/images/${post.slug}.webp`,
    events: [
      {
        event: "article_view",
        article_id: post.slug,
        article_title: post.title,
        reading_minutes: post.minutes,
        ...(context.flaw("tracking-never-sent") ? { deliver: false } : {}),
      },
    ],
    jsonLd: [
      crumbData(context.origin, ...trail),
      {
        "@context": "https://schema.org",
        "@type": "BlogPosting",
        headline: post.title,
        description: post.lead,
        image: `${context.origin}/images/${post.slug}.webp`,
        datePublished: post.published,
        dateModified: post.published,
        mainEntityOfPage: `${context.origin}${path}`,
        author: { "@type": "Person", name: "Ines Calder", url: `${context.origin}/about` },
        publisher: {
          "@type": "Organization",
          name: "Juniper & Oak",
          logo: { "@type": "ImageObject", url: `${context.origin}/images/icon.svg` },
        },
      },
    ],
    body: html`
<article class="wrap article">${crumbs(...trail)}
<header><p class="meta"><time datetime="${post.published}">${post.dateLabel}</time> · ${post.minutes} minutes · by Ines Calder</p><h1>${post.title}</h1><p class="lede">${post.lead}</p></header>
<p class="article-picture"><img src="${source}"${size}${alt} fetchpriority="high" decoding="sync"></p>
<div class="prose">${post.sections.map((section) => html`<h2>${section.heading}</h2><p>${section.text}</p>`)}</div>
</article>
<section class="wrap section"><div class="section-head"><h2>Read on</h2><a class="text-link" href="/journal">All of the journal</a></div><ul class="posts">${others.map((other) => postCard(other, context))}</ul></section>`,
  };
}
