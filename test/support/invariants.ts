// Invariants that hold after every fault: each run ended once, each shot has one verdict, and every referenced artifact is intact.
import path from "node:path";
import { expect } from "chai";
import { isAlive } from "../../browsers/processes.ts";
import { workflowIdOfJob, workflowIdOfRun } from "../../domain/ids.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels, type Models } from "../../models/index.ts";
import { type ScenarioAttempt, type ScenarioRun, stepsOf } from "../../models/scenarioRuns/schema.ts";
import { createFileStore } from "../../platform/artifacts/files.ts";
import type { ArtifactStore } from "../../platform/artifacts/store.ts";
import { eventually } from "./eventually.ts";
import { withTemporal } from "./faults.ts";
import { type Watched, withModels } from "./watched.ts";

const storeOf = ({ service }: Watched): ArtifactStore =>
  service.store ?? createFileStore(path.join(service.dataDir, "artifacts"));

/** Checks a finished run against the database and the store. */
export async function expectInvariants(world: Watched, runId: string): Promise<void> {
  const connection = await connect(world.service.stack.mongoUri, { dbName: "plumbline" });
  try {
    const models = bindModels(connection);
    const store = storeOf(world);
    const run = await models.runs.findById(runId).lean();
    expect(run?.status, "the run has ended").to.be.oneOf(["completed", "failed"]);
    expect(run?.finishedAt, "with its time").to.be.instanceOf(Date);
    // A run that is closed from outside ends first, so that no work continues; its shots are settled afterwards.
    await eventually(
      "its shots are settled",
      async () => (await models.shots.countDocuments({ runId, status: "pending" })) === 0,
    );
    const shots = await models.shots.find({ runId }).lean();
    const places = shots.map((s) => [s.scenarioId, s.selector, s.viewport, s.browser].join("|"));
    expect(new Set(places).size, "one result a place").to.equal(shots.length);
    for (const shot of shots) {
      expect(shot.status, `${shot.scenarioLabel} has its verdict`).to.be.oneOf([
        "passed",
        "failed",
        "error",
        "approved",
      ]);
      expect(shot.reasons.length, "with a reason").to.be.above(0);
      expect(shot.decidedAt, "with its time").to.be.instanceOf(Date);
      const captured = shot.captures.flatMap((c) => [c.artifactId, c.mapId]);
      for (const id of [...Object.values(shot.artifacts), ...captured]) if (id) await store.get(id);
    }
    const counted = shots.filter((s) => s.status === "passed" || s.status === "approved").length;
    if (run?.summary) expect(run.summary).to.include({ total: shots.length, passed: counted });
    if (run?.status === "completed")
      expect(run.verdict, "its verdict").to.equal(counted === shots.length ? "pass" : "fail");
    await expectPromotions(models, store, { runId, completed: run?.status === "completed" });
    await expectSameInTemporal(world, { runId, status: run?.status ?? "", error: run?.error ?? null });
  } finally {
    await connection.close();
  }
}

/** Checks that everything the run promoted appears in the histories once, the pointers name the newest version, and the screenshots are intact. */
async function expectPromotions(
  models: Models,
  store: ArtifactStore,
  { runId, completed }: { runId: string; completed: boolean },
): Promise<void> {
  const versions = await models.baselineVersions.find({ fromRunId: runId }).lean();
  const promoted = versions.map((v) => v.fromShotId);
  expect(new Set(promoted).size, "a shot is promoted once").to.equal(promoted.length);
  for (const { baselineId, picture } of versions) {
    await store.get(picture.artifactId);
    const history = await models.baselineVersions.find({ baselineId }, { version: 1 }).sort({ version: 1 }).lean();
    const numbers = history.map((v) => v.version);
    expect(numbers, "a history without gaps").to.deep.equal(numbers.map((_, i) => i + 1));
    // If a run ended between writing the entry and the pointer, the next promotion updates the pointer.
    if (!completed) continue;
    const baseline = await models.baselines.findById(baselineId).lean();
    expect(baseline?.version, "the pointer is at the newest version").to.equal(numbers.at(-1));
  }
}

