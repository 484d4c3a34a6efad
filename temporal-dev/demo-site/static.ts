/** The files under public/, read once, with their fingerprints. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";

export interface StaticFile {
  body: Buffer;
  type: string;
  fingerprint: string;
}

const root = fileURLToPath(new URL("./public", import.meta.url));

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
};

function load(): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    const path = `${root}/${name}`;
    const type = types[extname(name)];
    if (!type || !statSync(path).isFile()) continue;
    const body = readFileSync(path);
    const fingerprint = createHash("sha256").update(body).digest("base64url").slice(0, 10);
    files.set(`/${name.replaceAll("\\", "/")}`, { body, type, fingerprint });
  }
  return files;
}

export const staticFiles: ReadonlyMap<string, StaticFile> = load();

export function asset(path: string): string {
  const file = staticFiles.get(path);
  if (!file) throw new Error(`No file ${path} under public/`);
  return `${path}?v=${file.fingerprint}`;
}

/** Returns the same picture padded with over 2 MB of noise, as a camera's metadata would add. */
export function heavyCopy(file: StaticFile): Buffer {
  const noise = Buffer.alloc(2_200_000);
  let state = 0x2545f491;
  for (let i = 0; i < noise.length; i += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    noise[i] = state & 0xff;
  }
  return Buffer.concat([file.body, noise]);
}
