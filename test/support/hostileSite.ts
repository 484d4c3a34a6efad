// Sites designed to stall whoever reads them. They respond from a separate thread, so that creating and sending their responses does not
// count as work of the event loop under test.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { gzipSync } from "node:zlib";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const MB = 1024 * 1024;
const fill = (part: string, size: number): string => part.repeat(Math.ceil(size / part.length)).slice(0, size);
const list = (count: number, part: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => part(at)).join("");
const doc = (body: string, head = ""): string =>
  `<!doctype html><html lang="en"><head><title>Hostile</title>${head}</head><body>${body}</body></html>`;
const script = (code: string): string => doc(`<h1>Hostile</h1><script>${code}</script>`);

const html =
  (text: string, headers: Record<string, string | string[]> = {}): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-type": "text/html; charset=utf-8", ...headers }).end(text);
const text =
  (body: string | Buffer, contentType = "text/plain"): Answer =>
  (_, response) =>
    response.writeHead(200, { "content-type": contentType }).end(body);

/** Strings that make a regular expression with nested or adjacent repetitions backtrack forever. */
export const REPETITIVE: readonly string[] = [
  `${fill("a", 20_000)}!`,
  `${fill(" ", 20_000)}x`,
  fill("-", 20_000),
  `${fill("a-", 20_000)}!`,
  `${fill("a.", 20_000)}!`,
  fill("a@", 20_000),
  `${fill("0", 20_000)}x`,
  `${fill("1.", 20_000)}x`,
  fill("<", 20_000),
  fill("http://", 20_000),
  fill("a=b;", 20_000),
  fill("a=b&", 20_000),
  fill("%41", 20_000),
  fill("/*", 20_000),
  fill("(", 20_000),
  fill("\\", 20_000),
  fill('"', 20_000),
  `${fill("\t\n", 20_000)}x`,
  `${fill("aA1", 20_000)}!`,
  fill("jquery-1.", 20_000),
];

