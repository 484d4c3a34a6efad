// A very large site for crawls: templates, duplicates, endless queries, a disallowed part, and a sitemap.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type LargeSite = {
  url: string;
  port: number;
  /** Every page that a crawl should find. */
  pages: Set<string>;
  hits: Map<string, number>;
  /** Maximum number of requests open at the same time. */
  mostAtOnce(): number;
  close(): Promise<void>;
};

/** Number of entries per list page. */
const A_LIST = 50;
const ORPHANS = 10;

/** Adds to `products` and `articles`: lists, the home page, a few plain pages, and orphans that only the sitemap names. */
export async function startLargeSite(products: number, articles: number): Promise<LargeSite> {
  const hits = new Map<string, number>();
  const lists = (count: number) => Math.ceil(count / A_LIST);
  let open = 0;
  let most = 0;
  let base = "";
  const page = (path: string, title: string, body: string, head = "") =>
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} | Large</title>
    <link rel="canonical" href="${base}${path}">${head}</head><body><header class="top"><nav><a href="/">Home</a> <a href="/products">Products</a>
    <a href="/articles?utm_source=nav">Articles</a> <a href="/plain/about">About</a> <a href="/plain/terms">Terms</a> <a href="/plain/contact">Contact</a>
    <a href="/secret/area">Secret</a> <a href="/gone">Gone</a> <a href="/file.pdf">File</a> <a href="/logout">Log out</a> <a href="https://elsewhere.example/">Else</a>
    </nav></header><main>${body}</main></body></html>`;
  const links = (kind: string, from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, i) => `<li><a href="/${kind}/${from + i}-a-name#top">${kind} ${from + i}</a></li>`,
    ).join("");

  const answer = (url: URL): { status: number; body: string; location?: string } => {
    const { pathname, searchParams } = url;
    const [, kind = "", name = ""] = pathname.split("/");
    const count = kind === "products" ? products : articles;
    switch (kind) {
      case "":
        return {
          status: 200,
          body: page("/", "Home", `<section class="hero"><a href="/products">All</a></section><a href="/old">Old</a>`),
        };
      case "products":
      case "articles": {
        if (name === "") {
          const at = Number(searchParams.get("page") ?? 1);
          if (at < 1 || at > lists(count)) return { status: 404, body: "none" };
          const own = at === 1 ? pathname : `${pathname}?page=${at}`;
          // Sorting and filtering produce an endless number of addresses for the same page.
          const depth = (searchParams.get("trail") ?? "").length;
          const variants = ["price", "name"].map(
            (s) => `<a href="${pathname}?page=${at}&amp;sort=${s}&amp;trail=${"x".repeat(depth + 1)}">${s}</a>`,
          );
          const next = at < lists(count) ? `<a href="${pathname}?page=${at + 1}">next</a>` : "";
          return {
            status: 200,
            body: page(
              own,
              `${kind} ${at}`,
              `<ul class="list">${links(kind, (at - 1) * A_LIST, Math.min(count, at * A_LIST))}</ul>${variants.join("")}${next}`,
            ),
          };
        }
        const number = Number(name.split("-")[0]);
        if (!/^\d+-a-name$/.test(name) || number >= count) return { status: 404, body: "none" };
        const box =
          kind === "products" ? `<div class="buy"><form></form></div>` : "<article><section></section></article>";
        return { status: 200, body: page(pathname, `${kind} ${number}`, `${box}<p>Words of ${number}.</p>`) };
      }
      case "plain":
        return { status: 200, body: page(pathname, name, "<section><p>Words.</p></section>") };
      case "orphan":
        return { status: 200, body: page(pathname, name, `<aside class="left"></aside>`) };
      case "secret":
        return { status: 200, body: page(pathname, "Secret", `<a href="/secret/${name}x">more</a>`) };
      case "old":
        return { status: 301, body: "", location: "/plain/about" };
      case "robots.txt":
        return { status: 200, body: `User-agent: *\nDisallow: /secret/\nSitemap: ${base}/map.xml\n` };
      case "map.xml":
        return {
          status: 200,
          body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Array.from({ length: ORPHANS }, (_, i) => `<url><loc>${base}/orphan/entry${i}</loc></url>`).join("")}</urlset>`,
        };
      default:
        return { status: 404, body: "none" };
    }
  };

  const server = createServer((request, response) => {
    open += 1;
    most = Math.max(most, open);
    response.on("close", () => {
      open -= 1;
    });
    const url = new URL(request.url ?? "/", "http://site.test");
    hits.set(url.pathname + url.search, (hits.get(url.pathname + url.search) ?? 0) + 1);
    const { status, body, location } = answer(url);
    const type = url.pathname.endsWith(".xml")
      ? "application/xml"
      : url.pathname.endsWith(".txt")
        ? "text/plain"
        : "text/html; charset=utf-8";
    response.writeHead(status, { "content-type": type, ...(location && { location }) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  base = `http://127.0.0.1:${port}`;
  const pages = new Set([`${base}/`, ...["about", "terms", "contact"].map((name) => `${base}/plain/${name}`)]);
  for (const [kind, count] of [
    ["products", products],
    ["articles", articles],
  ] as const) {
    for (let i = 0; i < count; i++) pages.add(`${base}/${kind}/${i}-a-name`);
    for (let i = 1; i <= lists(count); i++) pages.add(`${base}/${kind}${i === 1 ? "" : `?page=${i}`}`);
  }
  for (let i = 0; i < ORPHANS; i++) pages.add(`${base}/orphan/entry${i}`);
  return {
    url: base,
    port,
    pages,
    hits,
    mostAtOnce: () => most,
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
