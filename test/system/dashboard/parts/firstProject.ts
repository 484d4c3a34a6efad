// Setting up a new project as a person does: address, crawl, scenarios with screenshots, baseline, first result; then the site changes, a
// run is started, and its results are reviewed by keyboard.
import { expect } from "chai";
import type { Page } from "playwright";
import { plural } from "../../../../web/src/lib/format.ts";
import { ready } from "../support.ts";

/** Maximum duration of a run on a busy machine. */
export const RUN_MS = 120_000;

/** Uses the screen for new projects. Returns the project's slug and its number of scenarios. */
export async function makeFirstProject(
  page: Page,
  { base, address, name }: { base: string; address: string; name: string },
): Promise<{ slug: string; scenarios: number }> {
  await page.goto(`${base}/`);
  await page.getByRole("main").getByRole("link", { name: "New project" }).first().click();
  await page.getByLabel("Address of the site").pressSequentially(address);
  await page.getByLabel("Name", { exact: true }).pressSequentially(name);
  await page.getByRole("button", { name: "Create project and find pages" }).click();
  const proposals = page.getByRole("list", { name: "Proposed scenarios" });
  await proposals.waitFor({ timeout: RUN_MS });
  const pictures = proposals.locator("img");
  const scenarios = await proposals.getByRole("checkbox").count();
  expect(scenarios).to.be.at.least(2);
  for (let at = 0; at < scenarios; at++) {
    await pictures.nth(at).scrollIntoViewIfNeeded();
    await pictures
      .nth(at)
      .evaluate(
        (img: HTMLImageElement) =>
          img.naturalWidth > 0 ||
          new Promise((resolve, reject) => Object.assign(img, { onload: resolve, onerror: reject })),
      );
  }
  await page.getByText(`${plural(scenarios, "scenario")} chosen`).waitFor();
  // A page is a single choice that appears in both lists.
  const pages = page.getByRole("table", { name: "Pages of the crawl" });
  await pages.waitFor();
  expect(await pages.getByRole("checkbox", { checked: true }).count()).to.equal(scenarios);
  const last = pages.getByRole("checkbox", { checked: true }).last();
  const label = (await last.evaluate((box: HTMLInputElement) => box.labels?.[0]?.textContent)) ?? "";
  await page.getByRole("searchbox", { name: "Filter pages" }).pressSequentially(label);
  await pages.getByRole("checkbox", { name: label, exact: true }).uncheck();
  await page.getByText(`${plural(scenarios - 1, "scenario")} chosen`).waitFor();
  await page.getByRole("searchbox", { name: "Filter pages" }).pressSequentially(" and no other");
  await page.getByText("No page matches the filter.").waitFor();
  await page.getByRole("searchbox", { name: "Filter pages" }).fill("");
  await pages.getByRole("checkbox", { name: label, exact: true }).check();
  await page.getByText(`${plural(scenarios, "scenario")} chosen`).waitFor();
  await page.getByRole("button", { name: "Create scenarios and capture the baseline" }).click();
  await page.getByRole("button", { name: "Run the first test" }).click({ timeout: RUN_MS });
  await page.getByRole("link", { name: "Go to the overview" }).click({ timeout: RUN_MS });
  await page.waitForURL(/\/p\/[^/]+$/);
  await ready(page);
  return { slug: new URL(page.url()).pathname.split("/")[2] ?? "", scenarios };
}

/** Starts a run from the screen of runs by keyboard alone and waits until the page reports its end. Returns the run's id. */
export async function startRunByKeys(page: Page): Promise<string> {
  await openByKeys(page, "Runs");
  await page.getByRole("heading", { level: 1, name: "Runs" }).waitFor();
  await page.keyboard.press("s");
  const dialog = page.getByRole("dialog", { name: "Start a run" });
  await dialog.getByRole("button", { name: "Start", exact: true }).press("Enter");
  await page.waitForURL(/\/runs\/run_/);
  const runId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  await page.getByRole("heading", { level: 1 }).getByText("Failed").waitFor({ timeout: RUN_MS });
  return runId;
}

/** Approves everything that waits, by keyboard alone. Returns the number of results. */
export async function approveAllByKeys(page: Page): Promise<number> {
  await openByKeys(page, "Visual");
  await page.locator("[data-ready=true]").waitFor();
  const told = page
    .getByRole("heading", { level: 1, name: "Waiting for review" })
    .locator("xpath=following-sibling::p");
  const approved = async () => Number(/(\d+) approved/.exec((await told.textContent()) ?? "")?.[1] ?? 0);
  const done = page.getByText(/^Nothing left to review/);
  while ((await done.count()) === 0) {
    const before = await approved();
    await page.keyboard.press("A");
    // The last decision is saved shortly before the list reports that nothing waits.
    await page.waitForFunction((count) => {
      const said = document.querySelector("h1 + p")?.textContent ?? "";
      return said.startsWith("Nothing left") || Number(/(\d+) approved/.exec(said)?.[1] ?? 0) > count;
    }, before);
    await page.locator("[data-saving]").waitFor({ state: "detached" });
  }
  const total = await approved();
  expect(total).to.be.at.least(1);
  return total;
}

/** Opens an entry of the sidebar with the keys that work on every page: Tab focuses it, Enter opens it. */
export const openByKeys = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).press("Enter");

/** Sends several keys without waiting in between: on a busy machine, the response to the first comes too late for the second. */
export async function keys(page: Page, ...pressed: string[]): Promise<void> {
  await Promise.all(pressed.map((key) => page.keyboard.press(key)));
}
