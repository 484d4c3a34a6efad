// An upgrade from a program of some days ago with data of many kinds and a run in progress, and the way back: real processes of both.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "chai";
import { DATA_VERSION } from "../../domain/dataVersion.ts";
import { connect } from "../../models/database/connect.ts";
import { bindModels } from "../../models/index.ts";
import { readDataState } from "../../models/installations/dataState.ts";
import { keepData } from "../../platform/installationFile.ts";
import { type ApiClient, createApiClient } from "../../temporal-dev/apiClient.ts";
import { signIn } from "../../temporal-dev/sessionClient.ts";
import { eventually } from "../support/eventually.ts";
import {
  adminOf,
  type Checkout,
  checkOut,
  commitBefore,
  commitThatAdded,
  ROOT,
  type Running,
  startProgram,
} from "../support/oldProgram.ts";
import { startTestSite, type TestSite } from "../support/site.ts";
import { openBuild } from "../support/uploads.ts";

/** Before data and workers had a version, and before problems were stored. */
const BEFORE = "2026-11-24T00:00:00Z";
const PASSWORD = "correct horse battery";
const EMAIL = "owner@plumbline.example";
/** By their keys in `runs`. */
const SHOTS = new Set(["baseline", "visual", "upload"]);
const AUDITS = new Set(["seo", "a11y", "security"]);
/** Audits that find nothing on these pages, and take seconds for each. */
const CLEAN = ["perf", "tracking"];
const ONE_PAGE = ["One"];
/** Runs that only a tool can start. */
const BY_TOOL: Record<string, { tool: string; args: object }> = {
  features: { tool: "run_frt_feature", args: { featureId: "words" } },
  full: { tool: "run_full_audit", args: { pillars: ["seo", "privacy"], scenarios: ONE_PAGE } },
};
const FEATURE =
  'Feature: Words\n  Scenario: Right\n    Given I am on "/page/one"\n    Then the address is "/page/one"\n  Scenario: Wrong\n    Given I am on "/page/one"\n    Then the address is "/page/two"\n';

