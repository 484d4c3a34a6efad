// Counts sign-in attempts before the password is checked, so that simultaneous guesses get no more attempts than sequential ones.
import { createHmac } from "node:crypto";
import { ProductError } from "../../../domain/errors.ts";
import { KNOWN_FOR_MS, pauseAfter, SIGN_IN_COUNTERS, type SignInCounterRow } from "../../../domain/signInPauses.ts";
import type { Models } from "../../../models/index.ts";
import {
  clearFailures,
  countersOf,
  countFailure,
  deleteForgottenCounters,
  takeFailureBack,
} from "../../../models/signInCounters/queries.ts";
import type { SignInCounter } from "../../../models/signInCounters/schema.ts";
import { deriveSecret } from "../../../platform/secrets.ts";
import type { OperationContext } from "../../lib/context.ts";

/** An attempt that is allowed. */
export type Attempt = {
  /** Call if the password was right: the attempt no longer counts as a failure, and the address becomes known for the account. */
  succeeded(): Promise<void>;
};

/** Maximum retries if other attempts are counted at the same time. */
const TURNS = 30;
const SWEEP_EVERY_MS = 3_600_000;
const sweptAt = new WeakMap<Models, number>();

/**
 * Counts one attempt. Throws `rate_limit` with `retryAfterMs` while the address is paused, or while the account is paused for addresses
 * unknown to it. Reads, writes and responses are the same whether or not the account exists.
 */
export async function beginAttempt(ctx: OperationContext, who: { address: string; email: string }): Promise<Attempt> {
  const rows = SIGN_IN_COUNTERS.map((row) => ({ ...row, id: idOf(ctx, row.scope, who) }));
  await sweep(ctx);
  const counted = new Map<string, { pause: number | null }>();
  for (let turn = 0; turn < TURNS; turn++) {
    const now = ctx.now();
    const stored = await countersOf(
      ctx.models,
      rows.map(({ id }) => id),
    );
    const known = rows.some(({ scope, id }) => scope === "pair" && isKnown(stored.get(id), now));
    const applied = rows.filter(({ alsoWhenKnown, id }) => (alsoWhenKnown || !known) && !counted.has(id));
    refusePaused(
      applied.map(({ id }) => stored.get(id)),
      now,
    );
    for (const row of applied) {
      const done = await count(ctx, row, stored.get(row.id), now);
      if (!done) break;
      counted.set(row.id, done);
    }
    if (applied.every(({ id }) => counted.has(id))) return { succeeded: () => settle(ctx, rows, counted) };
  }
  throw new ProductError("unavailable", "Too many sign-ins at the same moment. Try again shortly.");
}

/** Only keyed hashes are stored, because people may type a password as the address. */
function idOf(ctx: OperationContext, scope: string, { address, email }: { address: string; email: string }): string {
  const parts = { pair: [address, email], address: [address], account: [email] }[scope] ?? [];
  const key = deriveSecret(ctx.config, "sign-in counters");
  return createHmac("sha256", key)
    .update(JSON.stringify([scope, ...parts]))
    .digest("hex");
}

const isKnown = (pair: SignInCounter | undefined, now: Date): boolean =>
  pair?.knownUntil != null && pair.knownUntil > now;

function refusePaused(counters: readonly (SignInCounter | undefined)[], now: Date): void {
  const until = Math.max(0, ...counters.map((one) => one?.pausedUntil?.getTime() ?? 0));
  const retryAfterMs = until - now.getTime();
  if (retryAfterMs <= 0) return;
  const seconds = Math.ceil(retryAfterMs / 1_000);
  throw new ProductError("rate_limit", `Too many failed sign-ins from here. Try again in ${seconds} s.`, {
    retryAfterMs,
  });
}

/** Counts a failure. Returns null if another caller has counted since `stored` was read. */
async function count(
  ctx: OperationContext,
  { id, free, forgottenAfterMs }: SignInCounterRow & { id: string },
  stored: SignInCounter | undefined,
  now: Date,
): Promise<{ pause: number | null } | null> {
  const before = stored && stored.forgottenAt > now ? stored.failures : 0;
  const failures = before + 1;
  const pause = pauseAfter(failures, free);
  const change = {
    failures,
    pausedUntil: pause === null ? null : new Date(now.getTime() + pause),
    forgottenAt: new Date(now.getTime() + forgottenAfterMs),
  };
  return (await countFailure(ctx.models, id, stored, change)) ? { pause } : null;
}

/**
 * Clears the failures of the address and account pair. For the other counters only this attempt is undone, because otherwise an attacker
 * could reset them with an account of their own.
 */
async function settle(
  ctx: OperationContext,
  rows: readonly (SignInCounterRow & { id: string })[],
  counted: ReadonlyMap<string, { pause: number | null }>,
): Promise<void> {
  const now = ctx.now().getTime();
  for (const { scope, id } of rows) {
    const attempt = counted.get(id);
    if (!attempt) continue;
    if (scope === "pair") await clearFailures(ctx.models, id, new Date(now + KNOWN_FOR_MS));
    else await takeFailureBack(ctx.models, id, attempt.pause !== null);
  }
}

/** The embedded database has no TTL indexes, so the first attempt of each hour deletes expired counters. */
async function sweep(ctx: OperationContext): Promise<void> {
  const now = ctx.now();
  if (now.getTime() - (sweptAt.get(ctx.models) ?? 0) < SWEEP_EVERY_MS) return;
  sweptAt.set(ctx.models, now.getTime());
  await deleteForgottenCounters(ctx.models, now);
}
