// API view of one result.
import { given } from "../../../domain/given.ts";
import { alternativesOf, comparedWithOf } from "../../../domain/history/referenceSentence.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
import { traceViewerPath } from "../../../platform/publicLink.ts";
import type { OperationContext } from "../../lib/context.ts";

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
export function comparedView(ctx: OperationContext, { reference }: Pick<Shot, "reference">, linksForMs?: number) {
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

/** Returns which screenshot a result is of, and its status. */
export const placeView = (
  shot: Pick<
    Shot,
    "_id" | "scenarioLabel" | "url" | "selector" | "viewport" | "browser" | "mode" | "status" | "carriedFrom"
  >,
) => ({
  shotId: shot._id,
  scenarioLabel: shot.scenarioLabel,
  url: shot.url,
  selector: shot.selector || null,
  viewport: shot.viewport,
  browser: shot.browser,
  ...modeField(shot),
  status: shot.status,
  ...given({ carriedFrom: shot.carriedFrom }),
});

export type ResultView = ReturnType<typeof resultView>;

/**
 * Links are signed and expire. `firstTest` is the screenshot of the first of several attempts, `trace` the viewer with the trace of the
 * Playwright test that took it.
 */
export function resultView(ctx: OperationContext, shot: Shot, linksForMs?: number) {
  const first = shot.captures.length > 1 ? shot.captures[0]?.artifactId : null;
  return {
    ...placeView(shot),
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
