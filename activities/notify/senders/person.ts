// Sends a message to one member, by email to the account's address.
import { mailProblem, type PersonalBody, personalMail } from "../../../domain/notify/personal.ts";
import type { Attempted } from "../../../domain/notify/retries.ts";
import { membershipIn } from "../../../models/organisations/members.ts";
import { findUser } from "../../../models/users/queries.ts";
import { MailError, sendMail } from "../../../platform/mail.ts";
import type { NotifyDeps } from "../../deps.ts";
import type { Sending } from "../sending.ts";

/** Uses the person's current membership and settings. The Message-ID is the same in each attempt, so that mail apps show only one. */
export async function sendToPerson(
  { config, models, log }: NotifyDeps,
  { userId, orgId }: { userId: string; orgId: string },
  { eventId, body, at }: Pick<Sending, "eventId" | "body" | "at">,
): Promise<Attempted> {
  const unwanted = (note: string): Attempted => ({ outcome: "unwanted", status: null, note });
  const user = await findUser(models, userId);
  if (!user) return unwanted("The account was deleted.");
  if (!(await membershipIn(models, user, orgId))) return unwanted("The person is no longer a member.");
  if (user.mailsMe === false) return unwanted("The person has turned off e-mail.");
  const problem = mailProblem({ isProved: Boolean(user.provedBy), hasServer: Boolean(config.smtpHost) });
  if (problem) return { outcome: "never", status: null, note: problem };
  const message = JSON.parse(body) as PersonalBody;
  try {
    await sendMail(config, {
      to: [user.email],
      subject: message.summary,
      text: personalMail(message),
      at,
      messageId: `<${eventId}.${userId}@plumbline>`,
    });
    return { outcome: "delivered", status: null, note: "" };
  } catch (error) {
    if (error instanceof MailError)
      return { outcome: error.final ? "never" : "again", status: null, note: error.message };
    log("warn", "a message for a person could not be sent", { eventId });
    return { outcome: "again", status: null, note: "It could not be sent." };
  }
}
