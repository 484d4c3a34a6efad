// One result as callers see it.
import type { Reason, Region, RowShift } from "../../../domain/visual/outcome.ts";
import type { Shot } from "../../../models/shot.ts";
import { artifactLink } from "../../../platform/artifactLinks.ts";
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

export function resultView(ctx: OperationContext, shot: Shot, linksForMs?: number): ResultView {
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
      ...shotLinks(ctx, shot, linksForMs),
      firstTest: first ? artifactLink(ctx, first, linksForMs) : null,
    },
    baselineVersionId: shot.baselineVersionId,
    timings: shot.timings,
    decidedAt: shot.decidedAt?.toISOString() ?? null,
  };
}
