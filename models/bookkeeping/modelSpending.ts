// Tracks the model cost of an organisation's questions and proofs per day (UTC) and enforces the daily limits.
import type { Config } from "../../domain/config.ts";
import { ModelError, type ModelUsage } from "../../domain/languageModel.ts";
import type { Models } from "../index.ts";
import { addUsage, countsOf } from "./usage.ts";

/** Prices are in cents per million tokens, so costs are counted in millionths of a cent. */
const MILLION = 1_000_000;
export const COACH_TOKENS = "coach-tokens";
const COST = "coach-cost";

type Spender = { models: Models; config: Config; now(): Date };

const dayOf = ({ now }: Spender): string => now().toISOString().slice(0, 10);
const idOf = (ctx: Spender, orgId: string, what: string): string => `${orgId}:${what}:${dayOf(ctx)}`;

/**
 * Throws a ModelError if the organisation's daily token or money budget is used up. Answers in progress at the same time may exceed the
 * budget by the cost of each.
 */
export async function requireBudget(ctx: Spender, orgId: string): Promise<void> {
  const { coachDailyTokens: tokens, coachDailyCents: cents } = ctx.config;
  if (tokens === 0 && cents === 0) return;
  const used = await countsOf(ctx.models, [idOf(ctx, orgId, COACH_TOKENS), idOf(ctx, orgId, COST)]);
  const of = (what: string) => used.get(idOf(ctx, orgId, what)) ?? 0;
  if (tokens > 0 && of(COACH_TOKENS) >= tokens)
    throw new ModelError("budget", "The organisation's tokens for today are used up (SVC_COACH_DAILY_TOKENS).");
  if (cents > 0 && of(COST) >= cents * MILLION)
    throw new ModelError("budget", "The organisation's model budget for today is used up (SVC_COACH_DAILY_CENTS).");
}

/** Adds the cost of an answer, including a failed one. */
export async function spend(ctx: Spender, orgId: string, { inputTokens, outputTokens }: ModelUsage): Promise<void> {
  const { coachInputPrice, coachOutputPrice } = ctx.config;
  const counts = {
    [COACH_TOKENS]: inputTokens + outputTokens,
    [COST]: inputTokens * coachInputPrice + outputTokens * coachOutputPrice,
  };
  for (const [what, count] of Object.entries(counts)) if (count > 0) await add(ctx, orgId, what, count);
}

async function add(ctx: Spender, orgId: string, what: string, count: number): Promise<void> {
  await addUsage(ctx.models, { _id: idOf(ctx, orgId, what), orgId, what, period: dayOf(ctx), count });
}
