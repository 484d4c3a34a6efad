// A real static build of the small Storybook in test/fixtures, served locally.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../..", import.meta.url));
const BUILD_MS = 60_000;
const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

export type Storybook = { url: string; port: number; close(): Promise<void> };

export async function startStorybook(): Promise<Storybook> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-storybook-"));
  await cp(path.join(root, "test", "fixtures", "storybook"), folder, { recursive: true });
  await symlink(path.join(root, "node_modules"), path.join(folder, "node_modules"));
  const program = path.join(root, "node_modules", "storybook", "dist", "bin", "dispatcher.js");
  await promisify(execFile)(process.execPath, [program, "build", "--quiet", "--disable-telemetry", "-o", "out"], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, CI: "1", CACHE_DIR: path.join(folder, "cache") },
    timeout: BUILD_MS,
  });
  const below = path.join(folder, "out");
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://storybook.test");
    const file = path.join(below, path.normalize(pathname === "/" ? "/index.html" : pathname));
    readFile(file).then(
      (bytes) => {
        response.setHeader("Content-Type", TYPES[path.extname(file)] ?? "application/octet-stream");
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
