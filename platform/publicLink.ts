// Addresses that people outside open: absolute, under the service's public address.

import type { Config } from "../domain/config.ts";
import { artifactLink, type LinkContext } from "./artifactLinks.ts";

/** The address of a path of this service; the path itself where the service has no public address. */
export function publicLink(ctx: { config: Pick<Config, "publicUrl"> }, path: string): string {
  const { publicUrl } = ctx.config;
  return publicUrl === null ? path : `${publicUrl.replace(/\/+$/, "")}${path}`;
}

/** The path that people reach the service under, without a slash at its end; "" at the top. */
export const publicPath = ({ config: { publicUrl } }: { config: Pick<Config, "publicUrl"> }): string =>
  publicUrl === null ? "" : new URL(publicUrl).pathname.replace(/\/+$/, "");

/** A signed link to an artifact, for those who do not have the service's address. */
export const artifactUrl = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => publicLink(ctx, artifactLink(ctx, id, ttlMs));

/** Below the service's own address. The viewer asks for the trace from its own page, so that path begins at the top of the host. */
export const traceViewerPath = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => {
  const trace = `${publicPath(ctx)}${artifactLink(ctx, id, ttlMs)}`;
  return `/trace-viewer/index.html?trace=${encodeURIComponent(trace)}`;
};

/** The address at which people see a trace in Playwright's own viewer; it opens for as long as the link to the trace does. */
export const traceViewerUrl = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => publicLink(ctx, traceViewerPath(ctx, id, ttlMs));
