// A message by e-mail, over the SMTP server of the settings. nodemailer escapes headers; every part is plain text.
import { createTransport } from "nodemailer";
import type { Config } from "../../../domain/config.ts";
import type { Attempted } from "../../../domain/notify/retries.ts";
import { oneLine, truncate } from "../../../domain/text.ts";
import type { Sender } from "../sending.ts";

const TIMEOUT_MS = 15_000;
const LONGEST_SUBJECT = 150;

type Smtp = Pick<Config, "smtpHost" | "smtpPort" | "smtpTls" | "smtpUser" | "smtpPassword" | "smtpFrom">;

/** How the server is reached. `starttls` refuses to go on without TLS, so that nobody on the way can strip it. */
const transportOf = ({ smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword }: Smtp) =>
  createTransport({
    host: smtpHost ?? "",
    port: smtpPort,
    secure: smtpTls === "tls",
    requireTLS: smtpTls === "starttls",
    ignoreTLS: smtpTls === "none",
    ...(smtpUser && { auth: { user: smtpUser, pass: smtpPassword ?? "" } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** One e-mail to all recipients, who see each other. The Message-ID is the same in each try: mail programs show one. */
export const sendEmail: Sender = async ({ config }, { channel, eventId, message, at }) => {
  const { smtpHost, smtpFrom } = config;
  if (!smtpHost || !smtpFrom)
    return never("E-mail is not set up: whoever runs this service sets SVC_SMTP_HOST and SVC_SMTP_FROM.");
  const transport = transportOf(config);
  try {
    const link = message.run && /^https?:/.test(message.run.url) ? `\n\n${message.run.url}` : "";
    await transport.sendMail({
      from: smtpFrom,
      to: channel.recipients,
      subject: truncate(oneLine(message.summary), LONGEST_SUBJECT),
      text: `${message.summary}${link}\n`,
      date: at,
      messageId: `<${eventId}.${channel._id}@plumbline>`,
      headers: { "auto-submitted": "auto-generated" },
    });
    return { outcome: "delivered", status: null, note: "" };
  } catch (error) {
    return refused(error);
  } finally {
    transport.close();
  }
};

const never = (note: string): Attempted => ({ outcome: "never", status: null, note });

/** Codes of replies are of SMTP: 5xx is final, 4xx may pass. What the server said may repeat what was sent, so it is not kept. */
function refused(error: unknown): Attempted {
  const { code = "", responseCode } = error as { code?: string; responseCode?: number };
  if (code === "EAUTH") return never("The mail server refuses SVC_SMTP_USER and SVC_SMTP_PASSWORD.");
  if (code === "ETLS") return never("The mail server offers no STARTTLS: set SVC_SMTP_TLS to tls or none.");
  if (responseCode !== undefined && responseCode >= 500)
    return never(`The mail server refused the message (${responseCode}).`);
  const note = responseCode === undefined ? "did not answer as it should" : `answered ${responseCode}`;
  return { outcome: "again", status: null, note: `The mail server ${note}${code ? ` (${code})` : ""}.` };
}
