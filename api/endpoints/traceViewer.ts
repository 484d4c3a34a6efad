// Serves Playwright's trace viewer. Because traces contain content from tested sites, its pages have their own security policy.

import type { Response } from "express";
import { closed, requiredText } from "../lib/validate.ts";
import { requireTraceLink, VIEWER_PAGE, type ViewerFile, viewerFile } from "../operations/functional/traceViewer.ts";
import { defineEndpoint, type EndpointArea } from "./define.ts";

const YEAR_S = 31_536_000;

/**
 * Content security policy for the viewer's pages: nothing is loaded from or sent to other origins. Inline styles are allowed because the
 * viewer sets styles on its elements. The inner documents, which show the recorded page, come from the viewer's service worker, which
 * allows only its own script in them.
 */
const rulesFor = (scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src 'self'${scripts.map((hash) => ` 'sha256-${hash}'`).join("")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "media-src 'self' blob:",
    "connect-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self' blob: data:",
    "frame-ancestors 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");

function send(res: Response, { bytes, type, scripts }: ViewerFile, cache: string): void {
  res.set({ "Content-Security-Policy": rulesFor(scripts), "Content-Type": type, "Cache-Control": cache });
  res.send(bytes);
}

const openViewer = defineEndpoint({
  method: "get",
  path: "/trace-viewer/index.html",
  id: "openTraceViewer",
  tag: "Service",
  summary: "Playwright's trace viewer with a trace of this service",
  description:
    "Opened by the `traceViewerUrl` that tools answer. Everything runs in the browser; it needs `https`, or `localhost`, as service workers do.",
  access: "open",
  allowed: "with a signed link to a trace",
  query: closed({ trace: requiredText(500) }),
  answers: { 200: { description: "A page.", types: ["text/html"] } },
  refusals: { 403: "The link has expired or was changed." },
  async handle({ ctx, query: { trace }, res }) {
    await requireTraceLink(ctx, trace);
    send(res, await viewerFile("", VIEWER_PAGE), "no-store");
  },
});

const file = {
  method: "get",
  tag: "Service",
  access: "open",
  params: { file: "A file of the viewer" },
  withoutDatabase: true,
  answers: { 200: { description: "The file.", types: ["*/*"] } },
  refusals: { 404: "The viewer has no such file." },
} as const;

const viewerPart = defineEndpoint({
  ...file,
  path: "/trace-viewer/{file}",
  id: "traceViewerFile",
  summary: "Scripts, styles and pages of that viewer",
  async handle({ params: { file }, res }) {
    send(res, await viewerFile("", file), "no-cache");
  },
});

const viewerAsset = defineEndpoint({
  ...file,
  path: "/trace-viewer/assets/{file}",
  id: "traceViewerAsset",
  summary: "Parts of that viewer, whose names change with their content",
  async handle({ params: { file }, res }) {
    send(res, await viewerFile("assets", file), `public, max-age=${YEAR_S}, immutable`);
  },
});

export const traceViewerEndpoints: EndpointArea = {
  name: "trace viewer",
  endpoints: [openViewer, viewerPart, viewerAsset],
};
