// Addresses that people outside open: absolute, under the service's public address.

import type { Config } from "../domain/config.ts";
import { artifactLink, type LinkContext } from "./artifactLinks.ts";

/** The address of a path of this service; the path itself where the service has no public address. */
export function publicLink(ctx: { config: Pick<Config, "publicUrl"> }, path: string): string {
  const { publicUrl } = ctx.config;
  return publicUrl === null ? path : `${publicUrl.replace(/\/+$/, "")}${path}`;
}

/** A signed link to an artifact, for those who do not have the service's address. */
export const artifactUrl = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => publicLink(ctx, artifactLink(ctx, id, ttlMs));

/** The address at which people see a trace in Playwright's own viewer; it opens for as long as the link to the trace does. */
export const traceViewerUrl = (
  ctx: LinkContext & { config: Pick<Config, "publicUrl"> },
  id: string,
  ttlMs?: number,
): string => publicLink(ctx, `/trace-viewer/index.html?trace=${encodeURIComponent(artifactLink(ctx, id, ttlMs))}`);
