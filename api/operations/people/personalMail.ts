// Setting for whether a person gets their notifications by e-mail.
import { mailProblem } from "../../../domain/notify/personal.ts";
import { changeUser } from "../../../models/users/queries.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { OperationContext } from "../../lib/context.ts";
import { accountOf, type Person } from "./me.ts";

/** `problem`: a sentence on why no e-mail is sent although it is wanted. */
export async function readPersonalMail(ctx: OperationContext, caller: Person) {
  const { mailsMe, provedBy, email } = await accountOf(ctx, caller);
  const { smtpHost, smtpFrom } = ctx.config;
  const problem = mailProblem({ isProved: Boolean(provedBy), hasServer: Boolean(smtpHost && smtpFrom) });
  return { email, wanted: mailsMe !== false, problem };
}

export async function setPersonalMail(ctx: OperationContext, caller: Person, wanted: boolean) {
  await changeUser(ctx.models, caller.userId, { mailsMe: wanted });
  await recordAudit(ctx, caller, "user.mail", caller.userId, { wanted });
  return readPersonalMail(ctx, caller);
}
