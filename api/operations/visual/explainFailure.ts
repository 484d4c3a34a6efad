// Explains why a result of a visual run failed, from everything stored about it and about the same place before.
import { explainShot, type ShotExplanation } from "../../../domain/visual/explain/explainShot.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { factsOf } from "../../../models/shots/facts.ts";
import { shotsOf, shotsWithChange } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findShot, placeOf, type ShotPlace, type ShotQuery } from "./findShot.ts";

export type ExplainedShot = ShotExplanation & {
  shot: Shot;
  /** Other results that match the query. */
  others: ShotPlace[];
  /** Other failed results of the run with the same change. */
  sameChange: ShotPlace[];
  /** Labels of all scenarios with the change, if it is their only change, so that approving them approves nothing else. */
  approvable: string[];
};

export async function explainFailure(
  ctx: OperationContext,
  caller: Caller,
  run: Run,
  wanted: ShotQuery,
): Promise<ExplainedShot> {
  requireReadRight(caller);
  const { shot, others } = await findShot(ctx, run, wanted);
  const sameChange = await withSameChange(ctx, shot);
  const explanation = explainShot(await factsOf(ctx, run, shot, sameChange.length));
  return { ...explanation, shot, others, sameChange, approvable: await approvable(ctx, shot, sameChange) };
}

async function withSameChange({ models }: OperationContext, shot: Shot): Promise<ShotPlace[]> {
  const { _id, runId, fingerprint, causes, status } = shot;
  // An error has no change: its fingerprint field holds a mark instead.
  if (!fingerprint || status === "error") return [];
  const fields = { scenarioLabel: 1, viewport: 1, browser: 1, selector: 1, mode: 1 } as const;
  const shots = await shotsWithChange(models, { runId, causes, fingerprint }, fields);
  return shots.filter((other) => other._id !== _id).map(placeOf);
}

async function approvable({ models }: OperationContext, shot: Shot, sameChange: ShotPlace[]): Promise<string[]> {
  const labels = [...new Set([shot.scenarioLabel, ...sameChange.map(({ scenarioLabel }) => scenarioLabel)])];
  if (shot.status !== "failed" || sameChange.length === 0) return [];
  const { runId, fingerprint } = shot;
  const failed = { runId, scenarioLabels: labels, statuses: ["failed"] as const };
  const others = await shotsOf(models, failed, { fields: { fingerprint: 1, causes: 1 } });
  const known = new Set(shot.causes);
  const onlyThis = (other: Pick<Shot, "fingerprint" | "causes">) =>
    other.causes?.length ? other.causes.every((cause) => known.has(cause)) : other.fingerprint === fingerprint;
  return others.every(onlyThis) ? labels : [];
}
