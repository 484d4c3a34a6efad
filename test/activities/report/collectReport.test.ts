import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import sharp from "sharp";
import { createComparePool } from "../../../activities/compare/engine/pool.ts";
import { collectReport } from "../../../activities/report/collectReport.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import type { AuditPageRecord } from "../../../models/auditPages/schema.ts";
import type { FindingRecord } from "../../../models/findings/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { createFileStore } from "../../../platform/artifacts/files.ts";
import type { ArtifactStore } from "../../../platform/artifacts/store.ts";
import { auditSummary } from "../../api/health/support.ts";
import { addRun } from "../../api/support/shots.ts";
import { openDatabase } from "../../support/database.ts";

const NOW = new Date("2026-03-10T12:00:00Z");

describe("collecting a report", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let artifacts: ArtifactStore;
  let folder: string;
  beforeEach(async () => {
    database = await openDatabase();
    folder = await mkdtemp(path.join(tmpdir(), "plumbline-test-report-"));
    artifacts = createFileStore(folder);
    await database.models.projects.create({
      _id: "prj_shop",
      orgId: "org_a",
      name: "Shop & Co",
      slug: "shop",
      baseUrl: "https://shop.example",
      createdAt: NOW,
    });
  });
  afterEach(async () => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });
  const pictures = createComparePool({ threads: 1 });
  after(() => pictures.close());
  const collect = (runId: string) =>
    collectReport({ models: database.models, artifacts, pictures, now: () => NOW }, runId);

  const addAuditRun = (id: string, patch: Partial<Run> = {}) =>
    addRun(database.models, id, {
      type: "a11y-test",
      summary: auditSummary(80),
      finishedAt: NOW,
      duration: 5_000,
      branch: "main",
      ...patch,
    });

  async function addPage(runId: string, index: number, patch: Partial<AuditPageRecord> = {}): Promise<void> {
    await database.models.auditPages.create({
      _id: `${runId}-p${index}`,
      runId,
      projectId: "prj_shop",
      pillar: "a11y",
      index,
      url: `https://shop.example/${index}`,
      key: `/${index}`,
      scenarioLabels: ["Home"],
      status: "failed",
      score: 80,
      ...patch,
    });
  }
  const findingOf = (runId: string, n: number, patch: Partial<FindingRecord> = {}): FindingRecord => {
    const fingerprint = createHash("sha256").update(`${n}`).digest("hex").slice(0, 32);
    return {
      _id: `${runId}:${fingerprint}`,
      runId,
      projectId: "prj_shop",
      pageIndex: 0,
      order: n,
      fingerprint,
      pillar: "a11y",
      rule: "image-alt",
      severity: "minor",
      outcome: "failed",
      page: "https://shop.example/0",
      target: `#t${n}`,
      message: `Message ${n}.`,
      evidence: {},
      help: "Mend it.",
      isNew: true,
      isNewOnBranch: null,
      ...patch,
    };
  };
  const addFindings = (all: FindingRecord[]) =>
    database.models.findings.bulkWrite(all.map((document) => ({ insertOne: { document } })));
  async function addPicture(bytes: Buffer, contentType = "image/png", projectId = "prj_shop"): Promise<string> {
    const artifactId = await artifacts.put(bytes);
    await database.models.artifacts.create({
      _id: `${projectId}:${artifactId}`,
      artifactId,
      projectId,
      contentType,
      bytes: bytes.length,
      createdAt: NOW,
    });
    return artifactId;
  }
  const png = (width: number, height: number, colour = "#c33") =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer();

  it("gives the run with its pages, findings and the pillar's own", async () => {
    await addAuditRun("run_1", { extra: { warnings: ["One thing to know."] }, commitSha: "abc" });
    await addPage("run_1", 1, { status: "not_measured", score: null, reason: "It answered 503." });
    await addPage("run_1", 0, { details: { axeVersion: "4.14.0" } });
    // The part that covers the whole site is not a page.
    await addPage("run_1", -1, {});
    await addFindings([
      findingOf("run_1", 2, { outcome: "review" }),
      findingOf("run_1", 1),
      findingOf("run_1", 3, { severity: "critical" }),
    ]);
    const input = await collect("run_1");
    expect(input.run).to.deep.equal({
      runId: "run_1",
      type: "a11y-test",
      projectName: "Shop & Co",
      environmentName: "Production",
      baseUrl: "https://shop.example",
      branch: "main",
      commitSha: "abc",
      location: null,
      prNumber: null,
      status: "completed",
      sentence: "Score 80. 0 new findings, 0 fixed.",
      error: null,
      startedAt: "2026-03-10T11:00:00.000Z",
      finishedAt: "2026-03-10T12:00:00.000Z",
      durationMs: 5_000,
    });
    expect(input).to.deep.include({ kind: "pillar", score: 80, others: [], generatedAt: NOW.toISOString() });
    const [section] = input.sections;
    expect(section?.pages.map(({ url, status, reason }) => [url, status, reason])).to.deep.equal([
      ["https://shop.example/0", "failed", null],
      ["https://shop.example/1", "not_measured", "It answered 503."],
    ]);
    expect(section).to.deep.include({
      pagesTotal: 2,
      findingsTotal: 3,
      warnings: ["One thing to know."],
      extras: { facts: [{ label: "axe-core", value: "4.14.0" }] },
    });
    expect(section?.findings.map(({ target }) => target)).to.deep.equal(["#t3", "#t1", "#t2"]);
    expect(section?.findings[0]).to.deep.include({ isNew: true, picture: null });
    expect(section?.findings[0]).not.to.have.any.keys("_id", "runId", "projectId", "order", "pageIndex");
    expect(renderReport(input)).to.include("Shop &amp; Co").and.to.include("It answered 503.");
  });

  it("reads at most 500 findings, the worst first, and counts all", async () => {
    await addAuditRun("run_1");
    await addFindings(
      Array.from({ length: 520 }, (_, n) => findingOf("run_1", n, n >= 510 ? { severity: "critical" } : {})),
    );
    const [section] = (await collect("run_1")).sections;
    expect([section?.findings.length, section?.findingsTotal]).to.deep.equal([500, 520]);
    expect(section?.findings.slice(0, 11).map(({ severity }) => severity)).to.deep.equal([
      ...Array(10).fill("critical"),
      "minor",
    ]);
  });

  it("holds pictures of its own project, small enough to be sent", async () => {
    await addAuditRun("run_1");
    const small = await addPicture(await png(40, 20));
    const noise = await sharp(randomBytes(1_400 * 3_000 * 3), { raw: { width: 1_400, height: 3_000, channels: 3 } })
      .png({ compressionLevel: 1 })
      .toBuffer();
    const large = await addPicture(noise);
    const foreign = await addPicture(await png(40, 20, "#3c3"), "image/png", "prj_blog");
    const text = await addPicture(Buffer.from("<svg onload=alert(1)>"), "text/html");
    const liar = await addPicture(Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>"), "image/png");
    await addPage("run_1", 0, { artifacts: { screenshot: large, report: text } });
    await addFindings(
      [small, small, foreign, text, liar, "0".repeat(64)].map((screenshotId, n) =>
        findingOf("run_1", n, { evidence: { screenshotId } }),
      ),
    );
    const [section] = (await collect("run_1")).sections;
    const pictures = section?.findings.map(({ picture }) => picture?.dataUri.slice(0, 22) ?? null);
    // The second finding has the same picture as the first; it is shown once.
    expect(pictures?.slice(0, 4)).to.deep.equal(["data:image/png;base64,", null, null, null]);
    expect(pictures?.[5]).to.equal(null);
    // A drawing declared as PNG is rasterised or omitted, never passed on unchanged.
    expect(section?.findings[4]?.picture?.dataUri ?? "data:image/jpeg").to.match(/^data:image\/jpeg/);
    const [page] = section?.pages ?? [];
    expect(page?.pictures.map(({ caption }) => caption)).to.deep.equal(["screenshot of the page"]);
    const shown = await sharp(Buffer.from(page?.pictures[0]?.dataUri.split(",")[1] ?? "", "base64")).metadata();
    expect([shown.format, shown.width, shown.height]).to.deep.equal(["jpeg", 1_000, 1_600]);
  });

  it("adds up a full audit: a section a pillar, the others as rows, and the weighted mean", async () => {
    await addAuditRun("run_s", { type: "full-suite", summary: null });
    await addAuditRun("run_s-a11y", { parentRunId: "run_s" });
    await addAuditRun("run_s-perf", { parentRunId: "run_s", type: "perf-test", summary: auditSummary(40) });
    await addAuditRun("run_s-seo", {
      parentRunId: "run_s",
      type: "seo-test",
      status: "failed",
      summary: auditSummary(10),
      error: "It was lost.",
    });
    const summary = { total: 4, passed: 3, failed: 1, approved: 1, errors: 0, flaky: 0, noBaseline: 0 };
    await addAuditRun("run_s-visual", { parentRunId: "run_s", type: "vrt-test", summary, verdict: "fail" });
    const input = await collect("run_s");
    expect(input.kind).to.equal("suite");
    expect(input.sections.map(({ pillar, status, error }) => [pillar, status, error])).to.deep.equal([
      ["perf", "completed", null],
      ["seo", "failed", "It was lost."],
      ["a11y", "completed", null],
    ]);
    expect(input.others).to.deep.equal([
      {
        pillar: "visual",
        status: "completed",
        verdict: "fail",
        score: 75,
        sentence: "1 of 4 screenshots changed. 1 approved.",
      },
    ]);
    // (18 × 75 + 14 × 80 + 14 × 40) / 46.
    expect(input.score).to.equal(65.9);
  });

  it("refuses what has no report, and what is not there", async () => {
    await addRun(database.models, "run_v", { type: "baseline" });
    const code = (runId: string) => collect(runId).catch((error: { code: string }) => error.code);
    expect(await code("run_v")).to.equal("validation_error");
    expect(await code("run_nope")).to.equal("not_found");
  });
});
