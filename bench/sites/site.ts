// A shop with any number of pages, made from templates. Some defects affect the whole site, some a template, some single pages.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type TemplateSite = { url: string; port: number; pages: number; close(): Promise<void> };

/** Number of products per list. */
const A_LIST = 25;
/** Home page, list of lists, and journal. */
const FIXED = ["/", "/lists", "/journal"];

/** Returns the paths of the site, with the same share of each template at every size. */
export function pathsOf(pages: number): string[] {
  const paths = [...FIXED];
  for (let product = 0, article = 0, list = 0; paths.length < pages; ) {
    if (list * A_LIST <= product) paths.push(`/lists/${++list}`);
    else if (article * 3 < product) paths.push(`/journal/story-${++article}`);
    else paths.push(`/products/item-${++product}`);
  }
  return paths;
}

/** Serves the pages on a free loopback port. Every page is linked and listed in the sitemap. */
export async function startTemplateSite(pages: number): Promise<TemplateSite> {
  const paths = pathsOf(pages);
  const known = new Set(paths);
  const starting = (with_: string) => paths.filter((path) => path.startsWith(with_));
  const links = (list: readonly string[]) =>
    `<ul>${list.map((path) => `<li><a href="${path}">${wordsOf(path)}</a></li>`).join("")}</ul>`;

  const main = (path: string): string => {
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    if (path === "/") return `<h1>A shop of ${pages} pages</h1><p>${lines(path, 6)}</p>`;
    if (path === "/lists") return `<h1>All lists</h1>${links(starting("/lists/"))}`;
    if (path === "/journal") return `<h1>All stories</h1>${links(starting("/journal/"))}`;
    if (path.startsWith("/lists/"))
      return `<h1>List ${number}</h1>${links(starting("/products/").slice((number - 1) * A_LIST, number * A_LIST))}`;
    if (path.startsWith("/journal/"))
      // Template defect: a skipped heading level.
      return `<h1>Story ${number}</h1><h4>What happened</h4><p>${lines(path, 12)}</p>`;
    // Template defect: a field without a name. On every fifth product: an image without alternative text.
    const picture = `<img src="/picture.svg" width="320" height="200"${number % 5 === 0 ? "" : ` alt="Item ${number}"`}>`;
    return `<h1>Item ${number}</h1>${picture}<p>${lines(path, 8)}</p><form action="/lists"><input type="text" name="count"><button>Put into the basket</button></form>`;
  };
  const document = (path: string): string => {
    const number = Number(/\d+$/.exec(path)?.[0] ?? 0);
    const described = path.startsWith("/products/") && number % 7 === 0 ? "" : description(path);
    return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${wordsOf(path)} of the template shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${described}<link rel="stylesheet" href="/site.css"></head>
<body><header><a href="/">Home</a> <a href="/lists">Lists</a> <a href="/journal">Journal</a> <span class="pale">Free delivery from Monday</span></header>
<main>${main(path)}</main><footer><p class="pale">Open every day from nine to five.</p></footer><script src="/site.js"></script></body></html>`;
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    const answer = (type: string, body: string, status = 200) =>
      response.writeHead(status, { "content-type": type, "x-content-type-options": "nosniff" }).end(body);
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    if (known.has(pathname)) return answer("text/html; charset=utf-8", document(pathname));
    if (pathname === "/site.css") return answer("text/css", CSS);
    if (pathname === "/site.js") return answer("text/javascript", SCRIPT);
    if (pathname === "/picture.svg") return answer("image/svg+xml", PICTURE);
    if (pathname === "/robots.txt")
      return answer("text/plain", `User-agent: *\nAllow: /\nSitemap: ${origin}/sitemap.xml\n`);
    if (pathname === "/sitemap.xml")
      return answer(
        "application/xml",
        `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${origin}${path}</loc></url>`).join("")}</urlset>`,
      );
    return answer("text/plain", "There is no such page.", 404);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    pages: paths.length,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const wordsOf = (path: string): string => (path === "/" ? "Start page" : path.slice(1).replace(/[/-]/g, " "));
const lines = (path: string, count: number): string =>
  Array.from({ length: count }, (_, at) => `Sentence ${at + 1} of ${wordsOf(path)} tells of wood, clay and wool.`).join(
    " ",
  );
const description = (path: string): string =>
  `<meta name="description" content="${wordsOf(path)}: what it is made of, where it comes from and how it is kept for many years.">`;

// Site-wide defects: low-contrast text in header and footer, and a tracking cookie before consent.
const CSS = `body{font:16px/1.6 sans-serif;margin:0 auto;max-width:60rem;padding:1rem}.pale{color:#aaa;background:#fff}img{display:block}li{padding:6px 0}input,button{font:inherit;min-height:32px}`;
const SCRIPT = `document.cookie = "_ga=GA1.1.123456789.1700000000; path=/; max-age=63072000";`;
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path fill="#33566b" d="M0 0h8v5H0z"/></svg>`;
