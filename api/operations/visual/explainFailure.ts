// Why a result of a visual run failed, from everything that was kept about it and about the same place before.
import { explainShot, type ShotExplanation } from "../../../domain/visual/explain/explainShot.ts";
import type { EarlierResult } from "../../../domain/visual/explain/shotCause.ts";
import { readInTurns } from "../../../models/readInTurns.ts";
import type { Run } from "../../../models/run.ts";
import { runsBefore } from "../../../models/runQueries.ts";
import type { Shot } from "../../../models/shot.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { comparisonRulesOf } from "./estimateRule.ts";
import { findShot, placeOf, type ShotPlace, type ShotQuery } from "./findShot.ts";
import { mapsOf, otherCaptureOf, sizesOf } from "./shotFacts.ts";

export type ExplainedShot = ShotExplanation & {
  shot: Shot;
  /** Other results that fit what was asked for. */
  others: ShotPlace[];
  /** Other failed results of the run with the same change. */
  sameChange: ShotPlace[];
  /** Labels of all scenarios with the change, when it is the only one in them: approving them approves nothing else. */
  approvable: string[];
};

/** Earlier runs that are looked at. */
const EARLIER_RUNS = 10;

export async function explainFailure(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  wanted: ShotQuery,
): Promise<ExplainedShot> {
  requireReadRight(caller);
  const { shot, others } = await findShot(ctx, run, wanted);
  const [maps, otherCapture, rules, earlier, sameChange] = await Promise.all([
    mapsOf(ctx, shot),
    shot.flaky ? otherCaptureOf(ctx, shot) : null,
    comparisonRulesOf(ctx.models, shot),
    earlierResults(ctx, run, shot),
    withSameChange(ctx, shot),
  ]);
  const explanation = explainShot({
    reasons: shot.reasons,
    mismatchPercent: shot.mismatchPercent,
    threshold: shot.threshold,
    regions: shot.regions,
    shifts: shot.shifts,
    fingerprint: shot.fingerprint,
    flaky: shot.flaky,
    sizes: sizesOf(shot),
    ...maps,
    otherCapture,
    rules,
    earlier,
    sameChange: sameChange.length,
  });
  return { ...explanation, shot, others, sameChange, approvable: await approvable(ctx, shot, sameChange) };
}

/** Results of the same place in the visual runs before this one, on its environment and branch; newest first. */
async function earlierResults({ models }: OperationContext, run: Run, shot: Shot): Promise<EarlierResult[]> {
  const runs = await runsBefore(models, run, EARLIER_RUNS, { _id: 1 });
  const order = runs.map(({ _id }) => _id);
  if (order.length === 0) return [];
  const { scenarioId, selector, viewport, browser } = shot;
  const shots = await models.shots
    .find(
      { runId: { $in: order }, scenarioId, selector, viewport, browser },
      { runId: 1, status: 1, mismatchPercent: 1, fingerprint: 1, flaky: 1 },
    )
    .lean<EarlierResult[]>();
  return shots.sort((a, b) => order.indexOf(a.runId) - order.indexOf(b.runId));
}

async function withSameChange({ models }: OperationContext, shot: Shot): Promise<ShotPlace[]> {
  const { _id, runId, fingerprint, causes, status } = shot;
  // An error has no change: what looks like a fingerprint there is a mark.
  if (!fingerprint || status === "error") return [];
  const fields = { scenarioLabel: 1, viewport: 1, browser: 1, selector: 1 } as const;
  const failed = { runId, ...(causes?.length ? { causes: { $in: causes } } : { fingerprint }), status: "failed" };
  const shots = await readInTurns<Shot>(models.shots, failed, { fields, sort: { index: 1 } });
  return shots.filter((other) => other._id !== _id).map(placeOf);
}

async function approvable({ models }: OperationContext, shot: Shot, sameChange: ShotPlace[]): Promise<string[]> {
  const labels = [...new Set([shot.scenarioLabel, ...sameChange.map(({ scenarioLabel }) => scenarioLabel)])];
  if (shot.status !== "failed" || sameChange.length === 0) return [];
  const { runId, fingerprint } = shot;
  const failed = { runId, scenarioLabel: { $in: labels }, status: "failed" as const };
  const others = await readInTurns<Shot>(models.shots, failed, { fields: { fingerprint: 1, causes: 1 } });
  const known = new Set(shot.causes);
  const onlyThis = (other: Pick<Shot, "fingerprint" | "causes">) =>
    other.causes?.length ? other.causes.every((cause) => known.has(cause)) : other.fingerprint === fingerprint;
  return others.every(onlyThis) ? labels : [];
}
