import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { createComparePool } from "../../../activities/compare/engine/pool.ts";
import { collectReport } from "../../../activities/report/collectReport.ts";
import { FUNCTIONAL } from "../../../domain/report/bounds.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import { addFunctionalRun, type Told } from "../../api/support/functionalRun.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const HOSTILE = `</style><script>alert(1)</script><img src=x onerror=alert(1)>"'`;
const told = (name: string, tries: Told["tries"], more: Partial<Told> = {}): Told => ({
  feature: "Basket",
  name,
  tries,
  ...more,
});
/** Returns the visible text without markup. */
const words = (markup: string) =>
  markup
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the report of a functional run", () => {
  const pictures = createComparePool({ threads: 1 });
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let folder: string;
  let screenshotId: string;
  before(async () => {
    database = await openDatabase();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-report-"));
    await database.models.projects.create({
      _id: "prj_shop",
      orgId: "org_a",
      name: "Shop",
      slug: "shop",
      baseUrl: "https://shop.example",
      createdAt: NOW,
    });
    const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#336699" } })
      .png()
      .toBuffer();
    const store = { models: database.models, artifacts: createFileStore(folder), now: () => NOW };
    screenshotId = await keepArtifact(store, { projectId: "prj_shop", bytes, contentType: "image/png" });
  });
  after(async () => {
    await pictures.close();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const collect = (runId: string) =>
    collectReport({ models: database.models, artifacts: createFileStore(folder), pictures, now: () => NOW }, runId);

  it("tells each scenario that did not pass with step, cause, evidence, picture and attempts, and all in a table", async () => {
    await addFunctionalRun(database.models, "run_f", [
      told("Fill", ["passed"]),
      told("Empty", ["failed", "failed"], { screenshotId }),
      told("Total", ["failed"], { cause: "assertion", viewport: "phone" }),
      told("Share", ["failed", "passed"]),
      told("Gift", ["undefined"]),
    ]);
    const input = await collect("run_f");
    expect(input).to.deep.include({ kind: "pillar", sections: [], others: [], visual: null, score: 40 });
    const made = renderReport(input);
    const text = words(made);
    for (const part of [
      "Functional test Shop",
      "Scenarios 5 Passed 2 Failed 2 Flaky 1 Not runnable 1 Not measured 0",
      "Causes: locator (1), assertion (1), data (1).",
      "2 of 5 scenarios failed. 1 not runnable, 1 flaky.",
      "Failed Locator desktop · chromium · attempts: failed, failed Empty Basket The step&#39;s locator finds no element.",
      "No button &quot;Buy&quot; was found.",
      "Failed Then I see &quot;2 items&quot; 100 ms",
      "Flaky: passed only when tried again",
      "Expected &quot;2 items&quot;, got &quot;1 item&quot;.",
      "Not runnable Data desktop · chromium Gift",
      "Scenario desktop phone Fill Basket Passed 200 ms –",
    ])
      expect(text, part).to.include(part);
    expect(made).to.include('alt="After the failing step of Empty"');
  });

  it("is bounded, whatever a run has", async () => {
    const many = Array.from({ length: 510 }, (_, i) => told(`Case ${i}`, ["failed"]));
    await addFunctionalRun(database.models, "run_many", many);
    const { functional } = await collect("run_many");
    const { failures = [], failuresTotal, rows = [], rowsTotal } = functional ?? {};
    expect([failures.length, failuresTotal, rows.length, rowsTotal]).to.deep.equal([
      FUNCTIONAL.failures,
      510,
      FUNCTIONAL.rows,
      510,
    ]);
    expect(words(renderReport(await collect("run_many")))).to.include("450 more scenarios are not shown here");
  });

  it("is in a full audit beside the other pillars, and escapes what people wrote", async () => {
    await addRun(database.models, "run_suite", { type: "full-suite" });
    const hostile = told(HOSTILE, ["failed"], { feature: HOSTILE });
    await addFunctionalRun(database.models, "run_part", [hostile], { parentRunId: "run_suite" });
    const made = renderReport(await collect("run_suite"));
    expect(made).to.not.include("<script>").and.not.include("<img src=x");
    expect(words(made)).to.include("Functional Failed Scenarios 1 Passed 0 Failed 1");
  });
});
