// A small static site with two templates, written for each test. Each further page would cost an audit three runs of Lighthouse.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type SmallSite = {
  url: string;
  /** Replaces the text of a page. */
  change(path: string, words: string): void;
  close(): Promise<void>;
};

const LINKS = ["/", "/index.html", "/about.html", "/articles/oak.html"];

export async function startSmallSite(): Promise<SmallSite> {
  const pages = new Map<string, string>();
  const write = (path: string, title: string, heading: string, main: string) =>
    pages.set(path, pageOf(title, `<h1>${heading}</h1>${main}`));
  write("/", "Acorn Journal", "Acorn Journal", "<p>About trees.</p>");
  write("/about.html", "Acorn Journal", "About us", "<section><p>Two people and a garden.</p></section>");
  write(
    "/articles/oak.html",
    "Oak | Acorn Journal",
    "Oak",
    `<article><p>${"Leaf after leaf. ".repeat(20)}</p></article>`,
  );
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?")[0]?.replace(/\/index\.html$/, "/") ?? "/";
    const page = pages.get(path);
    response.writeHead(page === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(page ?? "not found");
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    change: (path, words) => pages.set(path, (pages.get(path) ?? "").replace("</main>", `<h2>${words}</h2></main>`)),
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

const pageOf = (title: string, main: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><meta name="description" content="${title}: about trees.">
</head><body><header><nav>${LINKS.map((link) => `<a href="${link}">${link}</a> `).join("")}</nav></header>
<main>${main}</main><footer><p>Acorn Journal</p></footer></body></html>`;
