// Limits on messages that the service sends at a caller's request, across all API processes, so that it cannot be used to flood strangers.
import { createHash } from "node:crypto";
import { ProductError } from "../../domain/errors.ts";
import type { OperationContext } from "./context.ts";
import { createRateLimitStore } from "./rateLimitStore.ts";

const HOUR_MS = 3_600_000;
/** Maximum number per hour, and the error message, for each kind of message. */
const LIMITS = {
  mail: { most: 5, said: (to: string, most: number) => `${to} got ${most} e-mails in the last hour.` },
  test: {
    most: 20,
    said: (_org: string, most: number) => `An organisation sends at most ${most} test messages an hour.`,
  },
  ask: { most: 100, said: (_org: string, most: number) => `An organisation asks at most ${most} recipients an hour.` },
  person: { most: 30, said: (to: string, most: number) => `${to} got ${most} messages in the last hour.` },
} as const;

type Counting = Pick<OperationContext, "models" | "now">;

async function count({ models, now }: Counting, name: keyof typeof LIMITS, who: string): Promise<void> {
  const { most, said } = LIMITS[name];
  const store = createRateLimitStore(models, name, now, most, HOUR_MS);
  const { totalHits, resetTime } = await store.increment(createHash("sha256").update(who).digest("hex"));
  if (totalHits <= most) return;
  const retryAfterMs = Math.max(1, (resetTime?.getTime() ?? 0) - now().getTime());
  throw new ProductError("rate_limit", `${said(who, most)} Try again later.`, { retryAfterMs });
}

/** Counts an e-mail to an address that somebody entered; all callers share the limit. Throws `rate_limit`. */
export const countMail = (ctx: Counting, email: string): Promise<void> => count(ctx, "mail", email.toLowerCase());

/** Counts an organisation's test message and the addresses it is mailed to. Throws `rate_limit`. */
export async function countTest(ctx: Counting, orgId: string, recipients: readonly string[]): Promise<void> {
  await count(ctx, "test", orgId);
  for (const one of recipients) await countMail(ctx, one);
}

/** Counts a message to a member, who can turn such messages off. Throws `rate_limit`. */
export const countPersonal = (ctx: Counting, email: string): Promise<void> => count(ctx, "person", email);

/** Counts a recipient whom an organisation asks to confirm a channel. Throws `rate_limit`. */
export const countAsked = (ctx: Counting, orgId: string): Promise<void> => count(ctx, "ask", orgId);
