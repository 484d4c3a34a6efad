// One result as callers see it.
import type { Reason, Region, RowShift } from "../../../domain/visual/outcome.ts";
import type { Shot } from "../../../models/shot.ts";
import { artifactLink } from "../../lib/artifactLinks.ts";
import type { OperationContext } from "../../lib/context.ts";

export type ResultView = {
  shotId: string;
  scenarioLabel: string;
  url: string;
  /** null: the whole page. */
  selector: string | null;
  viewport: string;
  browser: string;
  status: Shot["status"];
  reasons: Reason[];
  mismatchPercent: number | null;
  changedPixels: number | null;
  threshold: number;
  regions: Region[];
  shift: RowShift[];
  fingerprint: string | null;
  flaky: boolean;
  attempts: number;
  /** Signed links that expire; null where there is nothing. `firstTest` is the picture of the first attempt of several. */
  artifacts: Record<"baseline" | "test" | "diff" | "map" | "firstTest", string | null>;
  baselineVersionId: string | null;
  timings: Record<string, number>;
  decidedAt: string | null;
};

/** The id under which the diff picture of a shot is made when it is first asked for. */
export const diffArtifactId = (shotId: string) => `diff-${shotId}`;

export function resultView(ctx: OperationContext, shot: Shot, linksForMs?: number): ResultView {
  const link = (id: string | null | undefined) => (id ? artifactLink(ctx, id, linksForMs) : null);
  const { baseline, test, map } = shot.artifacts;
  const first = shot.captures.length > 1 ? shot.captures[0]?.artifactId : null;
  return {
    shotId: shot._id,
    scenarioLabel: shot.scenarioLabel,
    url: shot.url,
    selector: shot.selector || null,
    viewport: shot.viewport,
    browser: shot.browser,
    status: shot.status,
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
      baseline: link(baseline),
      test: link(test),
      diff: baseline && test && baseline !== test ? link(diffArtifactId(shot._id)) : null,
      map: link(map),
      firstTest: link(first),
    },
    baselineVersionId: shot.baselineVersionId,
    timings: shot.timings,
    decidedAt: shot.decidedAt?.toISOString() ?? null,
  };
}
