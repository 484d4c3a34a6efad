// Enters the site in a fresh page and returns the session in which steps run.
import type { PageLease } from "../../../browsers/browserPool.ts";
import type { SiteEntry } from "../../../browsers/page/access.ts";
import { enterSite } from "../../../browsers/page/enterSite.ts";
import type { Guard } from "../../../browsers/page/guard.ts";
import { DEFAULT_LIMITS } from "../../../browsers/page/limits.ts";
import { createSecretMask, valuesOf } from "../../siteSecrets.ts";
import { readTestIdsFrom } from "./find.ts";
import { startOverlay } from "./overlay.ts";
import type { Halt, Session } from "./session.ts";
import { addTab, createTabs, hearTab } from "./tabs.ts";
import { createSeen } from "./watch.ts";

export type Opening = Pick<Session, "limits" | "baseUrl" | "linked" | "explainFailure"> &
  Partial<Pick<Session, "writesDown" | "deviceScale">> & {
    environment: string | null;
    access?: SiteEntry;
    /** Names of data layer globals such as dataLayer; null: tracking is not observed. */
    layers: readonly string[] | null;
    halt?: Halt;
    /** Defaults to data-testid. */
    testIdAttribute?: string | undefined;
  };

/** Throws CaptureFailure if the site cannot be entered. */
export async function openSession(lease: PageLease, guard: Guard, opening: Opening): Promise<Session> {
  const { access, baseUrl, limits, linked, explainFailure, layers, writesDown = false, deviceScale = null } = opening;
  const mask = createSecretMask(access);
  const tabs = createTabs();
  const entrance = await enterSite(lease, {
    url: baseUrl,
    access,
    guard,
    limits: { ...DEFAULT_LIMITS, loadMs: limits.loadMs },
    explainFailure,
    onTab: (tab) => hearTab(tabs, tab),
  });
  const overlay = layers === null ? null : await startOverlay(lease, guard, layers);
  const { page } = lease;
  if (opening.testIdAttribute !== undefined) readTestIdsFrom(page, opening.testIdAttribute);
  const seen = createSeen(mask);
  seen.watch(page);
  const first = { lease, page, guard, traffic: entrance.traffic, deviceScale };
  await guard.run(addTab(tabs, first), limits.actionMs);
  return {
    ...first,
    tabs,
    notes: [],
    limits,
    baseUrl,
    mask,
    entrance,
    overlay,
    linked,
    explainFailure,
    writesDown,
    values: valuesOf(opening),
    seen,
    secretFields: [],
    beside: new Map(),
    halt: opening.halt ?? null,
  };
}