describe("an upgrade from the program of 2026-11-23", function () {
  this.timeout(900_000);
  // Each test continues with the data of the previous one.
  // `bail` would end all files that run in parallel.
  let hasFailed = false;
  beforeEach(function () {
    if (hasFailed) this.skip();
  });
  afterEach(function () {
    hasFailed ||= this.currentTest?.state === "failed";
  });
  let site: TestSite;
  let dataDir: string;
  let old: Checkout | undefined;
  let versioned: Checkout | undefined;
  let running: Running | undefined;
  /** From the upgrade on, opens the site's gates repeatedly. */
  let opening: NodeJS.Timeout | undefined;

  before(async function () {
    const [commit, added] = await Promise.all([commitBefore(BEFORE), commitThatAdded("domain/dataVersion.ts")]);
    if (commit === null || added === null) {
      process.stdout.write("    Skipped: this checkout does not have git's history of these days.\n");
      return this.skip();
    }
    [old, versioned] = await Promise.all([checkOut(commit), checkOut(added)]);
    site = await startTestSite();
    dataDir = await mkdtemp(path.join(tmpdir(), "plumbline-upgrade-"));
  });
  after(async () => {
    clearInterval(opening);
    await running?.stop();
    await site?.close();
    await Promise.all([old?.remove(), versioned?.remove()]);
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  });

  const start = async ({ root }: { root: string }) => {
    running = await startProgram(root, dataDir, { SVC_ALLOWED_HOSTS: `127.0.0.1:${site.port}` });
    return running;
  };
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const invoke = async (client: ApiClient, tool: string, args: object) => {
    const asked = { tool, args: { ...args, confirm: true } };
    return ((await client.request("POST", "/api/mcp/v1/invoke", asked)) as { data: Record<string, unknown> }).data;
  };

  type Kept = { runs: Record<string, string>; key: string; slowKey: string; inFlight: string; jobId: string };
  let kept: Kept;
  type Facts = { status: string; type: string; verdict: unknown; summary: object | null; parts: string[] };
  let told: Awaited<ReturnType<typeof facts>>;

  /** Returns what users see of every run: its end, its verdict, and each of its results. */
  async function facts(client: ApiClient, runs: Record<string, string>) {
    const all: Record<string, Facts> = {};
    for (const [kind, runId] of Object.entries(runs)) {
      const { status, type, summary = null, verdict } = await client.status(runId);
      const shots = SHOTS.has(kind) ? await client.results(runId) : [];
      const findings = AUDITS.has(kind) ? await client.findings(runId) : [];
      const parts = [
        ...shots.map((one) => `${one.scenarioLabel ?? one.label} ${one.viewport} ${one.status}`),
        ...findings.map((one) => `${one.rule} ${one.page} ${one.target} ${one.outcome}`),
      ];
      all[kind] = { status, type, verdict, summary, parts: parts.sort() };
    }
    const { baselines } = (await client.request("GET", "/api/baselines?project=shop")) as {
      baselines: { scenarioLabel: string; artifactId: string }[];
    };
    return { all, baselines: baselines.map((one) => JSON.stringify([one.scenarioLabel, one.artifactId])).sort() };
  }

  it("the old program has runs of every kind, people, a job and a schedule, and is stopped while a run is in flight", async () => {
    const { apiUrl } = await start(old as Checkout);
    const admin = adminOf((old as Checkout).root, dataDir);
    const project = async (slug: string, pages: Record<string, string>) => {
      await admin(["projects", "create", "--name", slug, "--slug", slug, "--base-url", site.url]);
      const scenarios = Object.entries(pages).map(([label, url]) => ({ label, url, viewports: ["phone"] }));
      await admin(["scenarios", "import", "-", "--project", slug], JSON.stringify({ scenarios }));
      const made = await admin(["keys", "create", "--project", slug, "--scope", "mcp_full", "--json"]);
      return (JSON.parse(made) as { key: string }).key;
    };
    const key = await project("shop", {
      One: "/page/one",
      Two: "/page/two",
      Three: "/page/three",
      Four: "/page/four",
      Missing: "/missing/x",
    });
    const slowKey = await project("slow", { Gate: "/gate/g", One: "/page/one" });
    await admin(
      ["users", "create", "--email", EMAIL, "--name", "Owner", "--role", "admin", "--password-stdin"],
      PASSWORD,
    );
    await admin(["features", "import", "-", "--id", "words", "--project", "shop"], FEATURE);
    const client = createApiClient(apiUrl, key);
    const person = await signIn(apiUrl, EMAIL, PASSWORD);
    const runs: Record<string, string> = {};
    const run = async (name: string, type: string, scenarios?: readonly string[]) => {
      const { runId } = await client.run({ type, scenarios });
      await client.wait(runId, { timeoutMs: 300_000 });
      runs[name] = runId;
      return runId;
    };
    await run("baseline", "baseline");
    site.set("two", "Other words, and rather more of them than before.");
    const visual = await run("visual", "test");
    await person.post("/api/tests/approve", { project: "shop", runId: visual, scenarios: ["Two"] });
    for (const type of AUDITS) await run(type, type);
    for (const type of CLEAN) await run(type, type, ONE_PAGE);
    for (const [name, { tool, args }] of Object.entries(BY_TOOL)) {
      runs[name] = String((await invoke(client, tool, args)).runId);
      await client.wait(runs[name], { timeoutMs: 300_000 });
    }
    const build = await openBuild({ apiUrl, key }, "by-hand");
    await build.finish();
    await client.wait(build.runId);
    runs.upload = build.runId;
    const { jobId } = await invoke(client, "crawl_site", {});
    await eventually(
      "the crawl has ended",
      async () => (await invoke(client, "get_job_status", { jobId })).status === "completed",
    );
    await person.post("/api/schedules", { project: "shop", name: "nightly", cron: "0 4 * * *", types: ["test"] });
    told = await facts(client, runs);
    for (const [kind, { parts }] of Object.entries(told.all))
      expect(parts.length > 0, kind).to.equal(SHOTS.has(kind) || AUDITS.has(kind));
    const slow = createApiClient(apiUrl, slowKey);
    const { runId: inFlight } = await slow.run({ type: "baseline" });
    await eventually("a shot is in flight", () => site.waiting() > 0);
    kept = { runs, key, slowKey, inFlight, jobId: String(jobId) };
    await stop();
    opening = setInterval(() => site.openGates(), 100);
  });

  it("the new program brings the data to its version, loses nothing, and ends the run that was in flight", async () => {
    const { apiUrl, mongoUri } = await start({ root: ROOT });
    const client = createApiClient(apiUrl, kept.key);
    const now = await facts(client, kept.runs);
    for (const [kind, before] of Object.entries(told.all)) {
      const { summary, ...rest } = before;
      expect(now.all[kind], kind).to.deep.include(rest);
      // A newer program may count more, but nothing may change.
      expect(now.all[kind]?.summary ?? {}, kind).to.deep.include(summary ?? {});
    }
    expect(now.baselines).to.deep.equal(told.baselines);
    const ended = await createApiClient(apiUrl, kept.slowKey).wait(kept.inFlight, { timeoutMs: 300_000 });
    expect(ended).to.deep.include({ status: "completed" });
    const shots = await createApiClient(apiUrl, kept.slowKey).results(kept.inFlight);
    expect(shots.map(({ status }) => status)).to.deep.equal(["passed", "passed"]);
    expect((await invoke(client, "get_job_status", { jobId: kept.jobId })).status).to.equal("completed");
    const person = await signIn(apiUrl, EMAIL, PASSWORD);
    const { schedules } = (await person.get("/api/schedules?project=shop")) as { schedules: { name: string }[] };
    expect(schedules.map(({ name }) => name)).to.deep.equal(["nightly"]);

    const database = await connect(mongoUri, { dbName: "plumbline" });
    try {
      const models = bindModels(database);
      expect((await readDataState(models)).version).to.equal(DATA_VERSION);
      await eventually(
        "what earlier runs found is kept as problems",
        async () => (await models.problems.countDocuments({})) > 0,
      );
      await eventually("all is filled in", async () => (await readDataState(models)).filled.length > 0);
    } finally {
      await database.close();
    }
    const again = await client.run({ type: "test" });
    const { status } = await client.wait(again.runId, { timeoutMs: 300_000 });
    const results = await client.results(again.runId);
    expect(status).to.equal("completed");
    const two = results.find((one) => (one.scenarioLabel ?? one.label) === "Two");
    expect(two?.status, "it compares with the baseline that was approved in the old program").to.equal("passed");
    kept.runs.again = again.runId;
  });

  it("the first program that knows the data's version refuses data of a newer one, and names both", async () => {
    // What a newer program would write: the current number may be the same as that program's own.
    const newer = { version: DATA_VERSION + 1, program: "9.1.0" };
    const database = await connect((running as Running).mongoUri, { dbName: "plumbline" });
    await bindModels(database).installations.updateOne(
      {},
      { $set: { dataVersion: newer.version, dataProgram: newer.program } },
    );
    await database.close();
    await stop();
    // The folder stores the version too, and is checked first.
    await keepData(dataDir, newer);
    const refused = await start(versioned as Checkout).then(
      () => "it started",
      (error: Error) => error.message,
    );
    expect(refused).to.contain(`version ${newer.version}`).and.contain("Plumbline 9.1.0");
  });

  it("the old program, which knows no version, starts on newer data: what it does not do is refuse", async () => {
    const { apiUrl } = await start(old as Checkout);
    const client = createApiClient(apiUrl, kept.key);
    // Read-only use works. Data has a version now because this program starts at all.
    const now = await facts(client, { visual: kept.runs.visual as string });
    expect(now.all.visual).to.deep.equal(told.all.visual);
    await stop();
  });
});
