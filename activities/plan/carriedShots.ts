// For a visual run that reruns earlier failures: screenshots that passed before and are unchanged are taken over with their results.
import { isDeepStrictEqual } from "node:util";
import { atPreview } from "../../domain/net/preview.ts";
import { droppedSentence } from "../../domain/runs/rerun.ts";
import { shotIdOf } from "../../domain/shotIds.ts";
import type { Run } from "../../models/runs/schema.ts";
import { shotsOf } from "../../models/shots/queries.ts";
import type { Shot } from "../../models/shots/schema.ts";
import type { CommonDeps } from "../commonDeps.ts";
import { invalid } from "../failures.ts";

/** `again`: number of shots to capture. `dropped`: a sentence about what the earlier run had and the project no longer has. */
export type JoinedShots = { shots: Shot[]; again: number; dropped: string | null };

const PASSED: ReadonlySet<Shot["status"]> = new Set(["passed", "approved"]);

/**
 * Returns the shots. `planned`: every shot as a full run would plan it. Those missing from the earlier run are left out. If the run is not
 * a rerun, or its earlier run is gone, returns all of them.
 */
export async function joinShots({ models }: CommonDeps, run: Run, planned: readonly Shot[]): Promise<JoinedShots> {
  const source = run.rerun?.runs[run.type];
  const before = source ? await shotsOf(models, { runId: source.runId }) : [];
  if (!source || before.length === 0) return { shots: [...planned], again: planned.length, dropped: null };
  const known = new Map(before.map((shot) => [placeOf(shot), shot]));
  const kept = planned.flatMap((shot) => {
    const earlier = known.get(placeOf(shot));
    return earlier ? [{ shot, earlier }] : [];
  });
  const there = new Set(kept.map(({ earlier }) => earlier._id));
  const gone = before.filter(({ _id }) => !there.has(_id)).map(({ scenarioLabel }) => scenarioLabel);
  const dropped = droppedSentence([...new Set(gone)], source.runId);
  if (kept.length === 0) throw invalid(dropped ?? `${source.runId} has no screenshots that could be taken again.`);
  const shots = kept.map(({ shot, earlier }, index): Shot => {
    const _id = shotIdOf(run._id, index);
    if (source.all || !PASSED.has(earlier.status) || !isSameTest(shot, earlier)) return { ...shot, _id, index };
    const spec = { ...earlier.spec, runId: run._id };
    return { ...earlier, _id, index, runId: run._id, spec, carriedFrom: earlier.carriedFrom ?? source.runId };
  });
  return { shots, again: shots.filter(({ carriedFrom }) => carriedFrom === undefined).length, dropped };
}

const placeOf = ({ scenarioId, selector, viewport, browser, mode = "" }: Shot): string =>
  JSON.stringify([scenarioId, selector, viewport, browser, mode]);

/** Whether a screenshot would be taken the same way, and compared with the same baseline; an approved one with the baseline it created. */
function isSameTest(now: Shot, earlier: Shot): boolean {
  const approved = earlier.status === "approved" ? (earlier.review?.versionId ?? null) : null;
  const reference = approved ?? earlier.baselineVersionId;
  return now.baselineVersionId === reference && isDeepStrictEqual(instructionOf(now), instructionOf(earlier));
}

/** Returns the instruction without fields that differ between two runs, or between two previews of a site. */
function instructionOf({ spec: { runId: _, preview, url, ...spec } }: Shot): object {
  const address = preview ? atPreview(url, { standsFor: preview.baseUrl, baseUrl: preview.standsFor }) : url;
  return { ...spec, url: address };
}
