// A real SMTP server on loopback, and the messages it accepted.
import type { AddressInfo } from "node:net";
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from "smtp-server";

const PASSWORD = "password-of-the-mail-server";

export type ReceivedMail = { to: string[]; text: string };

/**
 * `env`: the settings for sending to it. `answers.refusal`: the response with which it rejects a message; undefined accepts it.
 * `answers.unknown`: an address that it refuses.
 */
export async function startMailServer() {
  const got: ReceivedMail[] = [];
  const answers: { refusal: Error | undefined; unknown?: string } = { refusal: undefined };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    authOptional: true,
    onAuth: ({ username, password }, _session, done) =>
      username === "bot" && password === PASSWORD ? done(null, { user: username }) : done(new Error("no")),
    onRcptTo: ({ address }, _session, done) =>
      done(address === answers.unknown ? Object.assign(new Error("no such user"), { responseCode: 550 }) : null),
    onData(stream: SMTPServerDataStream, session: SMTPServerSession, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        if (!answers.refusal) got.push({ to, text: Buffer.concat(chunks).toString() });
        done(answers.refusal);
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    got,
    answers,
    password: PASSWORD,
    env: {
      SVC_SMTP_HOST: "127.0.0.1",
      SVC_SMTP_PORT: String(port),
      SVC_SMTP_TLS: "none",
      SVC_SMTP_USER: "bot",
      SVC_SMTP_PASSWORD: PASSWORD,
      SVC_SMTP_FROM: "Plumbline <bot@example.com>",
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