/** Pages by path, each with one kind of hostility. */
export const PAGES: Readonly<Record<string, () => Answer>> = {
  "/links": () => html(doc(list(200_000, (at) => `<a href="/l/${at}?p=${at}">link ${at}</a>`))),
  "/parameters": () => html(doc(list(520, (at) => `<a href="/p?${at}&${fill("a=b&", 1_900)}">x</a>`))),
  "/deep": () => html(doc(`${"<div>".repeat(100_000)}deep`)),
  "/attributes": () =>
    html(
      doc(
        list(
          40,
          (at) =>
            `<p id="${fill(`i${at}`, 100_000)}" class="${fill("c ", 100_000)}" role="${fill("r", 20_000)}" aria-label="${fill("l", 20_000)}" title="${fill("t", 20_000)}">x</p>`,
        ),
      ),
    ),
  "/attribute-count": () => html(doc(list(100, () => `<p ${list(2_000, (at) => `data-a${at}="1" `)}>x</p>`))),
  "/json-ld": () =>
    html(
      doc(
        "<h1>x</h1>",
        `<script type="application/ld+json">${"[".repeat(40_000)}${"]".repeat(40_000)}</script>${list(30, () => `<script type="application/ld+json">${JSON.stringify(Array.from({ length: 5_000 }, () => ({ "@type": "Product" })))}</script>`)}<script type="application/ld+json">{"@context":"https://schema.org","x":"${fill("x", MB)}"}</script>`,
      ),
    ),
  "/headers": () =>
    html(
      doc("<h1>x</h1>"),
      Object.fromEntries([
        ["content-security-policy", fill("script-src 'self' a.example; ", 40_000)],
        ["permissions-policy", fill("a=(),", 20_000)],
        ["x-robots-tag", fill("noindex,", 20_000)],
        ["link", fill('<https://a.example/>; rel="canonical", ', 20_000)],
        ["strict-transport-security", fill("max-age=1;", 10_000)],
      ]),
    ),
  "/cookies": () =>
    html(script(`for (let i = 0; i < 3000; i += 1) document.cookie = "c" + i + "=" + "v".repeat(1000);`), {
      "set-cookie": Array.from({ length: 700 }, (_, at) => `s${at}=${fill("v", 60)}; Path=/; SameSite=Lax`),
    }),
  "/beacons": () =>
    html(
      script(
        `let n = 0; const send = () => { for (let i = 0; i < 200 && n < 50000; i += 1, n += 1) fetch("/g/collect?v=2&tid=G-1&en=e" + n, { method: "POST", body: "x=" + n, keepalive: false, mode: "no-cors" }).catch(() => {}); if (n < 50000) setTimeout(send, 5); }; send();`,
      ),
    ),
  "/big-beacons": () =>
    html(
      script(
        `const body = "en=" + "a".repeat(60000); for (let i = 0; i < 200; i += 1) navigator.sendBeacon("/g/collect?v=2&tid=G-1", body); for (let i = 0; i < 20; i += 1) fetch("/g/collect?v=2&en=x", { method: "POST", body: "z=%41&".repeat(300000) }).catch(() => {}); for (let i = 0; i < 200; i += 1) new Image().src = "/collect?v=1&" + "a=b&".repeat(20000);`,
      ),
    ),
  "/pushes": () =>
    html(
      script(
        `window.dataLayer = []; for (let i = 0; i < 5000; i += 1) { const o = { event: "e" + i }; for (let k = 0; k < 100; k += 1) o["k" + k] = "a-".repeat(500) + "!"; dataLayer.push(o); }`,
      ),
    ),
  "/console": () =>
    html(
      script(
        `for (let i = 0; i < 20000; i += 1) console.log("x".repeat(1000), i); for (let i = 0; i < 20; i += 1) console.error("y".repeat(2_000_000));`,
      ),
    ),
  "/huge-console": () => html(script(`console.log("\\u00e9\\n".repeat(20_000_000));`)),
  "/errors": () =>
    html(script(`for (let i = 0; i < 3000; i += 1) setTimeout(() => { throw new Error("e".repeat(5000)); });`)),
  "/repetitive": () =>
    html(
      doc(
        REPETITIVE.map((one) => one.replaceAll('"', "&quot;").replaceAll("<", "&lt;"))
          .map(
            (one) =>
              `<h2>${one}</h2><a href="${one.slice(0, 1_900)}">${one}</a><img alt="${one}" src="/i?${one.slice(0, 1_900)}"><label>${one}<input name="${one}" placeholder="${one}"></label><button aria-label="${one}">x</button>`,
          )
          .join(""),
        REPETITIVE.map((one) => one.replaceAll('"', "&quot;"))
          .map(
            (one) =>
              `<meta name="description" content="${one}"><meta name="robots" content="${one}"><meta http-equiv="content-security-policy-report-only" content="${one}"><link rel="canonical" href="/${one.slice(0, 1_900)}"><link rel="alternate" hreflang="${one.slice(0, 500)}" href="/x">`,
          )
          .join(""),
      ),
    ),
  "/repetitive-scripts": () =>
    html(
      doc(
        REPETITIVE.map((one) => `<script>/* ${one.replaceAll("<", "")} */</script>`).join("") +
          list(20, (at) => `<script src="/repetitive-${at}.js"></script>`),
      ),
    ),
  "/broken-elements": () =>
    html(doc(list(20_000, () => '<p style="color:#bbb;margin:0">Pale <img src=x> <input></p>'))),
  "/frames": () => html(doc(list(300, () => '<iframe srcdoc="<h1>x</h1><script>console.log(1)</script>"></iframe>'))),
  "/storage": () =>
    html(
      script(
        `for (let i = 0; i < 4000; i += 1) try { localStorage.setItem("k" + i + "x".repeat(300), "v".repeat(700)); } catch {}`,
      ),
    ),
  "/many-scripts": () => html(doc(list(400, (at) => `<script src="/s/${at}.js"></script>`))),
  "/banner": () =>
    html(
      doc(
        `<div id="onetrust-banner-sdk" role="dialog">${list(3_000, () => `<p>We use cookies. ${fill("Accept ", 200)}</p>`)}<button>Reject all</button><button>Accept all</button></div>`,
      ),
    ),
  "/redirects": () => (request, response) => {
    const at = Number(new URL(request.url ?? "/", "http://x").searchParams.get("n") ?? 0);
    response.writeHead(302, { location: `/redirects?n=${at + 1}` }).end();
  },
  "/drip": () => (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    const timer = setInterval(() => response.write("<p>"), 50);
    response.on("close", () => clearInterval(timer));
  },
  "/tiny-chunks": () => (_, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    for (let at = 0; at < 300_000; at += 1) response.write("<p>".charAt(at % 3));
    response.end();
  },
  "/bomb": () => (_, response) =>
    response
      .writeHead(200, { "content-type": "text/html", "content-encoding": "gzip" })
      .end(gzipSync(Buffer.alloc(200 * MB, "<b>"))),
};

/** Pages that matter even without a browser. */
const CRAWLED = [
  "/links",
  "/parameters",
  "/deep",
  "/attributes",
  "/cookies",
  "/redirects",
  "/drip",
  "/tiny-chunks",
  "/bomb",
];
const LINK_LISTS = Array.from({ length: 4 }, (_, at) => `/list/${at}`);

const locs = (count: number, part: (at: number) => string): string =>
  list(count, (at) => `<url><loc>${part(at)}</loc></url>`);

