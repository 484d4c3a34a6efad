// Step definitions of the demo shop's features for cucumber-js, as an experienced Playwright user would write them: web-first assertions,
// roles and labels, a new context per scenario, one browser per process.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { After, AfterAll, Before, BeforeAll, Given, setDefaultTimeout, Then, When } from "@cucumber/cucumber";
import { chromium } from "../../node_modules/playwright/index.mjs";
import { expect } from "../../node_modules/playwright/test.mjs";

const { BENCH_BROWSER, BENCH_SITE, BENCH_TRACES = "" } = process.env;
setDefaultTimeout(60_000);

let browser;
BeforeAll(async () => {
  browser = await chromium.launch({ executablePath: BENCH_BROWSER, args: ["--no-sandbox"] });
});
AfterAll(async () => {
  await browser.close();
});

Before(async function () {
  this.context = await browser.newContext({ baseURL: BENCH_SITE, viewport: { width: 1440, height: 900 } });
  await this.context.tracing.start({ screenshots: true, snapshots: true });
  this.page = await this.context.newPage();
});
After(async function () {
  await this.context.tracing.stop({ path: path.join(BENCH_TRACES, `${randomUUID()}.zip`) });
  await this.context.close();
});

/** Only form fields, because a group may have the same label as its field. */
const field = (page, label) => page.getByLabel(label, { exact: true }).and(page.locator("input, select, textarea"));
const framed = (page, title) => page.frameLocator(`iframe[title="${title}"]`);

Given("I am on {string}", async function (address) {
  const response = await this.page.goto(address);
  assert.ok(response?.ok(), `${address} answered ${response?.status()}`);
});
When("I open {string}", async function (address) {
  await this.page.goto(address);
});
When(/^I click the "([^"]*)" (button|link)$/, async function (name, role) {
  await this.page.getByRole(role, { name, exact: true }).click();
});
When("I click the {string} button in the {string} frame", async function (name, title) {
  await framed(this.page, title).getByRole("button", { name }).click();
});
When("I fill in {string} with {string}", async function (label, value) {
  await field(this.page, label).fill(value);
});
When("I fill in {string} with:", async function (label, value) {
  await field(this.page, label).fill(value);
});
When("I fill in the form:", async function (table) {
  for (const [label, value] of table.raw()) await field(this.page, label).fill(value);
});
When("I choose {string}", async function (label) {
  await this.page.getByRole("radio", { name: label }).check();
});
When("I check {string}", async function (label) {
  await this.page.getByLabel(label).check();
});
When("I select {string} from {string}", async function (option, label) {
  await field(this.page, label).selectOption({ label: option });
});
When("I press {string} in the {string} field", async function (key, label) {
  await field(this.page, label).press(key);
});
When("I upload the file {string} to {string}", async function (name, label) {
  this.file = { name, mimeType: "text/plain", buffer: Buffer.from(name) };
  await field(this.page, label).setInputFiles(this.file);
});
Given(/^I will (accept|dismiss) the next dialog$/, function (answer) {
  this.page.once("dialog", async (dialog) => {
    this.said = dialog.message();
    await dialog[answer]();
  });
});
Then("a dialog said {string}", async function (words) {
  await expect.poll(() => this.said ?? "").toContain(words);
});
Then("I should see {string}", async function (words) {
  await expect(this.page.getByText(words).filter({ visible: true }).first()).toBeVisible();
});
Then("I should not see {string}", async function (words) {
  await expect(this.page.getByText(words).filter({ visible: true })).toHaveCount(0);
});
Then("I should see {string} in the {string} frame", async function (words, title) {
  await expect(framed(this.page, title).getByText(words)).toBeVisible();
});
Then("I should be on {string}", async function (address) {
  await expect.poll(() => new URL(this.page.url()).pathname).toBe(address);
});
Then("the address contains {string}", async function (part) {
  await expect.poll(() => this.page.url()).toContain(part);
});
Then(/^(?:the|an) (status|alert) says "([^"]*)"$/, async function (role, words) {
  await expect(this.page.getByRole(role).filter({ hasText: words }).first()).toBeVisible();
});
Then("the {string} field has the value {string}", async function (label, value) {
  await expect(field(this.page, label)).toHaveValue(value);
});
Then("the element with the test id {string} shows {string}", async function (id, words) {
  await expect(this.page.getByTestId(id)).toContainText(words);
});
Then("the {string} table shows:", async function (name, table) {
  const rows = this.page.getByRole("table", { name }).getByRole("row");
  for (const [index, cells] of table.raw().entries())
    await expect(rows.nth(index).getByRole("cell").or(rows.nth(index).getByRole("columnheader"))).toHaveText(cells);
});
Then("the event {string} is sent", async function (name) {
  await this.page.waitForFunction(
    (wanted) =>
      (window.dataLayer ?? []).some((one) => one.event === wanted || (one[0] === "event" && one[1] === wanted)),
    name,
  );
});
Before({ tags: "@order" }, function () {
  this.page.on("download", (download) => {
    this.downloaded = download.suggestedFilename();
  });
});
Then("the file {string} is downloaded", async function (name) {
  await expect.poll(() => this.downloaded ?? "").toBe(name);
});
