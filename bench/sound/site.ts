// Serves pages, or the files of a folder, with the headers of a well-configured site.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { SOUND_CSS, SOUND_PAGES } from "./pages.ts";

const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), geolocation=(), microphone=()",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-embedder-policy": "require-corp",
  "cache-control": "no-cache",
};
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".json": "application/json",
  ".xml": "application/xml",
  ".mjs": "text/javascript",
  ".gif": "image/gif",
  ".jpeg": "image/jpeg",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".woff": "font/woff",
  ".txt": "text/plain",
};
const PAGES_ORIGIN = /https:\/\/harbour\.example/g;

export type ServedSite = { url: string; paths: string[]; close(): Promise<void> };
type Answer = { type: string; body: string | Buffer };

async function serve(find: (pathname: string, origin: string) => Promise<Answer | null>, headers: object) {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site.test");
    const { port } = server.address() as AddressInfo;
    const answer = await find(decodeURIComponent(pathname), `http://127.0.0.1:${port}`).catch(() => null);
    response.writeHead(answer ? 200 : 404, { ...headers, "content-type": answer?.type ?? "text/plain" });
    response.end(answer?.body ?? "There is no such page.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

/** Serves the ten flawless pages. */
export async function serveSoundPages(): Promise<ServedSite> {
  const picture = await sharp({ create: { width: 1200, height: 630, channels: 3, background: "#33566b" } })
    .png()
    .toBuffer();
  const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 4h8v4H0z"/></svg>`;
  const site = await serve(async (pathname, origin) => {
    const page = SOUND_PAGES.find((one) => one.path === pathname);
    const address = (one: string) => `<url><loc>${origin}${one}</loc></url>`;
    if (page) return { type: TYPES[".html"] ?? "", body: page.html.replace(PAGES_ORIGIN, origin) };
    if (pathname === "/site.css") return { type: "text/css", body: SOUND_CSS };
    if (pathname === "/quay.png") return { type: "image/png", body: picture };
    if (pathname === "/icon.svg") return { type: "image/svg+xml", body: icon };
    if (pathname === "/robots.txt")
      return { type: "text/plain", body: `User-agent: *\nAllow: /\n\nSitemap: ${origin}/sitemap.xml\n` };
    if (pathname === "/sitemap.xml")
      return {
        type: "application/xml",
        body: `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${SOUND_PAGES.map(({ path }) => address(path)).join("")}</urlset>`,
      };
    return null;
  }, HEADERS);
  return { ...site, paths: SOUND_PAGES.map(({ path }) => path) };
}

/** Serves the folder of a built site without additional headers. `folder` is called for each request, so that a site can change. */
export async function serveFolder(folder: () => string, paths: string[]): Promise<ServedSite> {
  const site = await serve(async (pathname) => {
    const root = path.resolve(folder());
    const file = path.join(root, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!file.startsWith(root + path.sep)) return null;
    return { type: TYPES[path.extname(file)] ?? "application/octet-stream", body: await readFile(file) };
  }, {});
  return { ...site, paths };
}
