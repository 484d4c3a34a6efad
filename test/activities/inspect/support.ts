// Inspects pages of a test site in a real browser, without Temporal.

import { captureShot } from "../../../activities/capture/engine/captureShot.ts";
import type { ComparePool } from "../../../activities/compare/engine/pool.ts";
import type { AuditDeps, CaptureDeps } from "../../../activities/deps.ts";
import { inspectAddress } from "../../../activities/inspect/inspectPage.ts";
import type { BrowserPool } from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { readConfig } from "../../../domain/config.ts";
import type { InspectionKind, InspectionOptions, PageInspection } from "../../../domain/inspect/inspection.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";

export type Inspector = <K extends InspectionKind>(
  url: string,
  what: K,
  wish: InspectionOptions[K],
  more?: { access?: SiteEntry; signal?: AbortSignal },
) => Promise<PageInspection<K>>;

export function lookerOf(parts: () => { pool: BrowserPool; pictures?: ComparePool }): Inspector {
  return async (url, what, wish, { access, signal = new AbortController().signal } = {}) => {
    const { pool, pictures } = parts();
    const deps = {
      config: readConfig({}),
      visit: { pool },
      pictures,
      capture: (spec: never, entry: SiteEntry | undefined, known: never, abort: AbortSignal) =>
        captureShot({ pool, ...(entry ? { access: entry } : {}) }, spec, known, abort),
    } as unknown as AuditDeps & CaptureDeps;
    const request = {
      projectId: "prj",
      environmentId: null,
      url,
      viewport: DEFAULT_VIEWPORTS.desktop,
      what,
      wish,
    };
    return inspectAddress(deps, request, access, signal, () => undefined) as Promise<never>;
  };
}

/** Returns what the inspection found, or throws with the reason for its failure. */
export function seen<K extends InspectionKind>(look: PageInspection<K>) {
  if (look.state === "not_seen") throw new Error(`${look.code}: ${look.reason}`);
  return look;
}
