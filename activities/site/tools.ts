// What asking a site without a browser stands on, bound to one environment and one activity.

import type { SiteEntry } from "../../browsers/page/access.ts";
import { given } from "../../domain/given.ts";
import { atPreview } from "../../domain/net/preview.ts";
import { visitableHosts } from "../../platform/net/allowedHosts.ts";
import { type SafeFetchOptions, type SafeResponse, safeFetch } from "../../platform/net/safeFetch.ts";
import type { Sealer } from "../../platform/sealing.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { type SiteOwner, siteAccessOf } from "../siteAccess.ts";

export type SiteTools = {
  /** How the site is entered; undefined where it is open. Never stored or logged. */
  access: SiteEntry | undefined;
  /** A request of the service itself, kept to public addresses and the operator's list; the activity's cancel ends it. */
  fetch(url: string, options?: Omit<SafeFetchOptions, "allowList" | "signal">): Promise<SafeResponse>;
  /** An address of the site that a preview stands for, at the preview; left out where there is none. */
  address?(url: string): string;
  signal: AbortSignal;
  /** Names the present phase in the heartbeat. */
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
