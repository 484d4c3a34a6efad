// API view of one result.
import { given } from "../../../domain/given.ts";
import { alternativesOf, type ComparedWith, comparedWithOf } from "../../../domain/history/referenceSentence.ts";
import type { Reason, Region, RowShift } from "../../../domain/visual/outcome.ts";
import type { BrowserName, ViewportName } from "../../../domain/visual/shot.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { traceViewerPath } from "../../../platform/publicLink.ts";
import type { OperationContext } from "../../lib/context.ts";

export type ComparedView = ComparedWith & {
  alternatives: (Pick<ComparedWith, "branch" | "commitSha" | "by" | "at" | "prNumber" | "versionId" | "sentence"> & {
    what: "branch_point" | "main_now";
    /** Signed link. */
    picture: string | null;
  })[];
};

export type ResultView = {
  shotId: string;
  scenarioLabel: string;
  url: string;
  /** null for the whole page. */
  selector: string | null;
  viewport: ViewportName;
  browser: BrowserName;
  /** Omitted if there is no mode. */
  mode?: string;
  status: Shot["status"];
  /** Run that the result was carried over from, in a rerun of failures. Omitted if it is this run's own. */
  carriedFrom?: string;
  reasons: Reason[];
  mismatchPercent: number | null;
  changedPixels: number | null;
  threshold: number;
  regions: Region[];
  shift: RowShift[];
  fingerprint: string | null;
  flaky: boolean;
  attempts: number;
  /**
   * Signed links that expire; null if there is nothing. `firstTest` is the screenshot of the first of several attempts, `trace` the viewer
   * with the trace of the Playwright test that took it.
   */
  artifacts: Record<"baseline" | "test" | "diff" | "map" | "firstTest" | "trace", string | null>;
  baselineVersionId: string | null;
  /** null if it was not compared, or was stored before this field existed. */
  comparedWith: ComparedView | null;
  timings: Record<string, number>;
  decidedAt: string | null;
};

/** Returns the id under which the diff image of a shot is created on first request. */
export const diffArtifactId = (shotId: string) => `diff-${shotId}`;

/** Returns signed links to the images of a shot; null if there is none. */
export function shotLinks(ctx: OperationContext, { _id, artifacts }: Pick<Shot, "_id" | "artifacts">, forMs?: number) {
  const link = (id: string | null) => (id ? artifactLink(ctx, id, forMs) : null);
  const { baseline, test, map } = artifacts;
  return {
    baseline: link(baseline),
    test: link(test),
    diff: baseline && test && baseline !== test ? link(diffArtifactId(_id)) : null,
    map: link(map),
  };
}

/** Returns what a result was compared with and the alternatives, with links to their screenshots. */
export function comparedView(
  ctx: OperationContext,
  { reference }: Pick<Shot, "reference">,
  linksForMs?: number,
): ComparedView | null {
  const told = comparedWithOf(reference);
  if (!reference || !told) return null;
  const alternatives = alternativesOf(reference).map(({ what, version: { artifactId, ...version }, sentence }) => ({
    what,
    ...version,
    sentence,
    picture: artifactId ? artifactLink(ctx, artifactId, linksForMs) : null,
  }));
  return { ...told, alternatives };
}

export function resultView(ctx: OperationContext, shot: Shot, linksForMs?: number): ResultView {
  const first = shot.captures.length > 1 ? shot.captures[0]?.artifactId : null;
  return {
    shotId: shot._id,
    scenarioLabel: shot.scenarioLabel,
    url: shot.url,
    selector: shot.selector || null,
    viewport: shot.viewport,
    browser: shot.browser,
    ...modeField(shot),
    status: shot.status,
    ...given({ carriedFrom: shot.carriedFrom }),
    reasons: shot.reasons,
    mismatchPercent: shot.mismatchPercent,
    changedPixels: shot.changedPixels,
    threshold: shot.threshold,
    regions: shot.regions,
    shift: shot.shifts,
    fingerprint: shot.fingerprint,
    flaky: shot.flaky,
    attempts: shot.attempts,
    artifacts: {
      ...shotLinks(ctx, shot, linksForMs),
      firstTest: first ? artifactLink(ctx, first, linksForMs) : null,
      trace: shot.traceId ? traceViewerPath(ctx, shot.traceId, linksForMs) : null,
    },
    baselineVersionId: shot.baselineVersionId,
    comparedWith: comparedView(ctx, shot, linksForMs),
    timings: shot.timings,
    decidedAt: shot.decidedAt?.toISOString() ?? null,
  };
}
