// Connecting an app in a real browser with the keyboard alone: from the app through sign-in and back, then disconnecting it.
import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import type { Page } from "playwright";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import type { Client } from "../../api/support/client.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { eventually } from "../../support/eventually.ts";
import { axeViolations, type Dashboard, enter, openDashboard, ready, rulesIn } from "./support.ts";

describe("connecting an app in the dashboard", function () {
  this.timeout(120_000);
  let world: World;
  let http: Client;
  let dashboard: Dashboard;
  let page: Page;
  let app: Awaited<ReturnType<typeof startApp>>;
  let clientId: string;
  before(async () => {
    app = await startApp();
    world = await makeWorld();
    await world.addUser("editor", "org_a", "ada@x.example");
    http = await world.listen({}, { dashboard: DASHBOARD_FOLDER });
    const registered = await http.post("/oauth/register", {
      body: { client_name: "Night agent", redirect_uris: ["http://127.0.0.1/callback"] },
    });
    clientId = String(registered.body.client_id);
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: http.base } } as never);
  });
  after(async () => {
    await dashboard?.close();
    await Promise.all([world?.close(), app?.close()]);
  });

  const verifier = randomBytes(32).toString("base64url");
  const asked = (changed: Record<string, string> = {}) =>
    `/oauth/authorize?${new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: app.redirect,
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      state: "1e5",
      scope: "read write",
      ...changed,
    })}`;
  const looksRight = async (what: string) => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        expect(await axeViolations(page, rulesIn(colorScheme)), `${what}, ${colorScheme}, ${width} px`).to.deep.equal(
          [],
        );
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, `${what} is wider than ${width} px`).to.be.at.most(0);
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.emulateMedia({ colorScheme: "light" });
  };
  /** Presses Tab until the element has focus, because everything on the page must be reachable by keyboard. */
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Tab");
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    }
    throw new Error(`${selector} cannot be reached by Tab.`);
  };

  it("asks who is there first, and then shows what the app wants, and where it leads", async () => {
    page = await dashboard.open(asked());
    await page.getByRole("heading", { name: "Sign in to Plumbline" }).waitFor();
    await enter(page, "ada@x.example", PASSWORD);
    await page.getByRole("heading", { name: "Connect Night agent?" }).waitFor();
    await page.getByText("this computer", { exact: true }).waitFor();
    await page.getByText("Any program on this computer can use this name.").waitFor();
    await page.getByText("ada@x.example, Acme").waitFor();
    // Nobody grants access without having chosen what to grant.
    expect(await page.getByRole("button", { name: "Connect" }).isDisabled()).to.equal(true);
    await looksRight("connect");
  });

  it("is decided by keys alone, and leads back to the app with a code", async () => {
    await tabTo("select");
    await page.keyboard.type("Shop");
    await tabTo("input[type=radio]");
    await page.keyboard.press("ArrowUp");
    expect(await page.getByRole("radio", { name: /^Read Results/ }).isChecked()).to.equal(true);
    await tabTo("button[type=submit]");
    await page.keyboard.press("Enter");
    await page.getByText("The app is connected.").waitFor();
    const query = app.returned();
    expect(query.get("state")).to.equal("1e5");
    expect(query.get("iss")).to.equal(http.base);
    const tokens = await http.post("/oauth/token", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      rawBody: new URLSearchParams({
        grant_type: "authorization_code",
        code: query.get("code") ?? "",
        code_verifier: verifier,
        client_id: clientId,
        redirect_uri: app.redirect,
      }).toString(),
    });
    expect(tokens.body).to.include({ scope: "read" });
    dashboard.expectNoTrouble();
  });

  it("is listed in the account, and ends there", async () => {
    await page.goto(`${http.base}/account`);
    await ready(page);
    const table = page.getByRole("table", { name: "Connected apps" });
    await table.getByText("Night agent (this computer)").waitFor();
    await looksRight("account");
    await table.getByRole("button", { name: "Disconnect Night agent" }).click();
    await page.getByText("No app yet").waitFor();
    await eventually("the connection ends", async () => world.models.oauthGrants.exists({ revokedAt: { $ne: null } }));
    dashboard.expectNoTrouble();
  });

  it("leads back with a no", async () => {
    await page.goto(`${http.base}${asked()}`);
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("The app is connected.").waitFor();
    expect(app.returned().get("error")).to.equal("access_denied");
    dashboard.expectNoTrouble();
  });

  it("of an app that asks wrongly says so, and leads back only where the app is known", async () => {
    await page.goto(`${http.base}${asked({ code_challenge_method: "plain" })}`);
    await page.getByText("code_challenge_method must be S256.").waitFor();
    const back = page.getByRole("link", { name: "Return to this computer" });
    expect(await back.getAttribute("href")).to.include("error=invalid_request");
    await looksRight("wrong request");
    dashboard.expectNoTrouble();
    await page.goto(`${http.base}${asked({ redirect_uri: "https://evil.example/" })}`);
    await page.getByText("The app asks to redirect to an address that it has not registered.").waitFor();
    expect(await page.getByRole("link").count()).to.equal(0);
    dashboard.takeTroubles();
  });
});

/** The app's own page, to which people return. */
async function startApp() {
  let last = new URLSearchParams();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://app");
    if (url.pathname === "/callback") last = url.searchParams;
    response
      .writeHead(200, { "content-type": "text/html; charset=utf-8" })
      .end(
        '<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>App</title><p>The app is connected.</p></html>',
      );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    redirect: `http://127.0.0.1:${port}/callback`,
    returned: () => last,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
