// A small site that a test can hold back: visitors of a path wait, optionally only those with a certain browser.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type HeldVisit = { path: string; agent?: RegExp; notAgent?: RegExp };
export type HeldSite = {
  url: string;
  port: number;
  /** Sets the text of a page. */
  say(path: string, words: string): void;
  /** Holds back every matching visitor until `release`. */
  hold(name: string, visit: HeldVisit): void;
  /** Number of visitors currently waiting. */
  waiting(name: string): number;
  /** The IP address of a waiting visitor, or null if nobody waits. */
  waitsFor(name: string): string | null;
  release(name: string): void;
  close(): Promise<void>;
};

/** `links`: the links of each page. Every other path returns 404. */
export async function startHeldSite(links: Record<string, string[]>, host = "127.0.0.1"): Promise<HeldSite> {
  const words = new Map<string, string>();
  const holds = new Map<string, { visit: HeldVisit; waiting: Map<() => void, string> }>();
  const answer = (response: ServerResponse, path: string) => {
    const to = links[path];
    if (!to) return response.writeHead(404, { "content-type": "text/plain" }).end("Not here.");
    const list = to.map((href) => `<a href="${href}">To ${href}</a>`).join(" ");
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="description" content="A page of a small site for tests, in a few plain words."><title>${path} of the small site</title></head>
<body><main><h1>${path}</h1><p id="words">${words.get(path) ?? "Plain words."}</p><p>${list}</p></main></body></html>`,
    );
  };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site.test").pathname;
    const agent = request.headers["user-agent"] ?? "";
    const held = [...holds.values()].find(
      ({ visit }) => visit.path === path && (visit.agent?.test(agent) ?? true) && !visit.notAgent?.test(agent),
    );
    if (!held) return answer(response, path);
    const open = () => answer(response, path);
    held.waiting.set(open, request.socket.remoteAddress ?? "");
    response.on("close", () => held.waiting.delete(open));
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    say: (path, text) => void words.set(path, text),
    hold: (name, visit) => void holds.set(name, { visit, waiting: new Map() }),
    waiting: (name) => holds.get(name)?.waiting.size ?? 0,
    waitsFor: (name) => holds.get(name)?.waiting.values().next().value ?? null,
    release(name) {
      const held = holds.get(name);
      holds.delete(name);
      for (const open of held?.waiting.keys() ?? []) open();
    },
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
