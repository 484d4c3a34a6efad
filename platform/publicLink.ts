// Absolute addresses for people outside, under the service's public address.

import type { Config } from "../domain/config.ts";
import { artifactLink, type LinkContext } from "./artifactLinks.ts";

/** Returns the public address of a path of this service, or the path itself if the service has no public address. */
export function publicLink(ctx: { config: Pick<Config, "publicUrl"> }, path: string): string {
  const { publicUrl } = ctx.config;
  return publicUrl === null ? path : `${publicUrl.replace(/\/+$/, "")}${path}`;
}

/** Returns the path of the service's public address, without a trailing slash; "" at the top. */
export const publicPath = ({ config: { publicUrl } }: { config: Pick<Config, "publicUrl"> }): string =>
  publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");

/** Returns a signed link to an artifact, for readers who do not have the service's address. */
export const artifactUrl = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => publicLink(ctx, artifactLink(ctx, id, ttlMs));

/**
 * Returns a path relative to the service's address. The viewer requests the trace from its own page, so the path of the trace starts at
 * the top of the host.
 */
export const traceViewerPath = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => {
  const trace = `${publicPath(ctx)}${artifactLink(ctx, id, ttlMs)}`;
  return `/trace-viewer/index.html?trace=${encodeURIComponent(trace)}`;
};

/** Returns the address of a trace in Playwright's own viewer; it works for as long as the link to the trace does. */
export const traceViewerUrl = (ctx: LinkContext & { config: Pick<Config, "publicUrl"> }, id: string): string =>
  publicLink(ctx, traceViewerPath(ctx, id));
