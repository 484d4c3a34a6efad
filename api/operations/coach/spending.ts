// What an organisation's questions cost at the model, counted by day (UTC), and the bounds on it.
import { ModelError, type ModelUsage } from "../../../domain/languageModel.ts";
import { addUsage, countsOf } from "../../../models/bookkeeping/usage.ts";
import type { OperationContext } from "../../lib/context.ts";

/** Prices are cents for a million tokens, so costs are counted in millionths of a cent. */
const MILLION = 1_000_000;
export const COACH_TOKENS = "coach-tokens";
const TOKENS = COACH_TOKENS;
const COST = "coach-cost";

type Spender = Pick<OperationContext, "models" | "config" | "now">;

const dayOf = ({ now }: Spender): string => now().toISOString().slice(0, 10);
const idOf = (ctx: Spender, orgId: string, what: string): string => `${orgId}:${what}:${dayOf(ctx)}`;

/**
 * Throws a ModelError where the organisation's tokens or money of today are used up. Answers that are under way at the same
 * moment may go over by what each of them may cost.
 */
export async function requireBudget(ctx: Spender, orgId: string): Promise<void> {
  const { coachDailyTokens: tokens, coachDailyCents: cents } = ctx.config;
  if (tokens === 0 && cents === 0) return;
  const used = await countsOf(ctx.models, [idOf(ctx, orgId, TOKENS), idOf(ctx, orgId, COST)]);
  const of = (what: string) => used.get(idOf(ctx, orgId, what)) ?? 0;
  if (tokens > 0 && of(TOKENS) >= tokens)
    throw new ModelError("budget", "The organisation's tokens of today are used up (SVC_COACH_DAILY_TOKENS).");
  if (cents > 0 && of(COST) >= cents * MILLION)
    throw new ModelError(
      "budget",
      "The organisation's money for the model is used up for today (SVC_COACH_DAILY_CENTS).",
    );
}

/** Counts what an answer cost, one that failed too. */
export async function spend(ctx: Spender, orgId: string, { inputTokens, outputTokens }: ModelUsage): Promise<void> {
  const { coachInputPrice, coachOutputPrice } = ctx.config;
  const counts = {
    [TOKENS]: inputTokens + outputTokens,
    [COST]: inputTokens * coachInputPrice + outputTokens * coachOutputPrice,
  };
  for (const [what, count] of Object.entries(counts)) if (count > 0) await add(ctx, orgId, what, count);
}

async function add(ctx: Spender, orgId: string, what: string, count: number): Promise<void> {
  await addUsage(ctx.models, { _id: idOf(ctx, orgId, what), orgId, what, period: dayOf(ctx), count });
}
