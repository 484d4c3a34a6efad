// One result as callers see it.
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
  /** null: the whole page. */
  selector: string | null;
  viewport: ViewportName;
  browser: BrowserName;
  /** Missing: without a mode. */
  mode?: string;
  status: Shot["status"];
  /** The run that has its result, of a run of what failed. Missing: its own. */
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
   * Signed links that expire; null where there is nothing. `firstTest` is the picture of the first attempt of several, `trace`
   * the viewer with the trace of the Playwright test that took it.
   */
  artifacts: Record<"baseline" | "test" | "diff" | "map" | "firstTest" | "trace", string | null>;
  baselineVersionId: string | null;
  /** null: with nothing, or it is older than this answer. */
  comparedWith: ComparedView | null;
  timings: Record<string, number>;
  decidedAt: string | null;
};

/** The id under which the diff picture of a shot is made when it is first asked for. */
export const diffArtifactId = (shotId: string) => `diff-${shotId}`;

/** Signed links to what belongs to a shot; null where there is nothing. */
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

/** What a result was compared with and might have been, with links to the other pictures. */
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