const endOf = (world: Watched, workflowId: string) =>
  withTemporal(world, (client) =>
    eventually("the workflow has ended", async () => {
      const { status } = await client.workflow.getHandle(workflowId).describe();
      return status.name === "RUNNING" ? null : status.name;
    }),
  );

/** Checks that the run's result in Temporal agrees with the one users see. */
async function expectSameInTemporal(
  world: Watched,
  run: { runId: string; status: string; error: string | null },
): Promise<void> {
  const ended = await endOf(world, workflowIdOfRun(run.runId));
  if (run.status === "completed") expect(ended, "as Temporal has it").to.equal("COMPLETED");
  else if (run.error?.startsWith("cancelled by")) expect(ended, run.error).to.be.oneOf(["CANCELED", "CANCELLED"]);
  else expect(ended, run.error ?? "").to.be.oneOf(["COMPLETED", "FAILED", "TERMINATED", "TIMED_OUT"]);
}

/** Checks that the processes have ended. */
export function expectGone(pids: number[]): void {
  expect(pids.filter(isAlive), "processes left behind").to.deep.equal([]);
}

/** Checks a finished audit: every page was decided once, findings belong to it, and everything it references is intact. */
export async function expectAuditInvariants(world: Watched, runId: string): Promise<void> {
  const connection = await connect(world.service.stack.mongoUri, { dbName: "plumbline" });
  try {
    const models = bindModels(connection);
    const store = storeOf(world);
    const run = await models.runs.findById(runId).lean();
    expect(run?.status, "the run has ended").to.be.oneOf(["completed", "failed"]);
    const pages = await models.auditPages.find({ runId }).lean();
    const own = pages.filter((p) => p.index >= 0);
    expect(new Set(own.map((p) => p.url)).size, "one result an address").to.equal(own.length);
    for (const page of pages) {
      expect(page.status, `${page.url} was decided`).to.be.oneOf(["passed", "failed", "not_measured"]);
      if (page.status === "not_measured") expect(page.reason, "with a reason").to.be.a("string").and.not.empty;
      for (const id of [page.gatheredId, ...Object.values(page.artifacts)]) if (id) await store.get(id);
    }
    const findings = await models.findings.find({ runId }).lean();
    expect(new Set(findings.map((f) => f.fingerprint)).size, "each finding once").to.equal(findings.length);
    for (const { evidence } of findings) if (evidence.screenshotId) await store.get(String(evidence.screenshotId));
    const failed = findings.filter((f) => f.outcome === "failed").length;
    const summary = run?.summary && "bySeverity" in run.summary ? run.summary : null;
    if (run?.status === "completed" && summary) {
      expect(
        Object.values(summary.bySeverity).reduce((a, b) => a + b, 0),
        "findings are counted",
      ).to.equal(failed);
      expect(summary.pages, "pages are counted").to.equal(own.length);
      expect(run.verdict, "one verdict").to.equal(summary.verdict);
    }
    await expectSameInTemporal(world, { runId, status: run?.status ?? "", error: run?.error ?? null });
  } finally {
    await connection.close();
  }
}

