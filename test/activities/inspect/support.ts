// Looks at pages of a test site with a real browser, without Temporal.

import type { SiteEntry } from "../../../activities/capture/engine/index.ts";
import { captureShot } from "../../../activities/capture/engine/index.ts";
import type { ComparePool } from "../../../activities/compare/engine/pool.ts";
import type { AuditDeps, CaptureDeps } from "../../../activities/deps.ts";
import { lookAt } from "../../../activities/inspect/inspectPage.ts";
import type { BrowserPool } from "../../../browsers/browserPool.ts";
import { readConfig } from "../../../domain/config.ts";
import type { Look, LookKind, LookWishes } from "../../../domain/inspect/look.ts";
import { DEFAULT_VIEWPORTS } from "../../../domain/visual/shot.ts";

export type Looker = <K extends LookKind>(
  url: string,
  what: K,
  wish: LookWishes[K],
  more?: { access?: SiteEntry; signal?: AbortSignal },
) => Promise<Look<K>>;

export function lookerOf(parts: () => { pool: BrowserPool; pictures?: ComparePool }): Looker {
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
    return lookAt(deps, request, access, signal, () => undefined) as Promise<never>;
  };
}

/** What was seen; throws with the reason otherwise. */
export function seen<K extends LookKind>(look: Look<K>) {
  if (look.state === "not_seen") throw new Error(`${look.code}: ${look.reason}`);
  return look;
}
