// Quality score of a project: the weighted mean of its pillars' rolling scores, with the breakdown.
import type { Mover } from "../../../domain/health/movedBy.ts";
import type { PillarHealth, QualityScore } from "../../../domain/health/types.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type SiteHealthInput, siteHealth } from "./siteHealth.ts";

export type QualityScoreView = QualityScore & {
  project: string;
  before: number | null;
  movedBy: Mover[];
  /** Pillars whose newest run failed. */
  failing: PillarHealth[];
  environmentId: string | null;
  environmentName: string | null;
};

export async function qualityScore(
  ctx: OperationContext,
  caller: Caller,
  input: SiteHealthInput,
): Promise<QualityScoreView> {
  const { pillars, weights, ...rest } = await siteHealth(ctx, caller, input);
  return { ...rest, table: weights, failing: pillars.filter(({ newestFailed }) => newestFailed !== null) };
}
