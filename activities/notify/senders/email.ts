// Sends a message by email.

import { textOf } from "../../../domain/notify/message.ts";
import { confirmedOf, NOBODY_CONFIRMED } from "../../../domain/notify/recipients.ts";
import { MailError, sendMail } from "../../../platform/mail.ts";
import type { Sender } from "../sending.ts";

/**
 * Sends one email to all confirmed recipients. The Message-ID is the same in each attempt, so that mail apps show only one. If the server
 * refuses some of them, the note names them: another attempt would mail the others again.
 */
export const sendEmail: Sender = async ({ config }, { channel, eventId, message, at }) => {
  const link = message.run && /^https?:/.test(message.run.url) ? `\n\n${message.run.url}` : "";
  const to = confirmedOf(channel);
  if (to.length === 0) return { outcome: "never", status: null, note: NOBODY_CONFIRMED };
  try {
    const { refused } = await sendMail(config, {
      to,
      subject: message.summary,
      text: `${textOf(message)}${link}\n`,
      at,
      messageId: `<${eventId}.${channel._id}@plumbline>`,
    });
    const note = refused.length === 0 ? "" : `The mail server refused ${refused.join(", ")}.`;
    return { outcome: "delivered", status: null, note };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { outcome: error.final ? "never" : "again", status: null, note: error.message };
  }
};
