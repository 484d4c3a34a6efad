// The screen of problems: found, read and filtered; assigned, snoozed, accepted and commented on, each with undo; and two people at the same
// time.
import { expect } from "chai";
import type { Page } from "playwright";
import { DASHBOARD_FOLDER } from "../../../api/middleware/dashboard.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { refreshProblems } from "../../../models/problems/refresh.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { dateIn, endOf } from "../../../web/src/lib/dates.ts";
import type { Session } from "../../api/support/client.ts";
import { addRun, addShot } from "../../api/support/shots.ts";
import { makeWorld, PASSWORD, type World } from "../../api/support/world.ts";
import { change } from "../../domain/visual/reading/change.ts";
import { plainPng } from "../../support/png.ts";
import { axeViolations, type Dashboard, enter, holdPost, openDashboard, ready, rulesIn } from "./support.ts";

const PRICE = 'Price changed from "<b>€ 89</b>" to "€ 79"';
const BROKEN = "The page answers 500.";
const PHONE_RULES = ["button-name", "link-name", "label", "page-has-heading-one", "region", "aria-hidden-focus"];

describe("the screen of problems", function () {
  this.timeout(180_000);
  let world: World;
  let dashboard: Dashboard;
  let page: Page;
  let other: Session;
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    // The same date as the browser's clock.
    world.clock.at = new Date();
    await addRun(world.models, "run_1");
    const price = change({ key: "price", kind: "text", tag: "span", text: { before: "<b>€ 89</b>", after: "€ 79" } });
    const shown = { changes: [price], causes: ["price"], captures: [] };
    await addShot(world.models, "run_1", 0, { ...shown, viewport: "phone" });
    await addShot(world.models, "run_1", 1, { ...shown, viewport: "desktop" });
    const reasons = [{ code: "http_error" as const, message: BROKEN }];
    await addShot(world.models, "run_1", 2, {
      scenarioId: "scn_shop",
      scenarioLabel: "Shop",
      status: "error",
      reasons,
    });
    await refreshProblems(world.models, (await world.models.runs.findById("run_1").lean()) as Run);
    const picture = { projectId: "prj_shop", bytes: plainPng(120, 40, [0, 90, 200]), contentType: "image/png" };
    const screenshotId = await keepArtifact(world.ctx, picture);
    await world.models.problems.updateOne({ title: BROKEN }, { $set: { evidence: { screenshotId } } });
    await world.addUser("editor", "org_a", "ada@x.example");
    other = await world.session("admin");
    const { base } = await world.listen({}, { dashboard: DASHBOARD_FOLDER });
    // No run is started, so no other part of a service is needed.
    dashboard = await openDashboard({ service: { apiUrl: base } } as never);
    page = await dashboard.open("/sign-in");
    await enter(page, "ada@x.example", PASSWORD);
    await page.goto(`${base}/p/shop/problems`);
    await ready(page);
  });
  after(async () => {
    await dashboard?.close();
    await world?.close();
  });

  const row = (title: string) =>
    page.getByRole("list", { name: "Problems" }).getByRole("button").filter({ hasText: title });
  const panel = () => page.getByRole("complementary", { name: "Problem" });
  const press = (name: string) => panel().getByRole("button", { name, exact: true }).click();
  const undoToast = () => page.getByRole("button", { name: "Undo", exact: true });
  const stored = (title: string) => world.models.problems.findOne({ title }).lean();
  const look = async (name: string) => {
    if (process.env.PLUMBLINE_LOOK)
      await page.screenshot({ path: `${process.env.PLUMBLINE_LOOK}/problems-${name}.png` });
  };

  it("lists the open ones, the most urgent first, with text of pages as text", async () => {
    const rows = page.getByRole("list", { name: "Problems" }).getByRole("button");
    expect(await rows.locator("strong").allTextContents()).to.deep.equal([BROKEN, PRICE]);
    await row(PRICE).getByText("Visual · Home").waitFor();
    const images = rows.locator("img");
    await row(BROKEN).locator("img").waitFor();
    expect(
      await images.evaluateAll((all) =>
        Promise.all(
          all.map(async (one) => {
            await (one as HTMLImageElement).decode();
            return (one as HTMLImageElement).naturalWidth;
          }),
        ),
      ),
    ).to.deep.equal([120]);
    await page.getByLabel("Severity").selectOption("minor");
    await page.getByRole("heading", { name: "No matches" }).waitFor();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.getByLabel("Search problems").fill("price");
    await row(BROKEN).waitFor({ state: "detached" });
    await page.waitForURL(/text=price/);
    await page.getByLabel("Search problems").fill("");
    await row(BROKEN).waitFor();
  });

  it("shows one beside the list, which the address names and Back leaves", async () => {
    await row(PRICE).click();
    await panel().getByRole("heading", { level: 2, name: PRICE }).waitFor();
    await panel().getByText("1 of 1 run").waitFor();
    await panel().getByText("A screenshot is approved as a whole.").waitFor();
    expect(await panel().getByRole("button", { name: "Accept", exact: true }).count()).to.equal(0);
    const review = panel().getByRole("link", { name: "Open the review" });
    expect(await review.getAttribute("href")).to.match(/\/p\/shop\/visual\/run_1\?shot=[01]$/);
    await page.goBack();
    await panel().waitFor({ state: "detached" });
    await page.goForward();
    await panel().waitFor();
  });

  it("has nothing that axe objects to, in both themes and on a phone", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.locator(`:root[data-theme=${colorScheme}]`).waitFor({ state: "attached" });
      await look(colorScheme);
      expect(await axeViolations(page, rulesIn(colorScheme)), colorScheme).to.deep.equal([]);
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await look("phone");
    expect(await axeViolations(page, PHONE_RULES)).to.deep.equal([]);
    // On a phone, the problem replaces the list.
    await press("Close the problem");
    await row(PRICE).waitFor();
    await look("phone-list");
    await page.setViewportSize({ width: 1400, height: 860 });
    await row(PRICE).click();
  });

  it("is assigned, and the toast undoes it", async () => {
    await press("Assign to me");
    await page.getByText("Assigned to editor.").waitFor();
    await row(PRICE).getByText("assigned to editor").waitFor({ state: "attached" });
    expect((await stored(PRICE))?.assignee).to.equal("ada@x.example");
    await undoToast().click();
    await page.getByText("Change undone.").waitFor();
    await panel().getByText("Assignee", { exact: true }).waitFor({ state: "hidden" });
    expect(await panel().getByLabel("Assignee of the problem").inputValue()).to.equal("");
    expect((await stored(PRICE))?.assignee).to.equal(null);
  });

  it("is snoozed in a dialog whose keys are text, and the panel undoes it after a reload", async () => {
    await press("Snooze");
    const dialog = page.getByRole("dialog", { name: "Snooze problem" });
    const until = dialog.getByLabel("Until", { exact: true });
    await until.waitFor();
    expect(await until.evaluate((field) => field === document.activeElement)).to.equal(true);
    await until.fill("tomorrow");
    await dialog.getByLabel("Note").focus();
    await dialog.getByText(/^Enter a date from /).waitFor();
    await until.press("ArrowDown");
    await look("calendar");
    await page.getByRole("table").getByRole("button", { disabled: false }).first().waitFor();
    await page.keyboard.press("Enter");
    await dialog.getByText(/^Enter a date from /).waitFor({ state: "detached" });
    expect(await until.inputValue()).to.match(/^[A-Z][a-z]{2} \d+, 20\d\d$/);
    const day = dateIn(3);
    await until.fill(day);
    await dialog.getByLabel("Note").pressSequentially("jkiezu");
    await dialog.getByRole("checkbox").check();
    await dialog.getByRole("button", { name: "Snooze" }).dblclick();
    await dialog.waitFor({ state: "detached" });
    await panel().getByText("Snoozed", { exact: true }).first().waitFor();
    await row(PRICE).waitFor({ state: "detached" });
    const snoozed = await stored(PRICE);
    expect(snoozed?.snooze?.until).to.deep.equal(new Date(endOf(day)));
    expect([snoozed?.snooze?.note, snoozed?.snooze?.places, snoozed?.assignee]).to.deep.equal(["jkiezu", 2, null]);
    await page.reload();
    await press("Undo the last change");
    await row(PRICE).waitFor();
    expect((await stored(PRICE))?.snooze).to.equal(null);
  });

  it("is accepted with a reason where its results carry no decision, and shows what others say at once", async () => {
    await row(BROKEN).click();
    await press("Accept");
    const dialog = page.getByRole("dialog", { name: "Accept problem" });
    await dialog.getByLabel("Reason").fill("Maintenance");
    await dialog.getByRole("button", { name: "Accept" }).click();
    await panel().getByText("Maintenance").waitFor();
    await panel().getByLabel("New comment").fill("<i>Back</i> at noon");
    await press("Comment");
    await panel().getByRole("list", { name: "Comments" }).getByText("<i>Back</i> at noon").waitFor();
    const { _id: id, rev } = (await stored(BROKEN))!;
    await world.client.post(`/api/problems/${id}`, { session: other, body: { rev, ticket: "SHOP-1" } });
    // Shown without a reload.
    await panel().getByText("SHOP-1").waitFor();
    dashboard.expectNoTrouble();
  });

  it("is refused to the second of two people, with how it stands now", async () => {
    await press("Change ticket");
    const dialog = page.getByRole("dialog", { name: "Ticket of the problem" });
    await dialog.getByLabel("Ticket", { exact: true }).fill("SHOP-2");
    const { _id: id, rev } = (await stored(BROKEN))!;
    await world.client.post(`/api/problems/${id}`, { session: other, body: { rev, ticket: "SHOP-3" } });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByRole("alert").getByText("It is now: Accepted, not assigned, ticket SHOP-3.").waitFor();
    await look("refused");
    expect(dashboard.takeTroubles().every((said) => said.includes("409"))).to.equal(true);
    // Saving succeeds now that the person has seen the change.
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    expect((await stored(BROKEN))?.ticket).to.equal("SHOP-2");
    dashboard.expectNoTrouble();
  });

  it("tells by a message why a change was refused that was answered after the panel was closed", async () => {
    const held = await holdPost(page, /\/api\/problems\/[^/]+$/);
    await press("Assign to me");
    await held.sent;
    await page.getByRole("button", { name: "Close the problem" }).click();
    await panel().waitFor({ state: "detached" });
    held.answer();
    await page.getByRole("region", { name: "Notifications" }).getByText("Not now.").waitFor();
    dashboard.takeTroubles();
  });
});
