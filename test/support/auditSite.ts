// A multi-page site for audits: good pages, one with faults, one behind a gate, and hostile ones.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type AuditSite = {
  url: string;
  port: number;
  hits: Map<string, number>;
  /** Number of visitors currently waiting on /gate/…. */
  waiting(): number;
  openGates(): void;
  close(): Promise<void>;
};

const HEAD = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="description" content="A page for tests that says what it holds, in some twenty words, so that nobody has to guess what comes next.">`;
const good = (title: string, body = "<p>Words that mean little.</p>") =>
  `<!doctype html><html lang="en"><head>${HEAD}<title>${title} – a page for tests</title></head><body><main><h1>${title}</h1>${body}</main></body></html>`;

/** Text that acts as a script, as markup and as a spreadsheet formula if it is not escaped. */
export const HOSTILE_TEXT = `=cmd|' /C calc'!A0 <img src=x onerror=alert(1)> "><script>window.hacked=1</script>`;

/** Maximum number of bytes sent by the endless response. */
const FLOOD_BYTES = 60 * 1024 * 1024;

export async function startAuditSite(): Promise<AuditSite> {
  const hits = new Map<string, number>();
  const gates = new Set<() => void>();
  const html = (response: ServerResponse, text: string, status = 200) =>
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(text);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    hits.set(pathname, (hits.get(pathname) ?? 0) + 1);
    const [, kind = "", name = ""] = pathname.split("/");
    switch (kind) {
      case "page":
        return html(response, good(name));
      case "faulty":
        return html(
          response,
          `<!doctype html><html><head><meta charset="utf-8"></head><body><h1>${name}</h1><h1>Again</h1><img src="/x.png"><button></button></body></html>`,
        );
      case "gate": {
        const open = () => html(response, good(name));
        gates.add(open);
        response.on("close", () => gates.delete(open));
        return;
      }
      case "xss":
        return html(
          response,
          `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${HOSTILE_TEXT}</title></head><body><img src="/x.png"><a href="javascript:alert(1)">${HOSTILE_TEXT}</a><script>
          const push=(x)=>{(window.dataLayer=window.dataLayer||[]).push(x)};
          push({event:${JSON.stringify(HOSTILE_TEXT)},value:${JSON.stringify(HOSTILE_TEXT)}})</script></body></html>`,
        );
      case "flood": {
        response.writeHead(200, { "content-type": "text/html" });
        const chunk = Buffer.alloc(1024 * 1024, "<p>words</p> ");
        let sent = 0;
        const more = () => {
          while (sent < FLOOD_BYTES) {
            sent += chunk.length;
            if (!response.write(chunk)) return response.once("drain", more);
          }
          return response.end();
        };
        return void more();
      }
      case "circle":
        return void response.writeHead(302, { location: `/circle/${Number(name) + 1}` }).end();
      case "dialogs":
        return html(
          response,
          good("dialogs", `<script>let n=0;const t=setInterval(()=>{alert("again "+n++)},1)</script>`),
        );
      case "robots.txt":
        return void response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nAllow: /\n");
      case "":
        return html(response, good("Home"));
      default:
        return html(response, good("Not found"), 404);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    hits,
    waiting: () => gates.size,
    openGates() {
      for (const open of gates) open();
      gates.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
