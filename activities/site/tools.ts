// Dependencies for requests to a site without a browser, bound to one environment and one activity.

import type { SiteEntry } from "../../browsers/page/access.ts";
import { given } from "../../domain/given.ts";
import { atPreview } from "../../domain/net/preview.ts";
import { visitableHosts } from "../../platform/net/allowedHosts.ts";
import { type SafeFetchOptions, type SafeResponse, safeFetch } from "../../platform/net/safeFetch.ts";
import type { Sealer } from "../../platform/sealing.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { type SiteOwner, siteAccessOf } from "../siteAccess.ts";

export type SiteTools = {
  /** How to enter the site; undefined if it is public. Never stored or logged. */
  access: SiteEntry | undefined;
  /** Sends a request of the service itself, restricted to public addresses and the operator's list; the activity's cancellation ends it. */
  fetch(url: string, options?: Omit<SafeFetchOptions, "allowList" | "signal">): Promise<SafeResponse>;
  /** Moves an address of the site that a preview stands for to the preview; omitted if there is none. */
  address?(url: string): string;
  signal: AbortSignal;
  /** Reports the current phase in the heartbeat. */
  note(phase: string): void;
};

export async function siteTools(
  deps: Pick<CommonDeps, "config" | "models"> & { sealer: Sealer },
  owner: SiteOwner,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<SiteTools> {
  const allowList = visitableHosts(deps.config);
  const { preview } = owner;
  const address = preview ? (url: string) => atPreview(url, preview) : undefined;
  return {
    access: await siteAccessOf(deps, owner),
    fetch: (url, options = {}) => safeFetch(address?.(url) ?? url, { ...options, allowList, signal }),
    ...given({ address }),
    signal,
    note,
  };
}
