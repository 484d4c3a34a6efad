// Creates a shot as planned: with its instruction and its baseline, and no result yet.
import { given } from "../../domain/given.ts";
import { shotIdOf } from "../../domain/shotIds.ts";
import type { ShotSpec } from "../../domain/visual/shot.ts";
import type { ReferenceFinder } from "../../models/baselines/finder.ts";
import type { Shot } from "../../models/shots/schema.ts";

type Planned = {
  index: number;
  kind: Shot["kind"];
  spec: ShotSpec;
  /** In percent. */
  threshold: number;
  references: ReferenceFinder;
};

export function newShot({ index, kind, spec, threshold, references }: Planned): Shot {
  const { runId, projectId, scenarioId, scenarioLabel, browser, url } = spec;
  const selector = spec.selector ?? "";
  const mode = given({ mode: spec.mode?.name });
  const place = { scenarioId, selector, viewport: spec.viewport.name, browser, ...mode };
  const baseline = references.find(place);
  return {
    _id: shotIdOf(runId, index),
    runId,
    projectId,
    index,
    scenarioLabel,
    ...place,
    url,
    spec,
    kind,
    baselineVersionId: baseline?.versionId ?? null,
    baselineKey: references.keyOf(place),
    baseline: baseline?.picture ?? null,
    reference: baseline?.reference ?? null,
    status: "pending",
    reasons: [],
    mismatchPercent: null,
    changedPixels: null,
    threshold,
    regions: [],
    shifts: [],
    fingerprint: null,
    flaky: false,
    attempts: 0,
    captures: [],
    artifacts: { baseline: baseline?.picture.artifactId ?? null, test: null, diff: null, map: null },
    timings: {},
    decidedAt: null,
  };
}
