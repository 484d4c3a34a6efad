// A page whose largest picture can be made heavier, so that the simulated network slows the page down in proportion.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export type SlowSite = { url: string; host: string; setBytes(bytes: number): void; close(): Promise<void> };

export async function startSlowSite(bytes: number): Promise<SlowSite> {
  const picture = await readFile(new URL("../../temporal-dev/demo-site/public/images/hero.webp", import.meta.url));
  let size = bytes;
  const server = createServer((request, response) => {
    const headers = { "Cache-Control": "public, max-age=31536000, immutable" };
    if (request.url === "/hero.webp") {
      // Bytes after the end of a WebP are ignored, and random bytes cannot be compressed in transit.
      const body = Buffer.concat([picture, noise(Math.max(0, size - picture.length))]);
      response.writeHead(200, { ...headers, "Content-Type": "image/webp" }).end(body);
      return;
    }
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(
      `<!doctype html><html lang="en"><head><title>Bench</title><meta name="viewport" content="width=device-width"></head>
<body><h1>A page with a heavy picture</h1><img src="/hero.webp" width="380" height="380" alt="A vase" fetchpriority="high"></body></html>`,
    );
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}/`,
    host,
    setBytes(next) {
      size = next;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 0x2545f491;
  for (let i = 0; i < length; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[i] = state & 0xff;
  }
  return bytes;
}
