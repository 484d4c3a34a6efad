// Sends one e-mail through the configured SMTP server. nodemailer escapes headers; every part is plain text.
import { createTransport } from "nodemailer";
import type { Config } from "../domain/config.ts";
import { DELIVERY_ANSWER_MS } from "../domain/notify/retries.ts";
import { oneLine, truncate } from "../domain/text.ts";

const MAX_SUBJECT = 150;

export type MailConfig = Pick<Config, "smtpHost" | "smtpPort" | "smtpTls" | "smtpUser" | "smtpPassword" | "smtpFrom">;
export type Mail = { to: readonly string[]; subject: string; text: string; at: Date; messageId?: string };

/** Why a message was not sent. `final`: retrying does not help. */
export class MailError extends Error {
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.name = "MailError";
    this.final = final;
  }
}

/** How the server is reached. `starttls` refuses to continue without TLS, so that nobody in between can strip it. */
const transportOf = ({ smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword }: MailConfig) =>
  createTransport({
    host: smtpHost ?? "",
    port: smtpPort,
    secure: smtpTls === "tls",
    requireTLS: smtpTls === "starttls",
    ignoreTLS: smtpTls === "none",
    ...(smtpUser && { auth: { user: smtpUser, pass: smtpPassword ?? "" } }),
    connectionTimeout: DELIVERY_ANSWER_MS,
    greetingTimeout: DELIVERY_ANSWER_MS,
    socketTimeout: DELIVERY_ANSWER_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/**
 * Sends to all recipients, who see each other's addresses. Returns those that the server refused, each with its reply code, if it accepted
 * the message for others. Throws MailError.
 */
export async function sendMail(
  config: MailConfig,
  { to, subject, text, at, messageId }: Mail,
): Promise<{ refused: string[] }> {
  const { smtpHost, smtpFrom } = config;
  if (!smtpHost || !smtpFrom)
    throw new MailError(
      "E-mail is not set up. The operator of this service must set SVC_SMTP_HOST and SVC_SMTP_FROM.",
      true,
    );
  const transport = transportOf(config);
  try {
    const { rejectedErrors = [] } = await transport.sendMail({
      from: smtpFrom,
      to: [...to],
      subject: truncate(oneLine(subject), MAX_SUBJECT),
      text,
      date: at,
      ...(messageId !== undefined && { messageId }),
      headers: { "auto-submitted": "auto-generated" },
    });
    return { refused: rejectedErrors.map(({ recipient, responseCode }) => `${recipient} (${responseCode})`) };
  } catch (error) {
    throw refused(error);
  } finally {
    transport.close();
  }
}

/** SMTP reply codes: 5xx is final, 4xx is temporary. The server's text may repeat what was sent, so it is not included. */
function refused(error: unknown): MailError {
  const { code = "", responseCode } = error as { code?: string; responseCode?: number };
  if (code === "EAUTH") return new MailError("The mail server refuses SVC_SMTP_USER and SVC_SMTP_PASSWORD.", true);
  if (code === "ETLS")
    return new MailError("The mail server offers no STARTTLS: set SVC_SMTP_TLS to tls or none.", true);
  if (responseCode !== undefined && responseCode >= 500)
    return new MailError(`The mail server refused the message (${responseCode}).`, true);
  const note = responseCode === undefined ? "did not respond as expected" : `answered ${responseCode}`;
  return new MailError(`The mail server ${note}${code ? ` (${code})` : ""}.`, false);
}
