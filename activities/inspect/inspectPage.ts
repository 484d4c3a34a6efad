// Inspects one page for a caller who waits. Problems of the page are returned, never thrown.

import { BrowserUnavailableError } from "../../browsers/browserPool.ts";
import { findBrowser } from "../../browsers/find.ts";
import type { SiteEntry } from "../../browsers/page/access.ts";
import { type Visit, visitPage } from "../../browsers/page/visit.ts";
import {
  INSPECTION_MS,
  type InspectionData,
  type InspectionKind,
  type InspectionRequest,
  type PageInspection,
} from "../../domain/inspect/inspection.ts";
import { BROWSERS, type BrowserName } from "../../domain/visual/shot.ts";
import { keepArtifact } from "../../models/artifacts/keepArtifact.ts";
import { type Autoconsent, watchBanners } from "../consent/autoconsent.ts";
import type { AuditDeps, CaptureDeps } from "../deps.ts";
import { throwIfCancelled } from "../failures.ts";
import { usableStepDefs } from "../functional/readFeatures.ts";
import { withHeartbeat } from "../heartbeat.ts";
import { siteAccessOf } from "../siteAccess.ts";
import { captureTwice, readForScenario } from "./captureScenario.ts";
import { openReader } from "./reader.ts";
import { readRequest, siteOf } from "./readRequest.ts";
import { readTargets } from "./readTargets.ts";
import { targetsAfter } from "./targetsAfter.ts";

export type InspectActivities = { inspectPage(request: InspectionRequest): Promise<PageInspection> };

/** The caller waits, so a page that has not loaded in time is read as it is. */
const LIMITS = { loadMs: 20_000, totalMs: 60_000 };
/** A page that cannot be drawn in time has no thumbnail. */
const THUMBNAIL_MS = 15_000;
/** Part of the time limit that is reserved for responding: what was read is useful even without two captures. */
const ANSWERING_MS = 10_000;

export function createInspectActivities(deps: AuditDeps & CaptureDeps): InspectActivities {
  return {
    inspectPage: (given) =>
      withHeartbeat(async (signal, note) => {
        const request = await readRequest(deps, given);
        const access = await siteAccessOf(deps, request);
        note(request.what);
        const { wish } = request as InspectionRequest<"targets">;
        if (request.what === "targets" && wish.after?.length) {
          const { projectId, environmentId, viewport } = request;
          const place = await siteOf(deps.models, { projectId, environmentId });
          const defs = await usableStepDefs(deps.models, projectId);
          const first = { ...place, after: wish.after, limit: wish.limit, defs, viewport, access };
          return targetsAfter(deps.visit, first, signal);
        }
        const keep = (bytes: Buffer) =>
          keepArtifact(deps, { projectId: request.projectId, bytes, contentType: "image/jpeg" });
        const look = await inspectAddress({ ...deps, keep }, request, access, signal, note);
        throwIfCancelled(signal);
        return look;
      }),
  };
}

/** One visit, and for `scenario` two captures after it. Throws if the browser crashed or the inspection was cancelled. */
export async function inspectAddress(
  deps: Pick<AuditDeps, "visit" | "config"> & CaptureDeps & Keeping,
  request: InspectionRequest,
  access: SiteEntry | undefined,
  signal: AbortSignal,
  note: (phase: string) => void,
): Promise<PageInspection> {
  const { url, viewport, what } = request;
  const deadline = AbortSignal.timeout(INSPECTION_MS[what] - ANSWERING_MS);
  let source: Promise<string | null> = Promise.resolve(null);
  let autoconsent: Autoconsent | undefined;
  const visit = { ...deps.visit, limits: { ...LIMITS, ...deps.visit.limits } };
  const visited = await visitPage(
    visit,
    {
      url,
      viewport,
      access,
      async prepare(lease, guard) {
        if (what !== "scenario") return;
        const { page } = lease;
        if (lease.cdp !== null) autoconsent = await watchBanners(lease, guard);
        // The last document is the page itself; those before it are redirects, which have no text.
        page.on("response", (response) => {
          if (response.request().isNavigationRequest() && response.frame() === page.mainFrame())
            source = response.text().catch(() => null);
        });
      },
    },
    signal,
    async (open) => {
      const data = await READ[what](open, request as never, { sourceOf: () => source, autoconsent }, deps);
      // A page may navigate after it has loaded; the final address is reported.
      const finalUrl = open.page.url().slice(0, 2_000);
      return { finalUrl, status: open.status, loaded: open.loaded, data };
    },
  );
  const browsers = what === "reach" ? { browsers: browsersHere(deps) } : {};
  if (visited.state === "not_measured")
    return { state: "not_seen", code: visited.code, reason: visited.reason.slice(0, 500), ...browsers };
  const { data, ...seen } = visited.data;
  if (what !== "scenario") return { state: "seen", ...seen, data: data as InspectionData[InspectionKind] };
  const read = data as InspectionData["scenario"];
  const dismiss = read.banner?.button ? [read.banner.button] : [];
  const compared = await captureTwice(deps, request as InspectionRequest<"scenario">, access, dismiss, {
    signal,
    deadline,
    note,
  });
  return { state: "seen", ...seen, data: { ...read, ...compared } };
}

type ReadPage<K extends InspectionKind> = (
  visit: Visit,
  request: InspectionRequest<K>,
  watched: { sourceOf: () => Promise<string | null>; autoconsent: Autoconsent | undefined },
  deps: Pick<AuditDeps, "config"> & Keeping,
) => Promise<unknown>;

/** Stores an image and returns its id; used only for thumbnails. */
type Keeping = { keep?: (bytes: Buffer) => Promise<string> };

const READ: { [K in InspectionKind]: ReadPage<K> } = {
  reach: async (_visit, _request, _watched, deps) => ({ browsers: browsersHere(deps) }),
  dom: async (visit, { wish }) => (await openReader(visit)).ask("outline", wish),
  find: async (visit, { wish }) => (await openReader(visit)).ask("find", wish),
  targets: (visit, { wish }) => readTargets(visit, wish),
  thumbnail: async (visit, _request, _watched, { keep }) => {
    const bytes = await visit.page.screenshot({ type: "jpeg", quality: 50, timeout: THUMBNAIL_MS });
    return { pictureId: keep ? await keep(bytes) : "" };
  },
  scenario: (visit, _request, { sourceOf, autoconsent }) => readForScenario(visit, sourceOf, autoconsent),
};

/** By browser: null if it is available on this worker, else why not. */
function browsersHere({ config }: Pick<AuditDeps, "config">): Record<BrowserName, string | null> {
  const given: Partial<Record<BrowserName, string | null>> = {
    chromium: config.chromiumPath,
    firefox: config.firefoxPath,
  };
  const problem = (kind: BrowserName): string | null => {
    try {
      findBrowser(kind, given[kind] ?? undefined);
      return null;
    } catch (error) {
      if (error instanceof BrowserUnavailableError) return error.message;
      throw error;
    }
  };
  return Object.fromEntries(BROWSERS.map((kind) => [kind, problem(kind)])) as Record<BrowserName, string | null>;
}
