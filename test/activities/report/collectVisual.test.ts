import { expect } from "chai";
import sharp from "sharp";
import { type ComparePool, createComparePool } from "../../../activities/compare/engine/pool.ts";
import { collectReport } from "../../../activities/report/collectReport.ts";
import { createReportActivities } from "../../../activities/report/renderReport.ts";
import { VISUAL } from "../../../domain/report/bounds.ts";
import type { Picture } from "../../../domain/report/extraTypes.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import type { Region } from "../../../domain/visual/outcome.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";

/** A long page with one price tag, located at `region`. */
const page = (tag: string) =>
  sharp({ create: { width: 600, height: 800, channels: 3, background: "#ffffff" } })
    .composite([{ input: { create: { width: 60, height: 24, channels: 3, background: tag } }, left: 300, top: 500 }])
    .png()
    .toBuffer();
const region = (cause: string): Region => ({
  box: { x: 300, y: 500, width: 60, height: 24 },
  kind: "recoloured",
  selector: ".price",
  text: "€ 12",
  share: 1,
  changedPixels: 1_440,
  cause,
});
const COUNTS = { total: 1, passed: 0, failed: 1, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
const NO_BASELINE = [{ code: "no_baseline" as const, message: "No baseline yet." }];

describe("collecting the report of a visual run", () => {
  let world: ActivityWorld;
  let pictures: ComparePool;
  let stored: { baseline: string; test: string };
  before(async () => {
    pictures = createComparePool({ threads: 1 });
    world = await openActivityWorld({ pictures });
    const put = async (tag: string) => world.artifacts.put(await page(tag));
    stored = { baseline: await put("#cc3333"), test: await put("#cc9933") };
  });
  after(async () => {
    await world.close();
    await pictures.close();
  });

  const taken = (artifactId: string) => ({ ...capture("x"), artifactId, mapId: null, width: 600, height: 800 });
  const failedShot = (runId: string, index: number, label: string, patch: Partial<Shot> = {}) =>
    addShot(world.models, runId, index, {
      scenarioLabel: label,
      scenarioId: `scn_${label}`,
      url: `https://shop.example/${label}`,
      regions: [region("price")],
      causes: ["price"],
      baseline: taken(stored.baseline) as unknown as Shot["baseline"],
      captures: [taken(stored.test)],
      artifacts: { baseline: stored.baseline, test: stored.test, diff: null, map: null },
      spec: { comparisonRules: [], contentChanges: null } as unknown as Shot["spec"],
      threshold: 0,
      ...patch,
    });
  const sizeOf = async (picture: Picture | null | undefined) => {
    const { width, height } = await sharp(Buffer.from(picture?.dataUri.split(",")[1] ?? "", "base64")).metadata();
    return [width, height];
  };
  /** The color in the middle of a picture. */
  const middleOf = async (picture: Picture | null | undefined) => {
    const { data, info } = await sharp(Buffer.from(picture?.dataUri.split(",")[1] ?? "", "base64"))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * info.channels;
    return [...data.subarray(at, at + 3)];
  };

  it("tells the modes of a scenario apart", async () => {
    await addRun(world.models, "run_modes", { summary: COUNTS, verdict: "fail", finishedAt: world.deps.now() });
    await failedShot("run_modes", 0, "Home", { mode: "dark" });
    await failedShot("run_modes", 1, "Home", { status: "passed", mismatchPercent: 0, reasons: [] });
    const { rows } = (await collectReport(world.deps, "run_modes")).visual ?? {};
    expect(rows?.map(({ statuses }) => Object.values(statuses))).to.have.deep.members([["failed"], ["passed"]]);
  });

  it("gives each change once, with what changed cut out of both pictures and the difference", async () => {
    await addRun(world.models, "run_a", { summary: COUNTS, verdict: "fail", finishedAt: world.deps.now() });
    for (const [index, label] of ["Home", "Cart", "About", "Terms", "Help"].entries())
      await failedShot("run_a", index, label);
    const input = await collectReport(world.deps, "run_a");
    expect(input).to.deep.include({ kind: "pillar", sections: [], others: [], score: 0 });
    const [change, ...others] = input.visual?.changes ?? [];
    expect(others).to.deep.equal([]);
    expect(change?.places.map(({ label }) => label)).to.deep.equal(["Home", "Cart", "About", "Terms", "Help"]);
    expect(change).to.deep.include({
      sentence: '"€ 12" block looks different, on 5 pages',
      lines: [],
      selector: ".price",
    });
    expect(change?.shown).to.have.length(VISUAL.shownOfChange);
    const [shown] = change?.shown ?? [];
    for (const side of ["baseline", "test", "diff"] as const)
      expect(await sizeOf(shown?.[side]), side).to.deep.equal([480, 260]);
    expect(await middleOf(shown?.baseline)).to.deep.equal([0xcc, 0x33, 0x33]);
    expect(await middleOf(shown?.test)).to.deep.equal([0xcc, 0x99, 0x33]);
    expect(shown?.overview).to.deep.include({ width: 600, height: 800 });
    // These results are of an earlier version: the region is told once, in the sentence.
    expect(change?.causes).to.deep.include({
      evidence: "",
      action: "approve",
      advice: "Approve if the new look is intended. Otherwise find the changed style.",
      confidence: 0.6,
    });
    expect(renderReport(input)).to.include("5 results on 5 pages");
    // The difference is stored for later requests.
    const kept = await world.models.shots.findById("run_a-00000").lean<Shot>();
    expect(kept?.artifacts.diff).to.be.a("string");
  });

  it("bounds what a run of many changes shows, and counts the rest", async () => {
    await addRun(world.models, "run_many", { summary: { ...COUNTS, total: 1_500, failed: 1_500 }, verdict: "fail" });
    const [first] = await world.models.shots.find({ runId: "run_a", index: 0 }).lean<Shot[]>();
    const { _id: _, ...like } = first!;
    await world.models.shots.insertMany(
      Array.from({ length: 1_500 }, (_one, index) => ({
        ...like,
        _id: `run_many-${String(index).padStart(5, "0")}`,
        runId: "run_many",
        index,
        scenarioId: `scn_${index}`,
        scenarioLabel: `Page ${index}`,
        regions: [region(`cause ${index % 600}`)],
        causes: [`cause ${index % 600}`],
      })),
    );
    const input = await collectReport(world.deps, "run_many");
    const { changes = [], changesTotal, rows, rowsTotal } = input.visual ?? {};
    expect([changes.length, changesTotal, rows?.length, rowsTotal]).to.deep.equal([
      VISUAL.changes,
      600,
      VISUAL.rows,
      1_500,
    ]);
    const shown = changes.flatMap((change) => change.shown);
    expect(shown).to.have.length(VISUAL.shown);
    // Every reported change has a picture before any has a second one.
    expect(changes.every((change) => change.shown.length === 1)).to.equal(true);
    expect(renderReport(input).length).to.be.below(VISUAL.characters + 1_000_000);
  });

  it("tells errors and missing baselines apart from changes, and goes on without a picture that is lost", async () => {
    await addRun(world.models, "run_mixed", { summary: { ...COUNTS, total: 5, failed: 4 }, verdict: "fail" });
    await failedShot("run_mixed", 0, "Home", {
      artifacts: { baseline: "gone", test: stored.test, diff: null, map: null },
      baseline: taken("0".repeat(64)) as unknown as Shot["baseline"],
    });
    const error = {
      status: "error" as const,
      regions: [],
      causes: [],
      reasons: [{ code: "http_error" as const, message: "It answered 503." }],
    };
    await failedShot("run_mixed", 1, "Login", error);
    await failedShot("run_mixed", 2, "Login", { ...error, viewport: "phone" });
    await failedShot("run_mixed", 3, "New", { regions: [], causes: [], reasons: NO_BASELINE });
    await failedShot("run_mixed", 4, "Old", {
      status: "passed",
      regions: [],
      causes: [],
      reasons: [{ code: "content_changed", message: "The text of .x changed." }],
    });
    const { visual } = await collectReport(world.deps, "run_mixed");
    expect(visual?.open).to.deep.equal({ changed: 1, missing: 1, errors: 2 });
    const [shown] = visual?.changes[0]?.shown ?? [];
    expect([shown?.baseline, shown?.diff]).to.deep.equal([null, null]);
    expect(shown?.test).not.to.equal(null);
    expect(visual?.unjudged.map(({ code, places }) => [code, places.length])).to.deep.equal([
      ["http_error", 2],
      ["no_baseline", 1],
    ]);
    expect(visual?.remarks).to.deep.equal([
      { code: "content_changed", message: "The text of .x changed.", results: 1 },
    ]);
    expect(visual?.rows.map(({ label, statuses }) => [label, statuses])).to.deep.equal([
      ["Home", { desktop: "failed" }],
      ["Login", { desktop: "error", phone: "error" }],
      ["New", { desktop: "no_baseline" }],
      ["Old", { desktop: "passed" }],
    ]);
  });

  it("is made again after results were approved, in the full audit too", async () => {
    await addRun(world.models, "run_s", { type: "full-suite", summary: null });
    await addRun(world.models, "run_s-visual", { parentRunId: "run_s", summary: COUNTS, verdict: "fail" });
    await failedShot("run_s-visual", 0, "Home");
    const render = (runId: string) =>
      withActivity(() => createReportActivities(world.deps).renderReport({ runId, format: "html" }));
    const reportsOf = async (runId: string) => (await world.models.runs.findById(runId).lean())?.reports;
    const [visual, suite] = [await render("run_s-visual"), await render("run_s")];
    expect([await reportsOf("run_s-visual"), await reportsOf("run_s")]).to.deep.equal([
      { html: visual },
      { html: suite },
    ]);
    expect(Buffer.from(await world.artifacts.get(suite)).toString()).to.include("looks different");
    await world.models.shots.updateOne({ _id: "run_s-visual-00000" }, { $set: { status: "approved" } });
    await refreshSummary(world.models, "run_s-visual");
    expect([await reportsOf("run_s-visual"), await reportsOf("run_s")]).to.deep.equal([{}, {}]);
    const again = Buffer.from(await world.artifacts.get(await render("run_s-visual"))).toString();
    expect(again).not.to.include("Recoloured:");
    expect(again).to.include("Approved");
  });

  it("that was begun before results were approved is not kept", async () => {
    await addRun(world.models, "run_late", { summary: COUNTS, verdict: "fail" });
    await failedShot("run_late", 0, "Home");
    const { put } = world.deps.artifacts;
    world.deps.artifacts.put = async (bytes) => {
      await refreshSummary(world.models, "run_late");
      return put(bytes);
    };
    await withActivity(() => createReportActivities(world.deps).renderReport({ runId: "run_late", format: "html" }));
    world.deps.artifacts.put = put;
    expect((await world.models.runs.findById("run_late").lean())?.reports ?? {}).to.deep.equal({});
  });
});
