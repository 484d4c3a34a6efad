// A functional run in the format of Cucumber's own tools.
import { readFileSync } from "node:fs";
import type { Envelope } from "@cucumber/messages";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect } from "chai";
import { chromium } from "playwright";
import { setUp } from "../../temporal-dev/setup.mjs";
import { addFeatureRun } from "./support/featureRuns.ts";
import { makeWorld, type World } from "./support/world.ts";

const SCHEMA = new URL(import.meta.resolve("@cucumber/messages/schema"));

const BASKET = `@shop
Feature: Basket
  Background:
    Given I am on "/"

  Scenario: Add
    When I click the "Add" button
    Then I should see "1 </script><script>alert(1)</script>"

  Scenario Outline: Price <price>
    Then I should see "<price>"
    Examples:
      | price |
      | 12    |
      | 13    |

  Scenario: A dance
    When I dance
    Then I should see "12"
`;
const GONE = `Feature: Gone
  Rule: Tables
    @slow
    Scenario: Fill
      When I fill in the form:
        | Name | A \\| B |
        | City | X\\\\Y   |
    Scenario: Fill
      Given I am on "/"
`;
const failed = {
  message: "No element was found.",
  action: 0,
  op: "click",
  stepDefId: "builtin.click-button",
  matches: [],
  expected: "a button",
  actual: null,
  url: "https://shop.example/",
  timedOut: true,
};

