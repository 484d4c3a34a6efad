// The screens where work is done, each used for its purpose: the checklist, the tracking plan, a feature, the proof of a ticket.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import type { Page } from "playwright";
import { ready } from "../support.ts";
import type { Shared } from "./comings.ts";
import { RUN_MS } from "./firstProject.ts";

const BROKEN = `Feature: Reading
  Scenario: A page is read
    Given a sentence that no step knows`;
const WHOLE = `Feature: Reading
  Scenario: A page is read
    Given I am on "/page/two"
    Then I should see "Plain words."`;

/** An event that the page should push but does not. */
const LOADED = { pageId: "two", trigger: { on: "load", path: "/page/two" } };
const PAGES = [{ id: "two", label: "The second page", pageType: "article", path: "/page/two" }];

export function works(shared: Shared): void {
  describe("the screens where work is done", () => {
    let page: Page;
    const open = async (path: string, heading: string | RegExp) => {
      await page.goto(`${shared().world.service.apiUrl}/p/${shared().slug}${path}`);
      await page.getByRole("heading", { level: 1, name: heading }).waitFor();
      await ready(page);
    };
    before(async () => {
      const { chromium, slug } = shared();
      page = await chromium.signIn({ email: "works@shop.example", role: "admin" }, `/p/${slug}`);
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    });
    after(() => page?.context().close());

    it("clear what the checklist of the set-up names", async () => {
      await open("/setup", /^Setup/);
      await page.getByRole("heading", { level: 1 }).getByText("Ready").waitFor();
      const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Tracking plan" });
      await row.getByText("Recommended").waitFor();
      await row.getByRole("button", { name: "Find pages for the plan" }).click();
      await row.getByRole("button").waitFor({ state: "detached" });
    });

    it("plan an event, take the plan out and in again, and have it audited", async () => {
      await open("/tracking", "Tracking");
      await page.getByRole("button", { name: "New event" }).click();
      const dialog = page.getByRole("dialog", { name: "New event" });
      await dialog.getByLabel("Name", { exact: true }).fill("Put into the basket");
      await dialog.getByLabel("Name of the event").fill("add_to_cart");
      await dialog.getByLabel("Trigger").selectOption({ label: "Only a functional test" });
      await dialog.getByRole("button", { name: "Save" }).click();
      const rows = page.getByRole("table", { name: "Events of the plan" }).getByRole("row");
      const own = rows.filter({ hasText: "Put into the basket" });
      await own.getByText("Not checked").waitFor();

      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("link", { name: "Export" }).click(),
      ]);
      const plan = JSON.parse(await readFile(await download.path(), "utf8")) as { events: { eventType: string }[] };
      expect(plan.events.map(({ eventType }) => eventType)).to.deep.equal(["add_to_cart"]);
      await page.getByRole("button", { name: "Import" }).click();
      const taking = page.getByRole("dialog", { name: "Import a plan" });
      const events = [
        ...plan.events,
        { ...plan.events[0], id: "view-item", label: "Look at it", eventType: "view_item", ...LOADED },
      ];
      await taking.getByLabel("File").setInputFiles({
        name: "plan.json",
        mimeType: "application/json",
        buffer: Buffer.from(JSON.stringify({ events, pages: PAGES })),
      });
      await taking.getByText("2 events in place of 1.").waitFor();
      await taking.getByLabel("Reason").fill("The new basket");
      await taking.getByRole("button", { name: "Replace" }).click();
      await rows.filter({ hasText: "Look at it" }).waitFor();

      await page.getByRole("button", { name: "Run the audit" }).click();
      await page.waitForURL(/\/runs\/run_/);
      await page.getByRole("heading", { level: 1, name: /Passed|Failed|First run/ }).waitFor({ timeout: RUN_MS });
      // The audit's verdict is shown next to the row and links to its proof.
      await open("/tracking", "Tracking");
      const judged = rows.filter({ hasText: "Look at it" });
      await judged.getByText("Not as planned").waitFor();
      await judged.getByRole("button", { name: "Look at it", exact: true }).click();
      await page.getByRole("heading", { level: 1, name: /^Look at it/ }).waitFor();
      await page.getByRole("button", { name: "Back to the plan" }).click();
      await judged.waitFor();
    });

    it("write a feature with its errors in place, run it, and show each step with its trace", async () => {
      await open("/functional", "Functional");
      await page.getByRole("button", { name: "Create feature" }).click();
      await page.getByRole("dialog", { name: "New feature" }).getByLabel("Title").fill("Reading");
      await page.getByRole("button", { name: "Create feature" }).click();
      const text = page.locator(".cm-content");
      const write = async (words: string) => {
        await text.click();
        await page.keyboard.press("Control+a");
        await page.keyboard.insertText(words);
      };
      await text.waitFor();
      await write(BROKEN);
      const problems = page.getByRole("region", { name: "Problems of the text" });
      await problems.getByRole("button", { name: /^3:/ }).waitFor();
      // Typing over a selection of several lines: Chromium would insert inline styles, which the page's policy rejects with an error.
      const over = [
        "Control+Home",
        ...Array<string>(2).fill("Shift+ArrowDown"),
        ...Array<string>(3).fill("Shift+ArrowRight"),
      ];
      for (const key of over) await page.keyboard.press(key);
      await page.keyboard.type("abc");
      await text.getByText("abc Given a sentence").waitFor();
      await write(WHOLE);
      await problems.getByText("Ready to run: 1 scenario").waitFor();
      await page.keyboard.press("Control+s");
      await page.getByText("Version 1 is saved.").waitFor();
      await page.getByRole("main").getByRole("button", { name: "Run", exact: true }).click();
      await page.waitForURL(/\/functional\/runs\/run_/);
      await page.getByRole("heading", { level: 1 }).getByText("Passed").waitFor({ timeout: RUN_MS });
      const steps = page.getByRole("list", { name: "Steps" }).getByRole("button");
      await steps.filter({ hasText: "I should see" }).getByText("Passed").waitFor();
      await page.getByRole("link", { name: "Open in the trace viewer" }).waitFor();
    });

    it("prove a pasted ticket, and copy the verdict as Markdown", async () => {
      await open("/proofs", "Issue proof");
      await page.getByLabel("Ticket").fill("SHOP-1 A page is read\n\nWhen a visitor opens a page, it is read.");
      await page.getByRole("button", { name: "Prove it" }).click();
      await page.waitForURL(/\/proofs\/job_/);
      await page.getByRole("button", { name: "Copy as Markdown" }).click({ timeout: RUN_MS });
      await page.getByText("Copied as Markdown.").waitFor();
      expect(await page.evaluate(() => navigator.clipboard.readText())).to.include("SHOP-1");
    });
  });
}
