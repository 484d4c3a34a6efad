// The sweep over a made-up history: what is kept, what is deleted, and that concurrent writers lose nothing.
import { MockActivityEnvironment } from "@temporalio/testing";
import { expect } from "chai";
import { createRetentionActivities } from "../../../activities/retention/retention.ts";
import { DELAY_MS, sweepSlices } from "../../../activities/retention/sweepSlices.ts";
import { MAX_AT_ONCE, rangeOf, SLICES } from "../../../domain/retention/artifactIds.ts";
import {
  type CleanupCounts,
  type CleanupKind,
  type CleanupStatus,
  totalsOf,
} from "../../../domain/retention/cleanup.ts";
import { keepArtifact } from "../../../models/artifacts/keepArtifact.ts";
import { addStored, storedBy } from "../../../models/artifacts/storage.ts";
import { inBackupTurn } from "../../../models/backups/lease.ts";
import { endCleanup, findCleanup, insertCleanup, openCleanups } from "../../../models/cleanups/queries.ts";
import { nameDatabase } from "../../../models/installations/queries.ts";
import { hideRuns } from "../../../models/retention/hideRuns.ts";
import { addRun, addShot, capture } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { dataTurn } from "../../support/dataTurn.ts";
import { eventually } from "../../support/eventually.ts";
import { itInFullLane } from "../../support/lanes.ts";

const DAY_MS = 86_400_000;
/** The age of artifacts follows the disk's clock, so the sweep takes place long after it. */
const NOW = new Date(Date.now() + 400 * DAY_MS);
const RUNS = 150;

