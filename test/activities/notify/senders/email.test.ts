import { expect } from "chai";
import { sendEmail } from "../../../../activities/notify/senders/email.ts";
import type { Sending } from "../../../../activities/notify/sending.ts";
import { type Config, readConfig } from "../../../../domain/config.ts";
import type { NotificationBody } from "../../../../domain/notify/message.ts";
import { type ReceivedMail, startMailServer } from "../../../support/mailServer.ts";

describe("e-mail", () => {
  let server: Awaited<ReturnType<typeof startMailServer>>;
  let got: ReceivedMail[];
  let config: Config;
  before(async () => {
    server = await startMailServer();
    got = server.got;
    config = readConfig(server.env);
  });
  after(() => server.close());
  beforeEach(() => {
    got.length = 0;
    server.answers.refusal = undefined;
    delete server.answers.unknown;
  });

  const send = (summary: string, patch: Partial<Config> = {}, unconfirmed?: string[]) =>
    sendEmail(
      { config: { ...config, ...patch } } as never,
      {
        channel: { _id: "chn_1", recipients: ["ada@example.com", "eve@example.com"], unconfirmed },
        secrets: {},
        eventId: "evt_1",
        body: "",
        at: new Date("2026-03-10T12:00:00Z"),
        message: { summary, run: { url: "https://quality.example/api/ci/status/run_1" } } as NotificationBody,
      } as unknown as Sending,
    );

  it("reaches everyone with the sentence, the link and an id that does not change", async () => {
    expect(await send("Visual test of Shop fails. It passed before.")).to.include({ outcome: "delivered" });
    expect(got).to.have.length(1);
    const [{ to, text }] = got as [(typeof got)[number]];
    expect(to).to.deep.equal(["ada@example.com", "eve@example.com"]);
    expect(text).to.include("Subject: Visual test of Shop fails. It passed before.");
    expect(text).to.include("https://quality.example/api/ci/status/run_1");
    expect(text).to.include("Message-ID: <evt_1.chn_1@plumbline>");
    expect(text).to.match(/auto-submitted: auto-generated/i);
  });

  it("is not sent to recipients who have not confirmed", async () => {
    expect(await send("Shop fails.", {}, ["eve@example.com"])).to.include({ outcome: "delivered" });
    expect(got.map(({ to }) => to)).to.deep.equal([["ada@example.com"]]);
    const nobody = await send("Shop fails.", {}, ["ada@example.com", "eve@example.com"]);
    expect(nobody).to.deep.equal({ outcome: "never", status: null, note: "No recipient has confirmed yet." });
    expect(got).to.have.length(1);
  });

  it("names the recipients that the server refuses while it takes the message for the others", async () => {
    server.answers.unknown = "eve@example.com";
    const came = await send("Shop fails.");
    expect(came).to.deep.equal({
      outcome: "delivered",
      status: null,
      note: "The mail server refused eve@example.com (550).",
    });
    expect(got.map(({ to }) => to)).to.deep.equal([["ada@example.com"]]);
  });

  it("takes no header from what people named", async () => {
    await send("Shop\r\nBcc: mallory@example.com\r\n\r\nfails.");
    const head = got[0]?.text.split("\r\n\r\n")[0];
    expect(got[0]?.to).not.to.include("mallory@example.com");
    expect(head).not.to.match(/^Bcc:/im);
  });

  const refusals: [what: string, responseCode: number, outcome: string][] = [
    ["a full mailbox is tried again", 452, "again"],
    ["a message that is not wanted is not", 554, "never"],
  ];
  for (const [what, responseCode, outcome] of refusals)
    it(what, async () => {
      server.answers.refusal = Object.assign(new Error(`said with ${server.password}`), { responseCode });
      const came = await send("Shop fails.");
      expect(came.outcome).to.equal(outcome);
      expect(came.note).to.include(String(responseCode)).and.not.to.include(server.password);
    });

  it("says which settings are wrong or missing", async () => {
    const wrong = await send("Shop fails.", { smtpPassword: "wrong-password" });
    expect([wrong.outcome, wrong.note]).to.deep.equal([
      "never",
      "The mail server refuses SVC_SMTP_USER and SVC_SMTP_PASSWORD.",
    ]);
    const missing = await send("Shop fails.", { smtpHost: null });
    expect([missing.outcome, missing.note]).to.deep.equal([
      "never",
      "E-mail is not set up. The operator of this service must set SVC_SMTP_HOST and SVC_SMTP_FROM.",
    ]);
  });

  it("does not go on without TLS where it is asked for", async () => {
    const came = await send("Shop fails.", { smtpTls: "starttls" });
    expect([came.outcome, came.note]).to.deep.equal([
      "never",
      "The mail server offers no STARTTLS: set SVC_SMTP_TLS to tls or none.",
    ]);
    expect(got).to.deep.equal([]);
  });
});
