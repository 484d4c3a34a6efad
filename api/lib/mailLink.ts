// One-time links that the service mails itself: whoever opens one proves to read the mail of its address.
import { createHash } from "node:crypto";
import { ProductError } from "../../domain/errors.ts";
import { type LinkKind, linkAddress } from "../../domain/people/links.ts";
import { MailError, sendMail } from "../../platform/mail.ts";
import type { OperationContext } from "./context.ts";
import { createRateLimitStore } from "./rateLimitStore.ts";

/** To one address, from everybody together: the service must not be a way to fill a stranger's mailbox. */
const MAILS_AN_HOUR = 5;
const HOUR_MS = 3_600_000;

type Mailing = Pick<OperationContext, "config" | "models" | "now">;

/** Without a public address a link would lead to wherever the caller says that it reached us. */
export const canMailLinks = ({ config }: Pick<OperationContext, "config">): boolean =>
  Boolean(config.smtpHost && config.smtpFrom && config.publicUrl);

/** Mails a link to the one address that it is for. Throws `rate_limit`, or `unavailable` where the mail server does not take it. */
export async function mailLink(
  ctx: Mailing,
  {
    email,
    kind,
    token,
    subject,
    text,
  }: { email: string; kind: LinkKind; token: string; subject: string; text: string },
): Promise<void> {
  await count(ctx, email);
  const link = linkAddress(ctx.config.publicUrl ?? "", kind, token);
  try {
    await sendMail(ctx.config, { to: [email], subject, text: `${text}\n\n${link}\n`, at: ctx.now() });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new ProductError("unavailable", `The e-mail to ${email} was not sent. ${error.message}`);
  }
}

async function count({ models, now }: Mailing, email: string): Promise<void> {
  const store = createRateLimitStore(models, "mail", now, MAILS_AN_HOUR, HOUR_MS);
  const { totalHits, resetTime } = await store.increment(createHash("sha256").update(email).digest("hex"));
  if (totalHits <= MAILS_AN_HOUR) return;
  const retryAfterMs = Math.max(1, (resetTime?.getTime() ?? 0) - now().getTime());
  throw new ProductError("rate_limit", `${email} got ${MAILS_AN_HOUR} e-mails in the last hour. Try again later.`, {
    retryAfterMs,
  });
}
