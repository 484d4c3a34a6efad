// Serves a built Storybook while a command runs: its stories are files, and pages are visited over HTTP.
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".avif": "image/avif",
  ".ico": "image/x-icon",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
  ".wasm": "application/wasm",
};

export type Served = { origin: string; stop(): Promise<void> };

/** Listens on this machine only, on a free port. Files outside the folder are not found. */
export async function serveFolder(folder: string): Promise<Served> {
  const root = await realpath(folder);
  const server = createServer((request, response) => {
    void fileOf(root, request.url ?? "/").then((file) => {
      if (file === null || (request.method !== "GET" && request.method !== "HEAD"))
        return void response.writeHead(404).end();
      response.writeHead(200, {
        "content-type": TYPES[path.extname(file).toLowerCase()] ?? "application/octet-stream",
      });
      if (request.method === "HEAD") return void response.end();
      createReadStream(file)
        .on("error", () => response.destroy())
        .pipe(response);
    });
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns null if there is no such file, or if it is outside the folder. */
async function fileOf(root: string, address: string): Promise<string | null> {
  try {
    const name = decodeURIComponent(new URL(address, "http://folder.invalid").pathname);
    const wanted = path.join(root, name.endsWith("/") ? `${name}index.html` : name);
    const file = await realpath(wanted);
    return file.startsWith(root + path.sep) && (await stat(file)).isFile() ? file : null;
  } catch {
    return null;
  }
}