/** Checks a finished functional run: every scenario has one result, its attempts are consecutive, and everything they reference is intact. */
export async function expectFunctionalInvariants(world: Watched, runId: string): Promise<void> {
  const store = storeOf(world);
  const { run, scenarios, attempts } = await withModels(world, async (models) => {
    await eventually(
      "its scenarios are settled",
      async () => (await models.scenarioRuns.countDocuments({ runId, status: "pending" })) === 0,
    );
    return {
      run: await models.runs.findById(runId).lean(),
      scenarios: await models.scenarioRuns.find({ runId }).sort({ index: 1 }).lean<ScenarioRun[]>(),
      attempts: await models.scenarioAttempts.find({ runId }).sort({ attempt: 1 }).lean<ScenarioAttempt[]>(),
    };
  });
  expect(run?.status, "the run has ended").to.be.oneOf(["completed", "failed"]);
  expect(run?.finishedAt, "with its time").to.be.instanceOf(Date);
  expect(new Set(scenarios.map(({ key }) => key)).size, "one result a place").to.equal(scenarios.length);
  for (const scenario of scenarios) {
    const own = attempts.filter(({ scenarioRunId }) => scenarioRunId === scenario._id);
    expect(scenario.decidedAt, `${scenario.name} has its time`).to.be.instanceOf(Date);
    expect(
      own.map(({ attempt }) => attempt),
      "attempts follow each other",
    ).to.deep.equal(own.map((_, i) => i + 1));
    if (scenario.status !== "error") expect(scenario.attempts, "every attempt is counted").to.equal(own.length);
    if (scenario.status !== "passed" && own.length > 0 && scenario.attempts > 0)
      expect(scenario.failure, "with why it did not pass").to.be.an("object");
    const kept = own.flatMap((one) => [one.traceId, ...stepsOf(one).map(({ screenshotId }) => screenshotId)]);
    for (const id of kept) if (id) await store.get(id);
  }
  const passed = scenarios.filter(({ status }) => status === "passed").length;
  if (run?.summary) expect(run.summary).to.include({ total: scenarios.length, passed });
  if (run?.status === "completed")
    expect(run.verdict, "its verdict").to.equal(passed === scenarios.length ? "pass" : "fail");
  await expectSameInTemporal(world, { runId, status: run?.status ?? "", error: run?.error ?? null });
}

/** Checks that a full audit ended once, after all of its pillars, and that each pillar's run holds the invariants. */
export async function expectSuiteInvariants(world: Watched, runId: string): Promise<void> {
  const { run, children } = await withModels(world, async (models) => ({
    run: await models.runs.findById(runId).lean(),
    children: await models.runs.find({ parentRunId: runId }).lean(),
  }));
  expect(run?.status, "the full audit has ended").to.be.oneOf(["completed", "failed"]);
  expect(run?.finishedAt, "with its time").to.be.instanceOf(Date);
  expect(children.map(({ type }) => type).sort(), "a run a pillar").to.have.lengthOf(
    new Set(children.map(({ type }) => type)).size,
  );
  for (const child of children) {
    await expectAuditInvariants(world, child._id);
    expect(child.finishedAt?.getTime(), "before its parent").to.be.at.most(run?.finishedAt?.getTime() ?? 0);
  }
  await expectSameInTemporal(world, { runId, status: run?.status ?? "", error: run?.error ?? null });
}

/** Checks that a completed crawl left no address unvisited, found each page once, and that its workflow has ended too. */
export async function expectCrawlInvariants(world: Watched, jobId: string): Promise<void> {
  const { job, addresses } = await withModels(world, async (models) => ({
    job: await models.jobs.findById(jobId).lean(),
    addresses: await models.crawlAddresses.find({ jobId }, { url: 1, state: 1 }).lean(),
  }));
  expect(job?.status, job?.error ?? "the crawl has ended").to.equal("completed");
  expect(job?.finishedAt, "with its time").to.be.instanceOf(Date);
  expect(new Set(addresses.map(({ url }) => url)).size, "an address once").to.equal(addresses.length);
  const pages = addresses.filter(({ state }) => state === "page").map(({ url }) => url);
  const result = job?.result as { counts?: { pages?: number }; pages?: { url: string }[] } | null;
  expect(result?.counts?.pages, "pages are counted").to.equal(pages.length);
  expect(result?.pages?.map(({ url }) => url).sort(), "and told").to.deep.equal(pages.sort());
  expect(await endOf(world, workflowIdOfJob(jobId)), "as Temporal has it").to.equal("COMPLETED");
}