describe("a functional run in Cucumber's messages", () => {
  let world: World;
  let lines: Envelope[];
  before(async () => {
    world = await makeWorld({ ciRatePerMinute: 10_000 });
    const screenshotId = await world.ctx.artifacts.put(Buffer.from("a picture"));
    const passes = { attempts: [{ steps: [{}, {}, { screenshotId }] }] };
    await addFeatureRun(world.models, "run_cucumber", [
      {
        featureId: "basket",
        gherkin: BASKET,
        tried: [
          [
            {
              attempts: [
                { steps: [{}, { status: "failed", failure: failed, screenshotId }, { status: "skipped" }] },
                { steps: [{}, {}, { screenshotId: "0".repeat(64) }], notes: ["There is no trace."] },
              ],
            },
            { ...passes, browser: "firefox" },
          ],
          [{ attempts: [{ steps: [{}, {}] }] }],
          [{ attempts: [{ steps: [], error: { code: "sign_in_failed", message: "Signing in failed." } }] }],
          [{ attempts: [{ steps: [{}, { status: "undefined" }, { status: "skipped" }] }] }],
        ],
      },
      { featureId: "gone", gherkin: GONE, kept: false, tried: [[{ attempts: [] }], [{ attempts: [{ steps: [{}] }] }]] },
    ]);
    const answer = await read("messages");
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-type")).to.match(/^application\/x-ndjson/);
    expect(answer.headers.get("content-disposition")).to.match(/^attachment/);
    lines = answer.raw
      .toString()
      .split("\n")
      .filter((line) => line !== "")
      .map((line): Envelope => JSON.parse(line));
  });
  after(() => world.close());

  const read = async (what: string, runId = "run_cucumber") =>
    world.client.get(`/api/ci/runs/${runId}/${what}`, { session: await world.session("viewer") });
  const find = <T>(of: (envelope: Envelope) => T | undefined): T[] => lines.flatMap((one) => of(one) ?? []);
  const attemptsOf = (name: string) => {
    const pickle = find((one) => one.pickle).find((one) => one.name === name);
    const testCase = find((one) => one.testCase).find((one) => one.pickleId === pickle?.id);
    return find((one) => one.testCaseStarted)
      .filter(({ testCaseId }) => testCaseId === testCase?.id)
      .map(({ id, attempt }) => ({
        attempt,
        retried: find((one) => one.testCaseFinished).find((one) => one.testCaseStartedId === id)?.willBeRetried,
        results: find((one) => one.testStepFinished)
          .filter(({ testCaseStartedId }) => testCaseStartedId === id)
          .map(({ testStepResult }) => testStepResult),
        attached: find((one) => one.attachment).filter(({ testCaseStartedId }) => testCaseStartedId === id),
      }));
  };
  const statuses = (name: string) =>
    attemptsOf(name).map(({ results }) => results.map(({ status }) => status).join(" "));

  it("is valid by the messages' own schema", () => {
    const ajv = new Ajv2020({ strict: false });
    const valid = ajv.compile(JSON.parse(readFileSync(SCHEMA, "utf8")));
    for (const line of lines)
      expect(valid(line), `${JSON.stringify(line)}: ${ajv.errorsText(valid.errors)}`).to.equal(true);
  });

  it("refers only to what it has told before", () => {
    const ids = new Set<string>();
    const refer = (id: string | undefined) => id !== undefined && expect(ids.has(id), id).to.equal(true);
    for (const { hook, stepDefinition, pickle, testCase, testCaseStarted, testStepFinished, attachment } of lines) {
      for (const one of [hook, stepDefinition, pickle, testCase, testCaseStarted]) {
        if (one === undefined) continue;
        expect(ids.has(one.id), `${one.id} is told once`).to.equal(false);
        ids.add(one.id);
      }
      for (const { id } of pickle?.steps ?? []) ids.add(id);
      for (const step of testCase?.testSteps ?? []) {
        for (const id of [step.hookId, step.pickleStepId, ...(step.stepDefinitionIds ?? [])]) refer(id);
        ids.add(step.id);
      }
      refer(testCase?.pickleId);
      refer(testCaseStarted?.testCaseId);
      refer(testStepFinished?.testStepId);
      refer(attachment?.testStepId);
    }
  });

  it("has each attempt, with what became of its steps between entering the site and the end", () => {
    expect(statuses("Add (chromium, desktop)")).to.deep.equal([
      "PASSED PASSED FAILED SKIPPED PASSED",
      "PASSED PASSED PASSED PASSED PASSED",
    ]);
    expect(attemptsOf("Add (chromium, desktop)").map(({ attempt, retried }) => [attempt, retried])).to.deep.equal([
      [0, true],
      [1, false],
    ]);
    expect(statuses("Add (firefox, desktop)")).to.deep.equal(["PASSED PASSED PASSED PASSED PASSED"]);
    expect(statuses("A dance (chromium, desktop)")).to.deep.equal(["PASSED PASSED UNDEFINED SKIPPED PASSED"]);
    const [first] = attemptsOf("Add (chromium, desktop)");
    expect(first?.results[2]?.message).to.equal("No element was found.\nExpected: a button\nOn https://shop.example/");
    const told = find((one) => one.testRunFinished);
    expect(told).to.have.length(1);
    expect(told[0]).to.deep.include({
      success: false,
      message: "1 screenshot omitted: the document would be too large.",
    });
  });

  it("says of a scenario that could not be judged why, before its steps", () => {
    const [prices] = attemptsOf("Price 13 (chromium, desktop)");
    expect(prices?.results.map(({ status }) => status)).to.deep.equal(["FAILED", "SKIPPED", "SKIPPED", "PASSED"]);
    expect(prices?.results[0]?.message).to.equal("Signing in failed.");
    expect(attemptsOf("Fill (chromium, desktop)")[0]?.results[0]?.message).to.equal("The run ended early.");
  });

  it("carries the picture of the step that failed, or of the last one, and notes", () => {
    const [first, second] = attemptsOf("Add (chromium, desktop)");
    expect(first?.attached.map(({ body }) => Buffer.from(body, "base64").toString())).to.deep.equal(["a picture"]);
    expect(second?.attached.map(({ body, mediaType }) => [body, mediaType])).to.deep.equal([
      ["There is no trace.", "text/x.cucumber.log+plain"],
    ]);
  });

  it("has the feature as it was run; where its text is no longer kept, one that says the same", () => {
    const sources = new Map(find((one) => one.source).map(({ uri, data }) => [uri, data]));
    expect(sources.get("features/basket (firefox, desktop).feature")).to.equal(BASKET);
    const rewritten = find((one) => one.pickle).filter(
      ({ uri }) => uri === "features/gone (chromium, desktop).feature",
    );
    expect(
      rewritten.map(({ tags, steps }) => [tags.map(({ name }) => name), steps.map(({ text }) => text)]),
    ).to.deep.equal([
      [["@slow"], ["I fill in the form:"]],
      [[], ['I am on "/"']],
    ]);
    expect(
      rewritten[0]?.steps[0]?.argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)),
    ).to.deep.equal([
      ["Name", "A | B"],
      ["City", "X\\Y"],
    ]);
  });

  it("is one HTML page, in which no text of a run becomes markup", async () => {
    const answer = await read("html");
    expect(answer.status).to.equal(200);
    expect(answer.headers.get("content-disposition")).to.match(/^attachment/);
    expect(answer.headers.get("content-security-policy")).to.equal("sandbox allow-scripts");
    const page = answer.raw.toString();
    expect(page).to.contain("No element was found.");
    expect(page).not.to.contain("<script>alert(1)");
    expect(page).not.to.match(/<(script|link|img)[^>]+(src|href)="https?:/);
  });

  it("is shown by a browser, without a network and without what a text tried", async function () {
    this.timeout(60_000);
    const { browsers } = await setUp({ parts: ["browsers"] });
    const executablePath = browsers?.chromium.kind === "system" ? browsers.chromium.path : undefined;
    const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
    try {
      const page = await browser.newPage({ offline: true });
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("dialog", (dialog) => asked.push(`dialog: ${dialog.message()}`));
      await page.setContent((await read("html")).raw.toString());
      await page.getByText("Signing in failed.").first().waitFor();
      for (const browser of ["chromium", "firefox"])
        expect(await page.getByText(`features/basket (${browser}, desktop).feature`).count()).to.equal(1);
      expect(asked.filter((one) => !one.startsWith("data:"))).to.deep.equal([]);
    } finally {
      await browser.close();
    }
  });

  it("is for those who may read the run, when it has ended, and of functional runs alone", async () => {
    for (const what of ["messages", "html"]) {
      expect((await world.client.get(`/api/ci/runs/run_cucumber/${what}`)).status).to.equal(401);
      const foreign = await world.addKey("ci", { orgId: "org_b", projectId: "prj_foreign" });
      expect((await world.client.get(`/api/ci/runs/run_cucumber/${what}`, { key: foreign })).status).to.equal(404);
      const agent = await world.addKey("mcp_read");
      expect((await world.client.get(`/api/ci/runs/run_cucumber/${what}`, { key: agent })).status).to.equal(403);
      await world.models.runs.updateOne({ _id: "run_cucumber" }, { $set: { status: "running" } });
      expect((await read(what)).status).to.equal(409);
      await world.models.runs.updateOne({ _id: "run_cucumber" }, { $set: { status: "completed", type: "vrt-test" } });
      expect((await read(what)).status).to.equal(400);
      await world.models.runs.updateOne({ _id: "run_cucumber" }, { $set: { type: "frt-test" } });
    }
  });
});
