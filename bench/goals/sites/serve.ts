// Serves a small site on a free loopback port.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export type Answer = { status?: number; headers?: Record<string, string>; body?: string };
export type ServedSite = { url: string; close(): Promise<void> };
export type Asked = { method: string; url: URL; form: URLSearchParams; cookies: Map<string, string> };

const MAX_BODY = 10_000;

export async function serve(answer: (asked: Asked) => Answer): Promise<ServedSite> {
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://site.test");
    const form = new URLSearchParams(request.method === "POST" ? await bodyOf(request) : "");
    const cookies = new Map(
      (request.headers.cookie ?? "").split(/;\s*/).map((one): [string, string] => {
        const [name = "", ...value] = one.split("=");
        return [name, decodeURIComponent(value.join("="))];
      }),
    );
    const { status = 200, headers = {}, body = "" } = answer({ method: request.method ?? "GET", url, form, cookies });
    response
      .writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store", ...headers })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) if (text.length < MAX_BODY) text += String(chunk);
  return text;
}
