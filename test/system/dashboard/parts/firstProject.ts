// The way of a new project, as a person goes it: address, crawl, scenarios with their pictures, baseline, first result; the site
// changes, a run is started, and what it found is judged by keys.
import { expect } from "chai";
import type { Page } from "playwright";
import { plural } from "../../../../web/src/lib/format.ts";
import { ready } from "../support.ts";

/** A run takes a while on a busy machine. */
export const RUN_MS = 120_000;

/** By the screen of a new project. Answers the project's slug and how many scenarios it has now. */
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
  // A page is one choice in both lists.
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

/** From the screen of runs, by keys alone; waits for its end as the page tells of it. Answers the run's id. */
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

/** Approves everything that waits, by keys alone. Answers how many results there were. */
export async function approveAllByKeys(page: Page): Promise<number> {
  await openByKeys(page, "Visual");
  await page.locator("[data-ready=true]").waitFor();
  const told = page
    .getByRole("heading", { level: 1, name: "Waiting for review" })
    .locator("xpath=following-sibling::p");
  const approved = async () => Number(/(\d+) approved/.exec((await told.textContent()) ?? "")?.[1] ?? 0);
  const done = page.getByText(/^Nothing waits for a decision/);
  while ((await done.count()) === 0) {
    const before = await approved();
    await page.keyboard.press("A");
    // The last decision is kept a moment before the list says that nothing waits.
    await page.waitForFunction((count) => {
      const said = document.querySelector("h1 + p")?.textContent ?? "";
      return said.startsWith("Nothing waits") || Number(/(\d+) approved/.exec(said)?.[1] ?? 0) > count;
    }, before);
    await page.locator("[data-saving]").waitFor({ state: "detached" });
  }
  const total = await approved();
  expect(total).to.be.at.least(1);
  return total;
}

/** An entry of the sidebar, by its keys of every page: Tab leads to it, Enter opens it. */
export const openByKeys = (page: Page, name: string): Promise<void> =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name }).press("Enter");

/** Keys that belong together: on their way at once, as on a busy machine the answer to the first comes too late for the second. */
export async function keys(page: Page, ...pressed: string[]): Promise<void> {
  await Promise.all(pressed.map((key) => page.keyboard.press(key)));
}
