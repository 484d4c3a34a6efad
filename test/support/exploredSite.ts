// A site with many states for explorations: pages, tabs, forms, and traps that must not be touched. It counts requests.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const SECTIONS = 14;
const TOPICS = 13;
const WORDS = "amber birch cedar daisy elder flint grove hazel iris juniper kelp lotus maple nettle".split(" ");

/** Forms and buttons that delete something, cost money or end the session; none may reach the server. */
const TRAPS = `
  <form method="post" action="/account/delete"><button>Delete account</button></form>
  <form method="post" action="/konto"><button>Konto löschen</button></form>
  <form method="post" action="/panier"><button>Vider le panier</button></form>
  <form method="post" action="/orders/7"><input type="hidden" name="_method" value="delete"><button>Continue</button></form>
  <form method="post" action="/checkout/pay"><label>Reference <input name="ref"></label><button>Finish</button></form>
  <form method="post" action="/sign-in"><label>User <input name="user"></label><label>Password <input type="password" name="pw"></label><button>Sign in</button></form>
  <form method="post" action="/orders"><button class="btn-danger" name="do" value="cancel-order">Go</button></form>
  <button onclick="fetch('/items/1', {method: 'DELETE'})">Tidy up</button>
  <button onclick="location.href='/private/tools'">Tools</button>
  <button onclick="location.href='http://127.0.0.1:9/elsewhere'">Partners</button>
  <a href="/logout">Log out</a> <a href="/items/3/remove">Take it off the list</a> <a href="/private/area">Private</a>
  <a href="http://127.0.0.1:9/">Elsewhere</a>`;

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title} | Explored</title></head><body>
<header><nav><a href="/">Home</a> <a href="/search">Search</a> <a href="/tools">Tools page</a></nav></header>
<main><h1>${title}</h1>${body}</main>
<footer><form method="post" action="/newsletter"><label>Email <input type="email" name="email" required></label><button>Subscribe</button></form></footer>
</body></html>`;

/** `states`: number of distinct states. `hits`: requests by method and path. */
export async function startExploredSite() {
  const hits = new Map<string, number>();
  const bodies: string[] = [];
  const pages = new Map<string, string>();
  const sections = WORDS.slice(0, SECTIONS);
  pages.set(
    "/",
    page("Welcome", `<p>Hello.</p>${sections.map((name) => `<a href="/${name}">All about ${name}</a>`).join(" ")}`),
  );
  for (const name of sections) {
    const topics = WORDS.slice(0, TOPICS);
    pages.set(
      `/${name}`,
      page(`About ${name}`, topics.map((topic) => `<a href="/${name}/${topic}">${name} with ${topic}</a>`).join(" ")),
    );
    for (const topic of topics) pages.set(`/${name}/${topic}`, page(`The ${name} and the ${topic}`, "<p>Words.</p>"));
  }
  pages.set(
    "/search",
    page(
      "Search",
      `<form action="/results"><label>Words <input type="search" name="q" required></label><button>Find</button></form>`,
    ),
  );
  pages.set(
    "/tools",
    page(
      "Tools page",
      `<div role="tablist"><button role="tab" onclick="document.querySelector('#panel').innerHTML='<h2>Sizes</h2>'">Sizes tab</button></div><div id="panel"></div>
       <button type="button" onclick="document.querySelector('#more').innerHTML='<h2>Further words</h2>'">Show more</button><div id="more"></div>
       <form method="post" action="/contact"><label>Name <input name="name" required></label><label>Topic <select name="topic"><option value="">Choose</option><option value="a">Advice</option></select></label><label><input type="checkbox" name="ok" required> I have read this</label><button>Send message</button></form>
       ${TRAPS}<a href="/days/1">Days</a>`,
    ),
  );
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
    const key = `${request.method} ${pathname}`;
    hits.set(key, (hits.get(key) ?? 0) + 1);
    const send = (html: string) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    if (pathname === "/robots.txt") return void response.writeHead(200).end("User-agent: *\nDisallow: /private\n");
    if (request.method === "POST") {
      let body = "";
      request.on("data", (chunk) => {
        body += chunk;
      });
      request.on("end", () => {
        bodies.push(`${pathname} ${body}`);
        send(page("Thank you", `<p role="status">Your words for ${pathname} arrived</p>`));
      });
      return;
    }
    const found = pages.get(pathname);
    if (found) return void send(found);
    if (pathname === "/results")
      return void send(page("Results", `<p role="status">Nothing for ${searchParams.get("q")}</p>`));
    // An endless path whose pages all have distinct names.
    const day = /^\/days\/(\d{1,3})$/.exec(pathname)?.[1];
    if (day) return void send(page(`Day ${day}`, `<a href="/days/${Number(day) + 1}">The day after ${day}</a>`));
    response.writeHead(404, { "content-type": "text/html" }).end(page("Nothing", ""));
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hits,
    bodies,
    pages: pages.size,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
export type ExploredSite = Awaited<ReturnType<typeof startExploredSite>>;
