// The quality score of a project: the weighted mean of its pillars' rolling scores, with the table.
import type { QualityScore } from "../../../domain/health/types.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { type SiteHealthInput, siteHealth } from "./siteHealth.ts";

export type QualityScoreView = QualityScore & {
  project: string;
  environmentId: string | null;
  environmentName: string | null;
};

export async function qualityScore(
  ctx: OperationContext,
  caller: Caller,
  input: SiteHealthInput,
): Promise<QualityScoreView> {
  const { pillars: _, weights, ...rest } = await siteHealth(ctx, caller, input);
  return { ...rest, table: weights };
}
