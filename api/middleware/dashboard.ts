// Serves the dashboard: its built files, and its page at every URL that belongs to no endpoint.
import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { RequestHandler } from "express";
import type { OperationContext } from "../lib/context.ts";
import { SESSION_COOKIE } from "./session.ts";

const YEAR_S = 31_536_000;

const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
  ".png": "image/png",
};

/** First path segments that never belong to a page of the dashboard. */
const NOT_PAGES = /^\/(?:api|mcp|oauth|\.well-known|metrics|artifacts|assets|trace-viewer)(?:\/|$)/;

/** Links that only signed-in people need: files (web/vite.config.ts), and the request that finds out who they are. Other pages do not get them. */
const FRAME_LINKS = /<link [^>]*data-frame[^>]*>\s*/g;
const FIRST_FRAME_LINK = /<link [^>]*data-frame/;

/** A project's overview, which most people open first. With a query it shows something narrower, which only the page's code can interpret. */
const OVERVIEW = /^\/p\/([a-z0-9-]+)\/?$/;

/** Pages on the way to connecting an app. */
const OPENED_BY_APPS = /^\/(?:connect|sign-in)$/;

/**
 * Only the build's own scripts and styles run, nothing is sent to other origins, and no other site may frame the page. Images may come
 * from memory; reports and the trace viewer are shown in frames of the service itself.
 */
const PAGE_RULES = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'self'",
].join("; ");

type File = { bytes: Buffer; brotli: Buffer | null; type: string };

/** Reads the built files below `folder`, keyed by the path at which they are served. */
function readFiles(folder: string): Map<string, File> {
  const files = new Map<string, File>();
  const entries: Dirent[] = readdirSync(folder, { withFileTypes: true, recursive: true });
  for (const entry of entries) {
    const type = TYPES[path.extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const at = path.join(entry.parentPath, entry.name);
    const brotli = existsSync(`${at}.br`) ? readFileSync(`${at}.br`) : null;
    files.set(`/${path.relative(folder, at).split(path.sep).join("/")}`, { bytes: readFileSync(at), brotli, type });
  }
  return files;
}

/** The built dashboard of this checkout. */
export const DASHBOARD_FOLDER = path.join(import.meta.dirname, "../../web/dist");

/** Serves the dashboard built into `folder`; returns null if there is none. Files are read once, so a new build needs a restart. */
export function dashboard(ctx: OperationContext, folder: string): RequestHandler | null {
  if (!existsSync(path.join(folder, "index.html"))) return null;
  const files = readFiles(folder);
  const page = pageBelow(readFileSync(path.join(folder, "index.html"), "utf8"), ctx.config.publicUrl);
  const withoutFrame = page.replace(FRAME_LINKS, "");
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") return next();
    const file = files.get(req.path);
    if (file) {
      const immutable = req.path.startsWith("/assets/");
      res.set("Cache-Control", immutable ? `public, max-age=${YEAR_S}, immutable` : "no-cache").type(file.type);
      res.set("Cross-Origin-Resource-Policy", "same-origin");
      if (file.brotli) res.vary("Accept-Encoding");
      if (!file.brotli || req.acceptsEncodings(["br", "identity"]) !== "br") return void res.send(file.bytes);
      return void res.set("Content-Encoding", "br").send(file.brotli);
    }
    if (NOT_PAGES.test(req.path) || req.accepts(["json", "html"]) !== "html") return next();
    // Not stored for the Back button either: it would bring back what a person saw who has since signed out.
    res.set({ "Content-Security-Policy": PAGE_RULES, "Cache-Control": "no-store", "X-Frame-Options": "DENY" });
    // An app may open these pages in a separate window and waits there for the person to come back.
    if (OPENED_BY_APPS.test(req.path)) res.set("Cross-Origin-Opener-Policy", "unsafe-none");
    const isSignedIn = req.headers.cookie?.includes(`${SESSION_COOKIE}=`) ?? false;
    res
      .vary("Accept")
      .type("text/html")
      .send(isSignedIn ? withOverview(page, req.originalUrl) : withoutFrame);
  };
}

/** Makes the page of an overview request its data while its script is still loading, which saves round trips. */
function withOverview(page: string, url: string): string {
  const slug = OVERVIEW.exec(url)?.[1];
  if (slug === undefined) return page;
  const link = `<link rel="preload" as="fetch" href="./api/app/projects/${slug}/overview" crossorigin>`;
  return page.replace(FIRST_FRAME_LINK, `${link}$&`);
}

/** Inserts the path below which people reach the service, because the page's files and URLs are relative to it. */
function pageBelow(page: string, publicUrl: string | null | undefined): string {
  const below = publicUrl ? new URL(publicUrl).pathname.replace(/\/?$/, "/") : "/";
  return page.replace('<base href="/"', `<base href="${below.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`);
}