/** Whole sites, each with its own robots.txt or sitemaps. `ORIGIN` stands for the site's address. */
export const SITES: Readonly<Record<string, Readonly<Record<string, () => Answer>>>> = {
  pages: PAGES,
  stars: {
    "/robots.txt": () => text(`User-agent: *\n${list(10_000, (at) => `Disallow: /*a*a*a*a*a*a*a*a*b${at}\n`)}`),
    "/": () => html(doc(list(60, (at) => `<a href="/${fill("a", 1_500)}${at}">x</a>`))),
  },
  "long-stars": {
    "/robots.txt": () => text(`User-agent: *\n${fill(`Disallow: /*${fill("a", 200)}b\n`, 490_000)}`),
    "/": () => html(doc(list(60, (at) => `<a href="/${fill("a", 1_500)}${at}">x</a>`))),
  },
  agents: {
    "/robots.txt": () =>
      text(`${fill("User-agent: *\nUser-agent: plumbline\n", 240_000)}${fill("Disallow: /x*y\n", 240_000)}`),
    "/": () => html(doc("<a href=/x>x</a>")),
  },
  sitemap: {
    "/robots.txt": () => text("Sitemap: ORIGIN/long.xml\nSitemap: ORIGIN/elements.xml\nSitemap: ORIGIN/bomb.xml.gz\n"),
    "/long.xml": () =>
      text(`<urlset>${locs(90_000, (at) => `ORIGIN/page/${at}/${fill("x", 60)}`)}</urlset>`, "text/xml"),
    "/elements.xml": () => text(`<urlset>${fill("<a/>", 10 * MB - 100)}</urlset>`, "text/xml"),
    "/bomb.xml.gz": () => text(gzipSync(Buffer.alloc(200 * MB, "<url/>")), "application/gzip"),
    "/": () => html(doc("<a href=/x>x</a>")),
  },
  // Each sitemap lists thousands more. The number of sitemaps read is limited; "sitemap" tests the size of a single file.
  nested: {
    "/sitemap.xml": () =>
      text(
        `<sitemapindex>${list(5_000, (at) => `<sitemap><loc>ORIGIN/sitemap.xml?${at}</loc></sitemap>`)}</sitemapindex>`,
        "text/xml",
      ),
    "/": () => html(doc("<a href=/x>x</a>")),
  },
  crawl: {
    "/": () =>
      html(
        doc(
          [...CRAWLED, ...LINK_LISTS, ...Array.from({ length: 4 }, (_, at) => `/parameters?page=${at}`)]
            .map((path) => `<a href="${path}">${path}</a>`)
            .join(""),
        ),
      ),
    ...PAGES,
    ...Object.fromEntries(
      LINK_LISTS.map((path) => [
        path,
        () => html(doc(list(12_000, (link) => `<a href="${path}/${link}?p=1&amp;q=2">link</a>`))),
      ]),
    ),
  },
};

export type HostileSites = { origins: Record<keyof typeof SITES, string>; ports: number[]; close(): Promise<void> };

export async function startHostileSites(): Promise<HostileSites> {
  const worker = new Worker(new URL(import.meta.url));
  const origins = await new Promise<Record<string, string>>((resolve, reject) => {
    worker.once("message", resolve);
    worker.once("error", reject);
  });
  return {
    origins,
    ports: Object.values(origins).map((origin) => Number(new URL(origin).port)),
    close: async () => void (await worker.terminate()),
  };
}

/** Responses are created once, at the first request. */
async function serve(paths: Readonly<Record<string, () => Answer>>): Promise<string> {
  const made = new Map<string, Answer>();
  let origin = "";
  const server: Server = createServer({ maxHeaderSize: 256 * 1024 }, (request, response) => {
    const [path = "/"] = (request.url ?? "/").split("?");
    request.resume();
    const make = paths[path];
    if (!make) {
      if (/^\/repetitive-\d+\.js$/.test(path))
        return text(REPETITIVE.join("\n").slice(0, 500_000), "text/javascript")(request, response);
      if (/^\/s\/\d+\.js$/.test(path))
        return text(fill("/*! jquery v1.2.3 */ var a=1;", 100_000), "text/javascript")(request, response);
      return response.writeHead(path.includes("collect") ? 204 : 404).end();
    }
    const answer = made.get(path) ?? make();
    made.set(path, answer);
    answer(request, withOrigin(response, origin));
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return origin;
}

function withOrigin(response: ServerResponse, origin: string): ServerResponse {
  const end = response.end.bind(response) as (body?: unknown) => ServerResponse;
  response.end = ((body?: unknown) =>
    end(typeof body === "string" ? body.replaceAll("ORIGIN", origin) : body)) as never;
  return response;
}

if (!isMainThread && parentPort) {
  const entries = await Promise.all(
    Object.entries(SITES).map(async ([name, paths]) => [name, await serve(paths)] as const),
  );
  parentPort.postMessage(Object.fromEntries(entries));
}
