// A small site whose pages misbehave on demand.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type TestSite = {
  url: string;
  port: number;
  /** Text shown by /page/<name>; "home" is shown at every other path. Changing the text changes the screenshot. */
  set(name: string, text: string): void;
  /** Makes /page/<name> respond with a status; 200 by default. */
  answer(name: string, status: number): void;
  /** Delays responses of /page/… by this many ms from now on; 0 by default. */
  slow(ms: number): void;
  /** Drops all connections until the site is back. */
  leave(): void;
  comeBack(): void;
  /** Number of dropped requests. */
  dropped(): number;
  /** Holds back the responses of /gate/<name> until it is opened. */
  close(): Promise<void>;
  openGates(): void;
  /** Number of visitors currently waiting at a gate; closing a visitor's browser context removes it. */
  waiting(): number;
  /** Number of requests per path. */
  hits: Map<string, number>;
};

const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width">
<style>body{font:16px/1.5 sans-serif;margin:24px;background:#fff;color:#222}h1{color:#0a5}</style>${head}</head><body><h1>${title}</h1>${body}</body></html>`;

/** Allocates this many MB on the page's own heap and keeps them. Uses objects, because large arrays would be allocated outside of the heap. */
const eat = (mb: number) =>
  `const kept=[];for(let i=0;i<${mb};i++){const part=[];for(let k=0;k<16384;k++)part.push({k,at:[i,k,k+0.5]});kept.push(part)}window.kept=kept`;

/** A feed that grows when its end is near the screen, and also on its own. */
const FEED = `let n=0;const more=()=>{for(let i=0;i<20;i++){const p=document.createElement("p");p.style.height="100px";p.textContent="Entry "+n++;feed.append(p)}};
more();addEventListener("scroll",()=>{if(scrollY+innerHeight>document.documentElement.scrollHeight-2000)more()});setInterval(more,50)`;

export async function startTestSite(host = "127.0.0.1"): Promise<TestSite> {
  const texts = new Map<string, string>();
  const statuses = new Map<string, number>();
  let isAway = false;
  let dropped = 0;
  let delayMs = 0;
  const hits = new Map<string, number>();
  const gates = new Set<() => void>();
  const html = (response: ServerResponse, text: string, status = 200) =>
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
  const wait = (response: ServerResponse, open: () => void) => {
    gates.add(open);
    response.on("close", () => gates.delete(open));
  };
  const server = createServer((request, response) => {
    if (isAway) {
      dropped += 1;
      return void request.socket.destroy();
    }
    const url = new URL(request.url ?? "/", "http://site.test");
    hits.set(url.pathname, (hits.get(url.pathname) ?? 0) + 1);
    const [, kind = "", name = ""] = url.pathname.split("/");
    switch (kind) {
      case "page": {
        const send = () =>
          html(
            response,
            page(name, `<p id="text">${texts.get(name) ?? "Plain words."}</p><p id="rest">More words below.</p>`),
            statuses.get(name),
          );
        return delayMs > 0 ? void setTimeout(send, delayMs) : send();
      }
      case "tall":
        return html(
          response,
          page("tall", `<div style="height:${name}px;background:linear-gradient(#fff,#8cf)"></div>`),
        );
      case "unstable":
        return html(
          response,
          page("unstable", `<p id="n">0</p><script>setInterval(()=>{n.textContent=Math.random()},20)</script>`),
        );
      // Responds to its first visitor like a server under load.
      case "filling": {
        const first = hits.get(url.pathname) === 1;
        return html(response, page("filling", first ? "<p>No entries.</p>" : "<ul><li>One<li>Two<li>Three</ul>"));
      }
      case "timed":
        return html(
          response,
          page("timed", `<p id="bar">Welcome</p><p>Words.</p><script>setTimeout(()=>bar.remove(),3000)</script>`),
        );
      case "drawn":
        return html(
          response,
          page("drawn", `<p id="lot"></p><p>Words.</p><script>lot.textContent=String(Math.random())</script>`),
        );
      case "endless":
        response.writeHead(200, { "content-type": "text/html" });
        return response.write(page("endless", "<p>There is more to come…</p>").replace("</body></html>", ""));
      case "missing":
        return html(response, page("missing", "<p>Nothing here.</p>"), 404);
      case "download":
        return response
          .writeHead(200, { "content-type": "application/octet-stream", "content-disposition": "attachment" })
          .end("bytes");
      case "redirect":
        return response.writeHead(302, { location: url.pathname }).end();
      case "gate":
        return void wait(response, () => html(response, page(name, "<p>Opened.</p>")));
      case "hungry":
        return html(response, page("hungry", `<script>${eat(Number(name))}</script>`));
      case "feed":
        return html(response, page("feed", `<div id="feed"></div><script>${FEED}</script>`));
      default:
        return html(response, page("home", texts.get("home") ?? "<p>Welcome.</p>"));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    hits,
    waiting: () => gates.size,
    set: (name, text) => void texts.set(name, text),
    answer: (name, status) => void statuses.set(name, status),
    slow(ms) {
      delayMs = ms;
    },
    leave() {
      isAway = true;
      dropped = 0;
    },
    comeBack() {
      isAway = false;
    },
    dropped: () => dropped,
    openGates() {
      for (const open of gates) open();
      gates.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