describe("the sweep of retention", () => {
  let world: ActivityWorld;
  let deps: ActivityWorld["deps"] & { databaseNow: () => Promise<Date> };
  let at = NOW;
  let n = 0;
  beforeEach(async () => {
    world = await openActivityWorld();
    at = NOW;
    deps = { ...world.deps, now: () => at, databaseNow: async () => at };
    await noteUse();
  });
  afterEach(() => world.close());

  /** Records an activity, so that the sweep trusts the clock. */
  const noteUse = () =>
    world.models.audit.create({
      _id: `aud_${n++}`,
      orgId: "org_a",
      at,
      who: "a",
      action: "user.signIn",
      target: "a",
      details: {},
    });

  /** Runs the next sweep, a day later. */
  async function laterSweep(): Promise<CleanupCounts> {
    at = new Date(at.getTime() + DELAY_MS + 1_000);
    await noteUse();
    return clean("retention");
  }

  /** Stores an artifact long ago, for the project. */
  const stored = (text: string, projectId = "prj_shop") => {
    const writer = { ...deps, now: () => new Date(NOW.getTime() - 100 * DAY_MS) };
    return keepArtifact(writer, { projectId, bytes: Buffer.from(text), contentType: "image/png" });
  };
  const runId = (i: number) => `run_${String(i).padStart(26, "0")}`;

  /** Adds a run a day on main, each with its own artifact and one that all share. */
  async function history(): Promise<{ own: string[]; shared: string }> {
    const shared = await stored("shared");
    const own: string[] = [];
    for (let i = 0; i < RUNS; i++) {
      const id = await addRun(world.models, runId(i), {
        createdAt: new Date(NOW.getTime() - (RUNS - i) * DAY_MS),
        branch: i % 3 === 0 ? "main" : "feature",
        outbox: "done",
      });
      const picture = await stored(`own ${i}`);
      own.push(picture);
      const artifacts = { baseline: shared, test: picture, diff: null, map: null };
      await addShot(world.models, id, 0, { artifacts, captures: [{ ...capture("x"), artifactId: picture }] });
    }
    return { own, shared };
  }

  /** On branches, keep only what is needed. */
  const keepByDays = () =>
    world.models.projects.updateOne(
      { _id: "prj_shop" },
      { settings: { retention: { pullRequests: { days: 1, runs: 0 } } } },
    );
  const runIds = async () => (await world.models.runs.distinct("_id")).sort();

  /** Runs the whole sweep like its workflow. */
  async function clean(
    kind: CleanupKind,
    { daily = false, expected = "completed" as CleanupStatus } = {},
  ): Promise<CleanupCounts> {
    const activities = createRetentionActivities(deps);
    const { _id: cleanupId } = await insertCleanup(world.models, { _id: `cln_${n++}`, kind, at, daily });
    await activities.beginCleanup({ cleanupId });
    for (let after: string | null = null, done = false; !done; ) {
      const taken: { next: string | null } = await withActivity(() => activities.expireRuns({ cleanupId, after }));
      after = taken.next;
      done = after === null;
    }
    for (let from: number | null = 0; from !== null; )
      from = (await withActivity(() => activities.sweepArtifacts({ cleanupId, from: from ?? 0 }))).next;
    await withActivity(() => activities.endCleanup({ cleanupId, error: null }));
    const ended = await findCleanup(world.models, cleanupId);
    expect(ended?.status).to.equal(expected);
    return ended?.counts ?? {};
  }

  it("deletes what is past its time and what only that named, as its plan said, and nothing at a second look", async () => {
    const { own, shared } = await history();
    const [first = "", second = "", third = "", fourth = ""] = own;
    // Open problems keep their evidence; fixed ones do not need any.
    const problem = (id: string, status: string, at: number) => {
      const seen = { runId: runId(at), at: NOW, commitSha: null, branch: "main", scope: "" };
      const text = { cause: id, rule: "r", severity: "serious", kind: "failed", title: "t", pillar: "visual" };
      return {
        _id: id,
        projectId: "prj_shop",
        ...text,
        shelfId: "s",
        placeCount: 1,
        status,
        firstSeen: seen,
        lastSeen: seen,
        seenIn: 1,
        lookedIn: 1,
        priority: 1,
        runId: runId(at),
        runAt: NOW,
        evidence: { resultId: `${runId(at)}-00000` },
      };
    };
    await world.models.problems.collection.insertMany([
      problem("p1", "accepted", 0),
      problem("p2", "fixed", 1),
    ] as unknown as Record<string, unknown>[]);
    // A baseline's history uses the picture of a run that is deleted.
    await world.models.baselineVersions.collection.insertOne({
      _id: "bsv_1",
      baselineId: "bsl_1",
      projectId: "prj_shop",
      version: 1,
      picture: { artifactId: third },
    } as never);
    // One run waits for a review, and a new run takes over parts of an old one.
    await world.models.reviewItems.collection.insertOne({
      _id: "rvi_1",
      projectId: "prj_shop",
      shelfId: "prj_shop:waiting",
      runId: runId(3),
    } as never);
    await world.models.runs.updateOne(
      { _id: runId(RUNS - 1) },
      { $set: { rerun: { runs: { "vrt-test": { runId: runId(4) } } } } },
    );
    const lone = await world.artifacts.put(Buffer.from("held by nobody"));

    const plan = await clean("plan");
    expect(await world.models.runs.countDocuments()).to.equal(RUNS);
    expect(await world.artifacts.has(lone)).to.equal(true);

    const counts = await clean("retention");
    // Artifacts named by the deleted runs keep their own delay; those that nothing named before are deleted.
    expect(totalsOf(counts)).to.deep.include({ artifacts: 1, bytes: 14 });
    for (const one of own) expect(await world.artifacts.has(one)).to.equal(true);
    expect(await clean("retention")).to.deep.equal({});
    expect(totalsOf(counts, await laterSweep())).to.deep.equal(totalsOf(plan));
    expect(await laterSweep()).to.deep.equal({});

    const left = new Set((await world.models.runs.find({}, { _id: 1 }).lean()).map(({ _id }) => _id));
    for (const at of [0, 3, 4, RUNS - 1, RUNS - 2, RUNS - 50]) expect(left.has(runId(at)), `run ${at}`).to.equal(true);
    for (const at of [1, 2, 5, 40]) expect(left.has(runId(at)), `run ${at}`).to.equal(false);
    expect(totalsOf(counts).runs).to.equal(RUNS - left.size);
    expect(await world.models.shots.countDocuments()).to.equal(left.size);
    for (const kept of [shared, first, third, fourth]) expect(await world.artifacts.has(kept)).to.equal(true);
    for (const gone of [second, lone]) expect(await world.artifacts.has(gone)).to.equal(false);
    const holders = await world.models.artifacts.countDocuments();
    expect((await storedBy(world.models, ["prj_shop"])).get("prj_shop")?.artifacts).to.equal(holders);
    expect(await world.models.artifactSweeps.countDocuments()).to.equal(0);
  });

  it("goes on where it was killed, and ends with the same", async () => {
    await history();
    const plan = await clean("plan");
    const runs = await clean("retention");
    const whole = deps.artifacts;
    let removals = 0;
    const dying = {
      ...whole,
      async remove(id: string) {
        removals += 1;
        if (removals === 20) throw new Error("killed");
        await whole.remove(id);
      },
    };
    deps = { ...deps, artifacts: dying };
    const error = await laterSweep().then(
      () => null,
      (thrown: Error) => thrown.message,
    );
    expect(error).to.equal("killed");
    // The same sweep is found in progress and continues.
    const counts = await clean("retention");
    // The failed removal counts as soon as it is known to be done.
    const { artifacts: swept, ...others } = totalsOf(runs, counts);
    expect([totalsOf(runs).runs, swept]).to.deep.equal([totalsOf(plan).runs, totalsOf(plan).artifacts]);
    expect(others.documents).to.equal(totalsOf(plan).documents);
    const named = await world.models.shots.distinct("artifacts.test");
    const ids: string[] = [];
    for await (const { id } of world.artifacts.list()) ids.push(id);
    // One artifact remains: the failed removal may still take effect, so a later sweep deletes it.
    expect(ids.length).to.equal(named.length + 2);
  });

  it("leaves what another project holds, and takes the record of the one that names it no more", async () => {
    const id = await stored("both");
    await stored("both", "prj_other");
    await addRun(world.models, runId(1), { createdAt: NOW, reports: { html: id } });
    await clean("retention");
    expect(await world.artifacts.has(id)).to.equal(true);
    expect((await world.models.artifacts.find().lean()).map(({ projectId }) => projectId)).to.deep.equal(["prj_shop"]);
  });

  it("leaves what was held within the delay", async () => {
    const at = new Date(NOW.getTime() - DELAY_MS + 1_000);
    const id = await keepArtifact(
      { ...deps, now: () => at },
      { projectId: "prj_shop", bytes: Buffer.from("new"), contentType: "image/png" },
    );
    await clean("retention");
    expect(await world.artifacts.has(id)).to.equal(true);
  });

  it("stores bytes again that a sweep deleted between the bytes and the note", async () => {
    let puts = 0;
    const artifacts = {
      ...world.artifacts,
      async put(bytes: Uint8Array) {
        const id = await world.artifacts.put(bytes);
        puts += 1;
        if (puts === 1) await world.artifacts.remove(id);
        return id;
      },
    };
    const input = { projectId: "prj_shop", bytes: Buffer.from("late"), contentType: "image/png" };
    const id = await keepArtifact({ ...deps, artifacts }, input);
    expect([puts, await world.artifacts.has(id)]).to.deep.equal([2, true]);
  });

  it("keeps what an open request or proposal leads to", async () => {
    const old = new Date(NOW.getTime() - 400 * 86_400_000);
    for (const i of [1, 2, 3]) await addRun(world.models, runId(i), { createdAt: old, branch: `quiet-${i}` });
    await world.models.reviewRequests.create({
      _id: "req_1",
      orgId: "org_a",
      projectId: "prj_shop",
      runId: runId(1),
      email: "a@example.com",
      waiterId: "usr_a",
      askedBy: "b@example.com",
      askedAt: NOW,
      asked: 1,
    });
    await keepByDays();
    await clean("retention");
    expect(await runIds()).to.deep.equal([runId(1)]);
  });

  it("keeps all runs that a kept one took parts from, however long the chain", async () => {
    const old = (i: number) => ({ createdAt: new Date(NOW.getTime() - (500 - i) * DAY_MS), branch: `quiet-${i}` });
    const from = (i: number): object => ({ rerun: { runs: { "vrt-test": { runId: runId(i) } } } });
    for (const i of [1, 4]) await addRun(world.models, runId(i), old(i));
    for (const i of [2, 3]) await addRun(world.models, runId(i), { ...old(i), ...from(i - 1) });
    await addRun(world.models, runId(9), { createdAt: NOW, ...from(3) });
    await keepByDays();
    await clean("retention");
    expect(await runIds()).to.deep.equal([1, 2, 3, 9].map(runId));
  });

  it("deletes expired jobs with what they found, as its plan said, and their files a day later", async () => {
    const picture = await stored("seen by a crawl");
    for (const [id, days] of Object.entries({ newest: 300, old: 301, needed: 302, older: 303 })) {
      const ended = new Date(NOW.getTime() - days * DAY_MS);
      const own = { projectId: "prj_shop", projectSlug: "shop", orgId: "org_a", baseUrl: "https://shop.test" };
      const job = { ...own, _id: `job_${id}`, kind: "crawl_site", status: "completed", lock: `job_${id}` };
      await world.models.jobs.create({
        ...job,
        input: {},
        requestedBy: "a",
        createdAt: ended,
        finishedAt: ended,
        seq: 1,
        progress: { done: 1, total: 1, unit: "pages", phase: "completed" },
        result: { thumbnail: picture },
      } as never);
      await world.models.crawlAddresses.collection.insertOne({
        _id: `job_${id}:a`,
        jobId: `job_${id}`,
        projectId: "prj_shop",
        thumbnailId: picture,
      } as never);
    }
    const proposal = {
      _id: "hlp_1",
      projectId: "prj_shop",
      status: "proposed",
      jobId: "job_needed",
      runId: "run_none",
    };
    await world.models.healProposals.collection.insertOne(proposal as never);
    await world.models.projects.updateOne(
      { _id: "prj_shop" },
      { "settings.retention": { jobs: { days: 180, runs: 0 } } },
    );
    const plan = await clean("plan");
    expect(totalsOf(plan)).to.deep.include({ runs: 0, jobs: 2, documents: 4, artifacts: 0 });
    expect(await world.models.jobs.countDocuments({})).to.equal(4);
    expect(totalsOf(await clean("retention"))).to.deep.equal(totalsOf(plan));
    expect((await world.models.jobs.distinct("_id")).sort()).to.deep.equal(["job_needed", "job_newest"]);
    expect((await world.models.crawlAddresses.distinct("jobId")).sort()).to.deep.equal(["job_needed", "job_newest"]);
    await world.models.jobs.updateMany({}, { result: null });
    await world.models.crawlAddresses.updateMany({}, { thumbnailId: null });
    expect(totalsOf(await laterSweep())).to.deep.include({ jobs: 0, artifacts: 1 });
  });

  it("goes on first with what a killed sweep had hidden, and shows again what is needed by now", async () => {
    const [needed, gone] = [runId(1), runId(2)];
    for (const id of [needed, gone]) {
      await addRun(world.models, id, { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: id });
      await addShot(world.models, id, 0);
    }
    await keepByDays();
    const expired = [needed, gone].map((id) => ({ id, kind: "pullRequests" as const, head: id }));
    expect(await hideRuns(world.models, expired, NOW)).to.have.length(2);
    expect(await runIds()).to.have.length(2);
    await world.models.healProposals.collection.insertOne({
      _id: "hlp_1",
      projectId: "prj_shop",
      status: "proposed",
      runId: needed,
    } as never);
    const counts = await clean("retention");
    expect(totalsOf(counts)).to.deep.include({ runs: 1, documents: 2 });
    expect(await runIds()).to.deep.equal([needed]);
    expect(await world.models.shots.distinct("runId")).to.deep.equal([needed]);
    expect(await world.models.runs.findOne({}).lean()).to.include({ projectId: "prj_shop", status: "completed" });
  });

  /** Runs `work` once, after runs are hidden and before their dependents are checked again; the sweep reads the project's rules in between. */
  function afterHiding(work: () => Promise<unknown>): void {
    const { projects } = world.models;
    let isDone = false;
    const findOne = (filter: { _id?: unknown }, ...rest: never[]) => {
      const found = projects.findOne(filter as never, ...rest);
      if (isDone || typeof filter._id !== "string") return found;
      isDone = true;
      const exec = async () => {
        await work();
        return found.lean().exec();
      };
      return { lean: () => ({ exec }) };
    };
    const hooked = new Proxy(projects, {
      get: (target, name) => (name === "findOne" ? findOne : Reflect.get(target, name)),
    });
    deps = { ...deps, models: { ...world.models, projects: hooked } };
  }
  const oldRuns = async () => {
    for (const i of [1, 2])
      await addRun(world.models, runId(i), { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: `quiet-${i}` });
    await keepByDays();
  };

  it("keeps a run that something came to need while the sweep was deleting", async () => {
    await oldRuns();
    let hidden = 0;
    afterHiding(async () => {
      hidden = await world.models.runs.countDocuments({ status: "hidden" } as object);
      await world.models.problems.collection.insertOne({
        _id: "prb_1",
        projectId: "prj_shop",
        status: "open",
        runId: runId(1),
      } as never);
    });
    expect(totalsOf(await clean("retention")).runs).to.equal(1);
    expect(hidden).to.equal(2);
    expect(await runIds()).to.deep.equal([runId(1)]);
    expect(await world.models.runs.findOne().lean()).to.include({ projectId: "prj_shop", status: "completed" });
  });

  it("keeps what a run that was started meanwhile takes parts from", async () => {
    await oldRuns();
    afterHiding(() =>
      addRun(world.models, runId(9), {
        status: "running",
        createdAt: NOW,
        rerun: { runs: { "vrt-test": { runId: runId(2) } } } as object as never,
      }),
    );
    await clean("retention");
    expect(await runIds()).to.deep.equal([runId(2), runId(9)]);
  });

  it("keeps what the project begins to keep while the sweep is deleting", async () => {
    await oldRuns();
    const settings = { retention: { pullRequests: { days: 3_000, runs: 0 } } };
    afterHiding(() => world.models.projects.updateOne({ _id: "prj_shop" }, { settings }));
    expect(await clean("retention")).to.deep.equal({});
    expect(await runIds()).to.deep.equal([1, 2].map(runId));
    expect(await world.models.runs.countDocuments({ projectId: "prj_shop", status: "completed" })).to.equal(2);
  });

  it("deletes nothing by a clock that nothing agrees with, and says so", async () => {
    await addRun(world.models, runId(1), { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: "quiet" });
    await keepByDays();
    const clocks = [
      { now: () => NOW, databaseNow: async () => new Date(NOW.getTime() - 2 * DAY_MS) },
      { now: () => new Date(NOW.getTime() - 2 * DAY_MS), databaseNow: async () => null },
    ];
    const sane = deps;
    for (const clock of clocks) {
      deps = { ...sane, ...clock } as typeof deps;
      const error = await clean("retention").then(
        () => "",
        (thrown: Error) => thrown.message,
      );
      expect(error).to.contain("The clock of the worker's machine says");
      expect(await runIds()).to.deep.equal([runId(1)]);
    }
  });

  it("does not end where its last step is told to stop, and changes no count", async () => {
    await stored("counted");
    await addStored(world.models, "prj_shop", { bytes: 100, artifacts: 1 });
    const { endCleanup: end, ...activities } = createRetentionActivities(deps);
    await insertCleanup(world.models, { _id: "cln_end", kind: "plan", at });
    await activities.beginCleanup({ cleanupId: "cln_end" });
    const lost = new MockActivityEnvironment();
    lost.cancel("TIMED_OUT");
    const error = await lost.run(() => end({ cleanupId: "cln_end", error: null })).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
    expect((await findCleanup(world.models, "cln_end"))?.status).to.equal("running");
    const bytes = async () => (await storedBy(world.models, ["prj_shop"])).get("prj_shop")?.bytes;
    expect(await bytes()).to.equal(107);
    // The next try, and one that a lost worker still runs.
    await Promise.all([1, 2].map(() => withActivity(() => end({ cleanupId: "cln_end", error: null }))));
    expect([await bytes(), (await findCleanup(world.models, "cln_end"))?.status]).to.deep.equal([7, "completed"]);
  });

  it("is skipped, and did not fail, where nobody used the service for a day", async () => {
    await oldRuns();
    const later = new Date(NOW.getTime() + 2 * DAY_MS);
    deps = { ...deps, now: () => later, databaseNow: async () => later };
    expect(await clean("retention", { expected: "skipped" })).to.deep.equal({});
    expect(await runIds()).to.have.length(2);
    const [ended] = await world.models.cleanups.find().lean();
    expect(ended?.error).to.contain("Nothing was written since");
    // Somebody becomes active again.
    at = later;
    await noteUse();
    expect(totalsOf(await clean("retention")).runs).to.equal(2);
  });

  it("stops where the operator turned it off, shows what it had hidden, and what somebody asks for goes on", async () => {
    await oldRuns();
    const expired = [{ id: runId(1), kind: "pullRequests" as const, head: runId(1) }];
    expect(await hideRuns(world.models, expired, NOW)).to.have.length(1);
    deps = { ...deps, config: { ...deps.config, retention: "off" } };
    expect(await clean("retention", { daily: true, expected: "skipped" })).to.deep.equal({});
    expect(await world.models.runs.countDocuments({ projectId: "prj_shop" })).to.equal(2);
    // The daily cleanup is in progress when a manual one is requested.
    await insertCleanup(world.models, { _id: "cln_daily", kind: "retention", at, daily: true });
    expect(totalsOf(await clean("retention")).runs).to.equal(2);
  });

  /** Makes the database fail when this collection's documents are deleted. */
  function dieAt(name: "shots" | "runs"): void {
    const failing = async () => {
      throw new Error("killed");
    };
    const { collection } = world.models[name];
    const dying = new Proxy(collection, {
      get(target, method) {
        if (method === "deleteMany" || method === "deleteOne") return failing;
        const value = Reflect.get(target, method);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const hooked = new Proxy(world.models[name], {
      get: (target, field) => (field === "collection" ? dying : Reflect.get(target, field)),
    });
    deps = { ...deps, models: { ...world.models, [name]: hooked } };
  }
  const killed = () =>
    clean("retention").then(
      () => "",
      (thrown: Error) => thrown.message,
    );

  it("finishes what it had begun to delete when it was killed, also where the project keeps it by now", async () => {
    await oldRuns();
    for (const i of [1, 2]) await addShot(world.models, runId(i), 0);
    const sane = deps;
    dieAt("shots");
    expect(await killed()).to.equal("killed");
    deps = sane;
    await world.models.projects.updateOne(
      { _id: "prj_shop" },
      { settings: { retention: { pullRequests: { days: 3_000, runs: 0 } } } },
    );
    // One run had lost some of its results; the other was only hidden, and is decided about again.
    expect(totalsOf(await clean("retention"))).to.include({ runs: 1, documents: 2 });
    const [left, ...others] = await world.models.runs.find().lean();
    expect(others).to.deep.equal([]);
    expect(left).to.include({ projectId: "prj_shop", status: "completed" });
    expect(await world.models.shots.distinct("runId")).to.deep.equal([left?._id]);
  });

  it("counts a run once that was counted when the sweep was killed", async () => {
    await oldRuns();
    const sane = deps;
    dieAt("runs");
    expect(await killed()).to.equal("killed");
    deps = sane;
    expect(totalsOf(await clean("retention")).runs).to.equal(2);
    expect(await runIds()).to.deep.equal([]);
  });

  it("keeps a full audit with all of its parts where somebody decided about one", async () => {
    const old = { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: "quiet" };
    await world.models.projects.updateOne(
      { _id: "prj_shop" },
      { settings: { retention: { audits: { days: 1, runs: 0 } } } },
    );
    const family = async (from: number) => {
      const head = await addRun(world.models, runId(from), { ...old, type: "full-suite" });
      for (const [i, type] of (["seo-test", "a11y-test"] as const).entries())
        await addRun(world.models, runId(from + i + 1), { ...old, type, parentRunId: head });
    };
    await family(1);
    await family(11);
    await world.models.runs.updateOne({ _id: runId(3) }, { heldAt: at });
    expect(totalsOf(await clean("retention")).runs).to.equal(3);
    expect(await runIds()).to.deep.equal([1, 2, 3].map(runId));
    expect(await world.models.runs.countDocuments({ projectId: "prj_shop", status: "completed" })).to.equal(3);
  });

  it("hides nothing while it waits for a backup, and decides by what is so after it", async () => {
    await oldRuns();
    const whole = Promise.withResolvers<void>();
    const backup = inBackupTurn(world.models, "bck_1", () => whole.promise);
    await eventually("the backup begins", async () => (await dataTurn(world.models)) === "backup");
    const sweep = clean("retention");
    const phase = async () => (await world.models.cleanups.findOne().lean())?.phase;
    await eventually("the sweep waits", async () => (await phase()) === "waiting for a backup");
    expect(await world.models.runs.countDocuments({ projectId: "prj_shop", status: "completed" })).to.equal(2);
    const settings = { retention: { pullRequests: { days: 3_000, runs: 0 } } };
    await world.models.projects.updateOne({ _id: "prj_shop" }, { settings });
    whole.resolve();
    expect(await sweep).to.deep.equal({});
    expect(await world.models.runs.countDocuments({ projectId: "prj_shop", status: "completed" })).to.equal(2);
    await backup;
  });

  it("leaves its turn to a backup between two runs, and deletes the rest after it", async () => {
    for (let i = 1; i <= 10; i += 1)
      await addRun(world.models, runId(i), { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: `quiet-${i}` });
    await keepByDays();
    let backup: Promise<number> | null = null;
    afterHiding(async () => {
      if (backup !== null) return;
      backup = inBackupTurn(world.models, "bck_1", async () => {
        // No run is partly deleted, and none is hidden.
        expect(await world.models.runs.countDocuments({ projectId: "prj_shop" })).to.equal((await runIds()).length);
        return (await runIds()).length;
      });
      const wanted = async () => (await world.models.dataLeases.findOne().lean())?.wantedUntil instanceof Date;
      await eventually("the backup waits", wanted);
    });
    expect(totalsOf(await clean("retention")).runs).to.equal(10);
    expect(await backup).to.equal(9);
    expect(await runIds()).to.deep.equal([]);
  });

  it("waits for a backup, deletes nothing meanwhile, and goes on after it", async () => {
    await addRun(world.models, runId(1), { createdAt: new Date(NOW.getTime() - 300 * DAY_MS), branch: "quiet" });
    await keepByDays();
    const whole = Promise.withResolvers<void>();
    const backup = inBackupTurn(world.models, "bck_1", () => whole.promise);
    await eventually("the backup begins", async () => (await dataTurn(world.models)) === "backup");
    const phase = async () => (await world.models.cleanups.findOne().lean())?.phase;
    const said: (string | undefined)[] = [];
    afterHiding(async () => void said.push(await phase()));
    const sweep = clean("retention");
    await eventually("the sweep waits", async () => (await phase()) === "waiting for a backup");
    expect(await runIds()).to.deep.equal([runId(1)]);
    whole.resolve();
    expect(totalsOf(await sweep).runs).to.equal(1);
    // It reports its progress again.
    expect(said.at(-1)).to.equal("runs");
    await backup;
  });

  it("tells what the bytes of a project belong to", async () => {
    await addRun(world.models, runId(1), { createdAt: NOW, reports: { html: await stored("a report") } });
    await stored("named by nothing");
    const baseline = await stored("a baseline");
    await world.models.baselines.collection.insertOne({
      _id: "bsl_1",
      projectId: "prj_shop",
      picture: { artifactId: baseline },
    } as never);
    await clean("plan");
    const { kinds, bytes, artifacts } = (await storedBy(world.models, ["prj_shop"])).get("prj_shop") ?? {};
    expect(kinds).to.deep.equal({
      baselines: { bytes: 10, artifacts: 1 },
      runs: { bytes: 8, artifacts: 1 },
      unnamed: { bytes: 16, artifacts: 1 },
    });
    const all = Object.values(kinds ?? {});
    expect(all.reduce((sum, one) => sum + one.bytes, 0)).to.equal(bytes);
    expect(all.reduce((sum, one) => sum + one.artifacts, 0)).to.equal(artifacts);
  });

  it("is announced a week before the first time, and only counted until then", async () => {
    await nameDatabase(world.models, null);
    const due = async () => {
      await createRetentionActivities(deps).noteRetentionDue();
      const open = await openCleanups(world.models);
      for (const { _id } of open) await endCleanup(world.models, _id, { at, error: null });
      return open.map(({ kind }) => kind);
    };
    const days: string[][] = [];
    // A manual cleanup does not affect the daily one.
    await clean("retention");
    for (let day = 0; day <= 8; day += 1) {
      days.push(await due());
      at = new Date(at.getTime() + DAY_MS);
    }
    expect(days.slice(0, 7)).to.deep.equal(Array(7).fill(["plan"]));
    expect(days.slice(7)).to.deep.equal([["retention"], ["retention"]]);
    deps = { ...deps, config: { ...deps.config, retention: "off" } };
    expect(await due()).to.deep.equal([]);
  });

  it("tells what belongs to what without what it deleted itself, and of a project that keeps nothing any more nothing", async () => {
    await addRun(world.models, runId(1), { createdAt: NOW, reports: { html: await stored("a report") } });
    await stored("named by nothing");
    await stored("of another", "prj_other");
    const kinds = async (id: string) => (await storedBy(world.models, [id])).get(id)?.kinds ?? null;
    await clean("plan");
    expect(await kinds("prj_other")).to.deep.equal({ unnamed: { bytes: 10, artifacts: 1 } });
    await clean("retention");
    const all = await kinds("prj_shop");
    expect(all?.runs).to.deep.equal({ bytes: 8, artifacts: 1 });
    expect(all?.unnamed).to.deep.equal({ bytes: 0, artifacts: 0 });
    await clean("plan");
    expect(await kinds("prj_other")).to.equal(null);
  });

  it("counts each slice once, however many records there are at its second try", async () => {
    const { models } = world;
    for (const text of ["one", "two", "three"]) await stored(text);
    const activities = createRetentionActivities(deps);
    await insertCleanup(models, { _id: "cln_wide", kind: "plan", at });
    await activities.beginCleanup({ cleanupId: "cln_wide" });
    const sizes = [MAX_AT_ONCE * 4, 3, 3, 3, 3];
    const artifacts = new Proxy(models.artifacts, {
      get: (target, name) =>
        name === "estimatedDocumentCount"
          ? () => ({ exec: async () => sizes.shift() ?? 3 })
          : Reflect.get(target, name),
    });
    const { sweepArtifacts } = createRetentionActivities({ ...deps, models: { ...models, artifacts } });
    const steps: (number | null)[] = [];
    for (let from: number | null = 0; from !== null; ) {
      // Each step runs twice, as after the loss of a worker.
      for (let time = 0; time < 2; time += 1)
        steps.push((await withActivity(() => sweepArtifacts({ cleanupId: "cln_wide", from: from ?? 0 }))).next);
      from = steps.at(-1) ?? null;
    }
    expect(steps).to.deep.equal([64, 64, 128, 128, 192, 192, null, null]);
    expect((await findCleanup(models, "cln_wide"))?.stored).to.deep.equal({
      prj_shop: { unnamed: { bytes: 11, artifacts: 3 } },
    });
  });

  itInFullLane("loses nothing that 1,000 writers store while it deletes the same bytes", async () => {
    const texts = Array.from({ length: 1_000 }, (_, i) => `contended ${i}`);
    for (const text of texts) await stored(text);
    const counted: CleanupCounts[] = [];
    const deleting = Promise.withResolvers<void>();
    const sweep = sweepSlices(deps, {
      range: rangeOf(0, SLICES),
      plan: null,
      signal: new AbortController().signal,
      turns: (work) => work(),
      stored: async () => undefined,
      note: (phase) => {
        if (phase === "deleting artifacts") deleting.resolve();
      },
      count: async (counts) => void counted.push(counts),
    });
    const ids: string[] = [];
    const write = async (text: string) => {
      ids.push(await keepArtifact(deps, { projectId: "prj_shop", bytes: Buffer.from(text), contentType: "image/png" }));
    };
    // In waves, so that writers meet every part of the sweep.
    const waves = async () => {
      await deleting.promise;
      for (let at = 0; at < texts.length; at += 50) await Promise.all(texts.slice(at, at + 50).map(write));
    };
    await Promise.all([sweep, waves()]);
    expect(ids).to.have.length(1_000);
    for (const id of ids) expect(await world.artifacts.has(id), id).to.equal(true);
    expect(await world.models.artifacts.countDocuments()).to.equal(1_000);
    expect(
      counted.reduce((sum, counts) => sum + totalsOf(counts).artifacts, 0),
      "met the sweep",
    ).to.be.greaterThan(0);
  });
});
