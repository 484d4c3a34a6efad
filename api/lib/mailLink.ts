// One-time links sent by e-mail: opening one proves that the person can read mail at its address.
import { ProductError } from "../../domain/errors.ts";
import { type LinkKind, linkAddress } from "../../domain/people/links.ts";
import { MailError, sendMail } from "../../platform/mail.ts";
import type { OperationContext } from "./context.ts";
import { countMail } from "./sendingLimits.ts";

type Mailing = Pick<OperationContext, "config" | "models" | "now">;

/** Requires a public URL; otherwise the link would lead to whatever host the caller claims in its request. */
export const canMailLinks = ({ config }: Pick<OperationContext, "config">): boolean =>
  Boolean(config.smtpHost && config.smtpFrom && config.publicUrl);

/** Mails a link to the one address that it is for. Throws `rate_limit`, or `unavailable` if the mail server does not accept it. */
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
  await countMail(ctx, email);
  const link = linkAddress(ctx.config.publicUrl ?? "", kind, token);
  try {
    await sendMail(ctx.config, { to: [email], subject, text: `${text}\n\n${link}\n`, at: ctx.now() });
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new ProductError("unavailable", `The e-mail to ${email} was not sent. ${error.message}`);
  }
}
