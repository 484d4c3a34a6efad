// Serves Playwright's trace viewer from the installed package, and checks who may open it with which trace.
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { ProductError } from "../../../domain/errors.ts";
import type { OperationContext } from "../../lib/context.ts";
import { publicPath } from "../../lib/publicLink.ts";
import { findArtifact } from "../readArtifact.ts";

/** Must be of the same Playwright version that wrote the traces. */
const ROOT = path.join(
  path.dirname(
    createRequire(createRequire(import.meta.url).resolve("playwright/package.json")).resolve(
      "playwright-core/package.json",
    ),
  ),
  "lib/vite/traceViewer",
);
const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".webmanifest": "application/manifest+json",
};

export const VIEWER_PAGE = "index.html";
const WORKER = "sw.bundle.js";

/**
 * Prepended to the viewer's service worker, which serves recorded pages as documents of our origin. Adds a second policy to each of them,
 * which only allows recorded pages in frames and blocks form submission. The page's own policy allows only the viewer's script.
 */
const WORKER_PRELUDE = `{
  const { respondWith } = FetchEvent.prototype;
  const policy = "frame-src " + self.registration.scope + "snapshot/ data: blob:; form-action 'none'; connect-src 'self'; object-src 'none'";
  FetchEvent.prototype.respondWith = function (answer) {
    const asked = new URL(this.request.url);
    const recorded = asked.href.startsWith(self.registration.scope + "snapshot/");
    return respondWith.call(this, Promise.resolve(answer).then((response) => {
      if (recorded && response.type === "default") response.headers.append("Content-Security-Policy", policy);
      return response;
    }));
  };
}
`;

export type ViewerFile = {
  bytes: Buffer;
  type: string;
  /** SHA-256 in base64 of each inline script of the page. */
  scripts: string[];
};

const files = new Map<string, Promise<ReadonlySet<string>>>();

/**
 * Returns a file of the viewer by its name in its folder, except for those of the test runner mode. Only names listed in the folder are
 * accepted, so that a name cannot lead out of it.
 */
export async function viewerFile(folder: "" | "assets", name: string): Promise<ViewerFile> {
  const place = path.join(ROOT, folder);
  const known =
    files.get(place) ?? readdir(place).then((names) => new Set(names.filter((one) => !one.startsWith("uiMode"))));
  files.set(place, known);
  const type = TYPES[path.extname(name)];
  if (type === undefined || !(await known).has(name))
    throw new ProductError("not_found", `The trace viewer has no file "${name}".`);
  const stored = await readFile(path.join(place, name));
  const bytes = folder === "" && name === WORKER ? Buffer.concat([Buffer.from(WORKER_PRELUDE), stored]) : stored;
  return { bytes, type, scripts: type.startsWith("text/html") ? inlineScripts(bytes.toString()) : [] };
}

const inlineScripts = (html: string): string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = ""]) =>
    createHash("sha256").update(script).digest("base64"),
  );

/** Throws unless the link is a valid, unexpired signed link of this service to a trace. */
export async function requireTraceLink(ctx: OperationContext, link: string): Promise<void> {
  const below = publicPath(ctx);
  const own = link.startsWith(`${below}/api/`) ? link.slice(below.length) : link;
  const [, id = "", query = ""] = /^\/api\/artifacts\/([^/?#]{1,100})\?([^#]{1,300})$/.exec(own) ?? [];
  const { expires = "", sig } = Object.fromEntries(new URLSearchParams(query));
  if (sig === undefined)
    throw new ProductError(
      "validation_error",
      "The viewer shows only traces of this service: open it with the traceViewerUrl of frt_get_run_timeline.",
    );
  const { contentType } = await findArtifact(ctx, { expires, sig }, id);
  if (contentType !== "application/zip")
    throw new ProductError("validation_error", "The link does not lead to a trace.");
}
