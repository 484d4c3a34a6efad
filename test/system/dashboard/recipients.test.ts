// E-mail recipients in the dashboard: an editor names them and sees who has not confirmed; a recipient confirms without an account.
import { expect } from "chai";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import { readConfig } from "../../../domain/config.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { startMailServer } from "../../support/mailServer.ts";
import { axeViolations, type Dashboard, enter, openDashboard } from "./support.ts";

const CHANNELS = "/api/notifications/channels";

describe("recipients of e-mail in the dashboard", function () {
  this.timeout(120_000);
  let world: World;
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let dashboard: Dashboard;
  before(async () => {
    [world, mail] = await Promise.all([makeWorld(), startMailServer()]);
    await world.addUser("editor", "org_a", "ed@x.example");
    const { base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER });
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
  });
  after(async () => {
    await dashboard?.close();
    await Promise.all([world?.close(), mail?.close()]);
  });

  it("wait until they press the button behind the mailed link; a second press and a second visit do nothing", async () => {
    const editor = await dashboard.open("/sign-in");
    await enter(editor, "ed@x.example", PASSWORD);
    await editor.goto(new URL("/p/shop/settings/notifications", editor.url()).href);
    await editor.getByRole("button", { name: "New channel" }).click();
    await editor.getByLabel("Name", { exact: true }).fill("Team");
    await editor.getByLabel("Kind").selectOption("email");
    await editor.getByLabel("Recipients").fill("ada@x.example, eve@x.example");
    await editor.getByRole("button", { name: "Create channel" }).click();
    // This service has no mail server yet, and shows that.
    await editor.getByText(/Recipients must confirm first.*SVC_SMTP_HOST/).waitFor();
    await editor.getByRole("button", { name: "Close", exact: true }).last().click();
    await editor.getByText("Waiting for confirmation: ada@x.example, eve@x.example").waitFor();
    await editor.getByRole("button", { name: "Resend link" }).waitFor();
    expect(await axeViolations(editor)).to.deep.equal([]);

    const { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom } = readConfig(mail.env);
    const smtp = { smtpHost, smtpPort, smtpTls, smtpUser, smtpPassword, smtpFrom };
    const config = { ...world.ctx.config, ...smtp, publicUrl: "https://quality.example" };
    const mailing = await world.listen({ config });
    const key = await world.addKey("mcp_full");
    const [channel] = (await mailing.get(CHANNELS, { key })).body.channels as { id: string }[];
    expect((await mailing.post(`${CHANNELS}/${channel?.id}/ask-again`, { key })).status).to.equal(200);
    const text = mail.got.find(({ to }) => to.includes("ada@x.example"))?.text.replaceAll("=\r\n", "") ?? "";
    const link = `/confirm#${/\/confirm#([\w-]+)/.exec(text)?.[1]}`;

    const ada = await dashboard.open(link);
    await ada.getByText("Acme wants to mail ada@x.example the messages of the channel “Team”.").waitFor();
    expect(await axeViolations(ada)).to.deep.equal([]);
    await ada.getByRole("button", { name: "Confirm" }).dblclick();
    await ada.getByRole("heading", { name: "Confirmed" }).waitFor();
    expect(new URL(ada.url()).hash).to.equal("");
    await editor.reload();
    await editor.getByText("Waiting for confirmation: eve@x.example").waitFor();
    dashboard.expectNoTrouble();

    const late = await dashboard.open(link);
    await late.getByRole("alert").getByText("This link no longer works").waitFor();
    expect(dashboard.takeTroubles().join()).to.include("404");
  });
});
