// The inbox compared with a simple model: any order of full and partial runs, ends, decisions, undos and merges.
import { expect } from "chai";
import type { CommonDeps } from "../../../activities/commonDeps.ts";
import { endRun, type Finishing } from "../../../activities/projection/endRun.ts";
import type { OperationContext } from "../../../api/lib/context.ts";
import { type Decision, decideShots } from "../../../api/operations/visual/decideShots.ts";
import { markOf } from "../../../api/operations/visual/reviewMark.ts";
import type { ReviewState } from "../../../domain/review/states.ts";
import type { Change } from "../../../domain/visual/reading/change.ts";
import { QUIET_BRANCH_DAYS } from "../../../domain/words/retention.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { baselinesOfShots } from "../../../models/baselines/queries.ts";
import { keepHistory } from "../../../models/commits/queries.ts";
import type { Models } from "../../../models/index.ts";
import { hideRuns } from "../../../models/retention/hideRuns.ts";
import { reviewAfterRun } from "../../../models/reviewItems/afterRun.ts";
import { openOfEarlierRuns } from "../../../models/reviewItems/earlier.ts";
import { fillReview } from "../../../models/reviewItems/fill.ts";
import { openItems, waitingIn } from "../../../models/reviewItems/queries.ts";
import type { ReviewItem } from "../../../models/reviewItems/schema.ts";
import { deleteItemsOfScenario, sweepReview } from "../../../models/reviewItems/sweep.ts";
import { refreshReviewItems, writeItems } from "../../../models/reviewItems/writeRun.ts";
import { askPerson, requestsOfRun } from "../../../models/reviewRequests/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { addRun, addShot, capture, keepProblems } from "../../api/support/shots.ts";
import { makeWorld, type World } from "../../api/support/world.ts";
import { randomOf } from "../../domain/history/oracle/random.ts";

const PERSON = { kind: "user", userId: "usr_e", email: "ed@org_a.example", orgId: "org_a", role: "editor" } as const;
const TEXT_CHANGE: Change = {
  key: "price",
  kind: "replaced",
  selector: ".price",
  tag: "p",
  role: "",
  name: "",
  at: { landmark: "", heading: "" },
  count: 1,
  text: null,
  image: null,
  styles: [],
  box: { x: 0, y: 0, width: 40, height: 20 },
  boxBefore: { x: 0, y: 0, width: 40, height: 20 },
  pushed: 0,
  changedPixels: 1000,
  share: 1,
};
const PLACES = ["p0", "p1", "p2", "p3"] as const;

describe("the inbox of what waits for review", function () {
  this.timeout(120_000);
  let world: World;
  beforeEach(async () => {
    world = await makeWorld();
  });
  afterEach(() => world.close());

  const runOf = async (id: string) => (await world.models.runs.findById(id).lean<Run>()) as Run;
  const end = async (id: string) => reviewAfterRun(world.models, await runOf(id));
  /** Ends a running run as its workflow would. */
  const finish = async (runId: string): Promise<void> => {
    const { models, clock } = world;
    const rest = { now: () => clock.at, log: () => undefined, metrics: { run: () => undefined } };
    const input: Finishing = { runId, executionId: "e", seq: 6 };
    await models.runs.updateOne({ _id: runId }, { $set: { executionId: "e" } });
    const deps = { models, ...rest } as unknown as CommonDeps;
    await endRun(deps, input, await runOf(runId), { status: "completed", verdict: "fail" });
  };
  /** Scenario, state, and run of every open item; on main by default. */
  const inbox = async (line = ""): Promise<string[]> =>
    (await openItems(world.models, "prj_shop"))
      .filter((item) => item.line === line)
      .map(({ scenarioLabel, state, shotId }) => `${scenarioLabel} ${state} ${shotId?.replace(/-\d+$/, "")}`)
      .sort();

  async function decide(decision: Decision, shotId: string, note?: string, ctx: OperationContext = world.ctx) {
    const shot = (await world.models.shots.findById(shotId).lean<Shot>()) as Shot;
    const standing = (await baselinesOfShots(world.models, [shot])).get(baselineIdOf(shot.baselineKey));
    const shots = [{ shotId, mark: markOf(shot, standing) }];
    const answer = await decideShots(ctx, PERSON, shot.runId, { decision, shots, ...(note && { note }) });
    return answer.results[0]?.ok === true;
  }

  /** Adds a run with a failed result for each of these places. `hour`: when it was started. */
  async function run(
    id: string,
    hour: number,
    names: Partial<Record<string, string | null>>,
    patch: Partial<Run> = {},
  ) {
    await addRun(world.models, id, {
      branch: "main",
      createdAt: new Date(Date.UTC(2026, 2, 10, hour)),
      scenarios: Object.keys(names),
      ...patch,
    });
    for (const [index, [place, name]] of Object.entries(names).entries())
      await addShot(world.models, id, index, {
        scenarioId: `scn_${place}`,
        scenarioLabel: place,
        ...(name === null || name === undefined
          ? { status: "passed", fingerprint: null }
          : { causes: [name], fingerprint: name }),
      });
    return id;
  }

  it("a branch that was renamed within its pull request is listed once, with what was rejected", async () => {
    await run("run_1", 1, { p0: "red", p1: "blue", p2: "green" }, { branch: "old", prNumber: 7 });
    await run("run_2", 1, { p0: "red" }, { branch: "other", prNumber: 8 });
    await run("run_3", 1, { p0: "red" }, { branch: "local" });
    // The pull request of another repository has the same number.
    const prUrl = "https://github.com/acme/other/pull/7";
    await run("run_theirs", 1, { p0: "red", p3: "blue" }, { branch: "theirs", prNumber: 7, prUrl });
    for (const id of ["run_1", "run_2", "run_3", "run_theirs"]) await end(id);
    expect(await decide("reject", "run_1-00001")).to.equal(true);
    await run("run_4", 2, { p0: "red", p1: "blue" }, { branch: "new", prNumber: 7 });
    await end("run_4");
    expect(await inbox("new")).to.deep.equal(["p0 waiting run_4", "p1 rejected run_4"]);
    expect(await inbox("old"), "what the run did not look at").to.deep.equal(["p2 waiting run_1"]);
    expect([await inbox("other"), await inbox("local")]).to.deep.equal([["p0 waiting run_2"], ["p0 waiting run_3"]]);
    await run("run_5", 3, { p0: null }, { branch: "new", prNumber: 7, scenarios: null });
    await end("run_5");
    expect([await inbox("old"), await inbox("new")], "a run of everything").to.deep.equal([[], []]);
    expect(await inbox("theirs")).to.deep.equal(["p0 waiting run_theirs", "p3 waiting run_theirs"]);
  });

  it("a partial run adds, and hides nothing that it did not look at", async () => {
    await run("run_1", 1, { p0: "a", p1: "b", p2: "c" }, { scenarios: null });
    await end("run_1");
    await run("run_2", 2, { p1: "b", p3: "d" });
    await end("run_2");
    const all = ["p0 waiting run_1", "p1 waiting run_2", "p2 waiting run_1", "p3 waiting run_2"];
    expect(await inbox()).to.deep.equal(all);
    expect(await waitingIn(world.models, "prj_shop")).to.deep.equal({
      screenshots: 4,
      changes: 4,
      changedScreenshots: 4,
    });
    // The older run is written again, as after a decision about it.
    await end("run_1");
    expect(await inbox()).to.deep.equal(all);
  });

  it("what a run took over from an earlier one, or could not capture, stays as it was", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" });
    await end("run_1");
    await run("run_2", 2, { p0: null, p1: "x" });
    await world.models.shots.updateOne({ runId: "run_2", scenarioId: "scn_p0" }, { $set: { carriedFrom: "run_0" } });
    const error = { status: "error", reasons: [{ code: "timeout", message: "It took too long." }] };
    await world.models.shots.updateOne({ runId: "run_2", scenarioId: "scn_p1" }, { $set: error });
    await end("run_2");
    expect(await inbox()).to.deep.equal(["p0 waiting run_1", "p1 waiting run_1"]);
  });

  it("what a rerun took over from a cancelled run, which recorded nothing, counts as its own", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" }, { scenarios: null });
    await keepProblems(world.models);
    await end("run_1");
    await run("run_2", 2, { p0: null, p1: "b" }, { status: "failed" });
    await run("run_3", 3, { p0: null, p1: "b" });
    await world.models.shots.updateOne({ runId: "run_3", scenarioId: "scn_p0" }, { $set: { carriedFrom: "run_2" } });
    await keepProblems(world.models);
    await end("run_3");
    expect(await inbox()).to.deep.equal(["p1 waiting run_3"]);
    expect((await openOfEarlierRuns(world.models, await runOf("run_3"), new Date(), {})).screenshots).to.equal(0);
    const problems = await world.models.problems.find().lean();
    expect(problems.map(({ cause, status }) => `${cause} ${status}`).sort()).to.deep.equal(["a fixed", "b ongoing"]);
  });

  it("a place that a run of everything does not have is gone, and a deleted scenario takes its items along", async () => {
    await run("run_1", 1, { p0: "a", p1: "b", p2: "c" });
    await end("run_1");
    await run("run_2", 2, { p1: "b", p2: "c" }, { scenarios: null });
    await end("run_2");
    expect(await inbox()).to.deep.equal(["p1 waiting run_2", "p2 waiting run_2"]);
    await run("run_upload", 3, { p9: "z" }, { scenarios: null, upload: { shards: [] } as unknown as Run["upload"] });
    await end("run_upload");
    expect(await inbox(), "uploads have places of their own").to.have.length(3);
    await deleteItemsOfScenario(world.models, "prj_shop", "scn_p1");
    expect(await inbox()).to.deep.equal(["p2 waiting run_2", "p9 waiting run_upload"]);
  });

  it("a rejection holds for the same difference, with its note and person, and an undo takes it back everywhere", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" });
    await end("run_1");
    expect(await decide("reject", "run_1-00000", "The price is wrong.")).to.equal(true);
    expect(await decide("reject", "run_1-00001")).to.equal(true);
    await run("run_2", 2, { p0: "a", p1: "other" });
    await end("run_2");
    await run("run_3", 3, { p0: "a" });
    await end("run_3");
    await end("run_3");
    expect(await inbox()).to.deep.equal(["p0 rejected run_3", "p1 waiting run_2"]);
    const review = async (id: string) => (await world.models.shots.findById(id).lean<Shot>())?.review;
    expect(await review("run_3-00000")).to.deep.include({
      decision: "rejected",
      note: "The price is wrong.",
      by: PERSON.email,
      carried: { runId: "run_1", shotId: "run_2-00000" },
    });
    // The second of three.
    expect(await decide("undo", "run_2-00000")).to.equal(true);
    for (const id of ["run_1-00000", "run_2-00000", "run_3-00000"]) expect(await review(id), id).to.equal(null);
    expect(await inbox()).to.deep.equal(["p0 waiting run_3", "p1 waiting run_2"]);
    await run("run_4", 4, { p0: "a" });
    await end("run_4");
    expect(await inbox()).to.deep.equal(["p0 waiting run_4", "p1 waiting run_2"]);
  });

  it("an undo keeps sweeps away from the other runs that it changes, and leaves one that is being deleted", async () => {
    for (const [i, id] of ["run_1", "run_2", "run_3"].entries()) {
      await run(id, i + 1, { p0: "a" });
      await end(id);
      if (i === 0) await decide("reject", "run_1-00000");
    }
    await world.models.runs.updateOne({ _id: "run_1" }, { $set: { outbox: "done", heldAt: null } });
    expect(await hideRuns(world.models, [{ id: "run_1", kind: "main", head: "run_1" }], world.clock.at)).to.have.length(
      1,
    );
    expect(await decide("undo", "run_2-00000")).to.equal(true);
    const left = await world.models.shots.find({ "review.decision": "rejected" } as object).lean<Shot[]>();
    expect(left.map(({ runId }) => runId)).to.deep.equal(["run_1"]);
    expect((await runOf("run_3")).heldAt).to.deep.equal(world.clock.at);
  });

  it("an undo reaches the copies of it that a newer run no longer shows", async () => {
    await run("run_1", 1, { p0: "a" });
    await end("run_1");
    await decide("reject", "run_1-00000");
    await run("run_2", 2, { p0: "a" });
    await end("run_2");
    await run("run_3", 3, { p0: "other" });
    await end("run_3");
    expect(await inbox()).to.deep.equal(["p0 waiting run_3"]);
    expect(await decide("undo", "run_1-00000")).to.equal(true);
    const held = await world.models.shots.find({ scenarioId: "scn_p0" }).lean<Shot[]>();
    expect(held.map(({ runId, review = null }) => [runId, review])).to.have.deep.members([
      ["run_1", null],
      ["run_2", null],
      ["run_3", null],
    ]);
  });

  it("an undo leaves an equal decision about another result of the place", async () => {
    await run("run_1", 1, { p0: "a" });
    await run("run_2", 2, { p0: "a" });
    for (const id of ["run_1", "run_2"]) await end(id);
    for (const id of ["run_1-00000", "run_2-00000"]) await decide("reject", id);
    expect(await decide("undo", "run_1-00000")).to.equal(true);
    expect(await inbox()).to.deep.equal(["p0 rejected run_2"]);
  });

  it("a rejection is not carried to other digits of the same change", async () => {
    const price = (after: string) => [{ ...TEXT_CHANGE, text: { before: "£10", after } }];
    for (const [hour, after] of ["£19", "£19", "£29"].entries()) {
      const id = `run_${hour}`;
      await run(id, hour, { p0: "price" });
      await world.models.shots.updateOne({ runId: id }, { $set: { changes: price(after), fingerprint: after } });
      await end(id);
      if (hour === 0) await decide("reject", "run_0-00000");
      if (hour === 1) expect(await inbox()).to.deep.equal(["p0 rejected run_1"]);
    }
    expect(await inbox()).to.deep.equal(["p0 waiting run_2"]);
  });

  it("a browser that is not tested any more is forgotten, on main too, unless nothing is", async () => {
    const later = new Date(Date.UTC(2026, 2, 10, 1) + (QUIET_BRANCH_DAYS + 2) * 86_400_000);
    await run("run_1", 1, { p0: "a", p1: "b" });
    await world.models.shots.updateOne({ runId: "run_1", index: 1 }, { $set: { browser: "firefox" } });
    await end("run_1");
    while ((await sweepReview(world.models, later)) !== null);
    expect(await inbox()).to.deep.equal(["p0 waiting run_1", "p1 waiting run_1"]);
    await run("run_2", 2, { p0: "a" }, { createdAt: later });
    await end("run_2");
    const nextDay = new Date(later.getTime() + 86_400_000);
    while ((await sweepReview(world.models, nextDay)) !== null);
    expect(await inbox()).to.deep.equal(["p0 waiting run_2"]);
  });

  it("a decision during the end of a run is in the items when the run has ended", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" }, { status: "running" });
    // In the order of a run's end: its items, a decision in between, its end.
    await end("run_1");
    expect(await decide("approve", "run_1-00000")).to.equal(true);
    expect(await inbox()).to.deep.equal(["p0 waiting run_1", "p1 waiting run_1"]);
    await finish("run_1");
    expect(await inbox()).to.deep.equal(["p1 waiting run_1"]);
  });

  it("a request for a review is open while the run may find more, and again when a decision is undone elsewhere", async () => {
    const { models } = world;
    const asking = { orgId: "org_a", projectId: "prj_shop", email: "bob@shop.example", askedBy: PERSON.email };
    const ask = (runId: string) => askPerson(models, { ...asking, runId, askedAt: new Date(), note: null });
    const doneBy = async (runId: string) => (await requestsOfRun(models, runId))[0]?.doneBy ?? null;
    await run("run_1", 1, { p0: "a" }, { status: "running" });
    await ask("run_1");
    await decide("reject", "run_1-00000");
    expect(await doneBy("run_1")).to.equal(null);
    await addShot(models, "run_1", 1, { scenarioId: "scn_p1", scenarioLabel: "p1", causes: ["b"], fingerprint: "b" });
    await finish("run_1");
    expect(await doneBy("run_1")).to.equal(null);
    await decide("reject", "run_1-00001");
    expect(await doneBy("run_1")).to.equal("decisions");
    // Its results carry the decisions of the first, so its end leaves nothing to review.
    await run("run_2", 2, { p0: "a", p1: "b" }, { status: "running" });
    await ask("run_2");
    await finish("run_2");
    expect(await doneBy("run_2")).to.equal("decisions");
    await decide("undo", "run_1-00000");
    expect([await doneBy("run_1"), await doneBy("run_2")]).to.deep.equal([null, null]);
  });

  it("another failure of a write is not taken for a race", async () => {
    const failing = (writeErrors: object[]) => {
      const error = Object.assign(new Error("bulk"), { code: 11000, writeErrors });
      return { reviewItems: { bulkWrite: () => Promise.reject(error) } } as unknown as Models;
    };
    const item = { _id: "rvi_1", order: "1" } as ReviewItem;
    await writeItems(failing([{ code: 11000 }, { code: 11000 }]), [item]);
    const failed = await writeItems(failing([{ code: 11000 }, { code: 50 }]), [item]).catch((error: Error) => error);
    expect(failed).to.be.instanceOf(Error);
  });

  it("a first screenshot that was rejected stays so while it is the same picture", async () => {
    const first = (id: string, picture: string) =>
      addShot(world.models, id, 0, {
        status: "error",
        reasons: [{ code: "no_baseline", message: "It has no baseline." }],
        captures: [capture(picture)],
      });
    for (const [at, picture] of ["x", "x", "y"].entries()) {
      const id = `run_${at}`;
      await addRun(world.models, id, { branch: "main", createdAt: new Date(Date.UTC(2026, 2, 10, at)) });
      await first(id, picture);
      await end(id);
      if (at === 0) await decide("reject", "run_0-00000");
      if (at === 1) expect(await inbox()).to.deep.equal(["Home rejected run_1"]);
    }
    expect(await inbox()).to.deep.equal(["Home waiting run_2"]);
    expect(await waitingIn(world.models, "prj_shop")).to.deep.equal({
      screenshots: 1,
      changes: 0,
      changedScreenshots: 0,
    });
  });

  it("a captured baseline clears what waited; a quiet branch and a deleted environment are forgotten", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" });
    await end("run_1");
    await run("run_2", 2, { p0: null }, { type: "baseline" });
    await world.models.shots.updateMany({ runId: "run_2" }, { $set: { kind: "baseline" } });
    await end("run_2");
    expect(await inbox()).to.deep.equal(["p1 waiting run_1"]);
    await run("run_3", 3, { p0: "a" }, { branch: "quiet" });
    await run("run_4", 4, { p0: "a" }, { environmentId: "env_gone" });
    for (const id of ["run_3", "run_4"]) await end(id);
    const started = Date.UTC(2026, 2, 10, 3);
    const daysLater = (days: number) => new Date(started + days * 86_400_000);
    const sweep = async (now: Date) => {
      let deleted = 0;
      for (let one = await sweepReview(world.models, now); one !== null; one = await sweepReview(world.models, now))
        deleted += one;
      return deleted;
    };
    expect(await sweep(daysLater(QUIET_BRANCH_DAYS - 1))).to.equal(1);
    expect(await inbox("quiet")).to.deep.equal(["p0 waiting run_3"]);
    expect(await sweep(daysLater(QUIET_BRANCH_DAYS + 1))).to.equal(1);
    expect([await inbox("quiet"), await inbox()]).to.deep.equal([[], ["p1 waiting run_1"]]);
  });

  it("is filled from the newest runs of an earlier version, once", async () => {
    await run("run_1", 1, { p0: "a", p1: "b" });
    await run("run_2", 2, { p1: null });
    await run("run_3", 3, { p0: "a" }, { branch: "feature" });
    await run("run_4", 4, { p0: null }, { status: "failed" });
    for (let hour = 5; hour < 11; hour++) await run(`run_${hour}`, hour, { p2: `n${hour}` });
    expect(await fillReview(world.models)).to.equal(true);
    expect(await inbox(), "some runs a round").not.to.include("p2 waiting run_10");
    while (await fillReview(world.models));
    expect((await inbox()).pop()).to.equal("p2 waiting run_10");
    await deleteItemsOfScenario(world.models, "prj_shop", "scn_p2");
    expect([await inbox(), await inbox("feature")]).to.deep.equal([["p0 waiting run_1"], ["p0 waiting run_3"]]);
    expect(await fillReview(world.models)).to.equal(false);
  });

  it("runs that are written at once, and twice, leave what the newest saw", async () => {
    for (let hour = 0; hour < 6; hour++)
      await run(`run_${hour}`, hour, { p0: `n${hour}`, p1: hour === 5 ? null : "b" });
    const runs = await Promise.all([0, 1, 2, 3, 4, 5].map((hour) => runOf(`run_${hour}`)));
    await Promise.all([...runs, ...runs.toReversed()].map((one) => refreshReviewItems(world.models, one)));
    expect(await inbox()).to.deep.equal(["p0 waiting run_5"]);
    expect(await world.models.reviewItems.countDocuments({})).to.equal(2);
  });

  for (const seed of [1, 2, 4, 8])
    it(`equals a simple model over a random history (${seed})`, async () => {
      const model = createModel();
      const random = randomOf(seed);
      const said: string[] = [];
      const told = (commits: [string, string[]][], onMain: boolean) =>
        keepHistory(world.models, {
          projectId: "prj_shop",
          rows: commits.map(([sha, parents]) => [sha, parents] as const),
          onMain,
          at: world.clock.at,
        });
      const tips = { main: commitOf(0), b: commitOf(1) };
      await told([[tips.main, []]], true);
      await told([[tips.b, [tips.main]]], false);
      model.commit(tips.main, []);
      model.commit(tips.b, [tips.main]);
      let commits = 2;
      for (let turn = 0; turn < 60; turn++) {
        world.advance(1_000);
        const what = random.int(10);
        const branch = random.chance(0.6) ? ("main" as const) : ("b" as const);
        if (what < 3) {
          const id = `run_${String(turn).padStart(3, "0")}`;
          const isWhole = random.chance(0.4);
          const looked = PLACES.filter(() => random.chance(isWhole ? 0.8 : 0.4));
          const seen = Object.fromEntries(
            (looked.length > 0 ? looked : [PLACES[0]]).map((place) => [
              place,
              random.pick(["a", "a", "b", null]) ?? null,
            ]),
          );
          await run(id, 0, seen, {
            branch,
            createdAt: world.clock.at,
            commitSha: tips[branch],
            scenarios: isWhole ? null : Object.keys(seen),
          });
          model.start({ id, branch, commit: tips[branch], isWhole, seen });
          said.push(`${id} on ${branch}${isWhole ? " of everything" : ""}: ${JSON.stringify(seen)}`);
        } else if (what < 6) {
          const id = random.pick(model.running());
          if (id === undefined) continue;
          await end(id);
          model.end(id);
          said.push(`${id} ends`);
        } else if (what < 9) {
          const shotId = random.pick(model.shots());
          const decision = random.pick(["reject", "reject", "later", "approve", "undo"] as const);
          if (shotId === undefined || decision === undefined) continue;
          const ok = await decide(decision, shotId);
          if (ok) model.decide(decision, shotId);
          said.push(`${decision} ${shotId}${ok ? "" : " refused"}`);
        } else {
          const sha = commitOf(commits++);
          const parents = branch === "b" ? [tips.b] : [tips.main, tips.b];
          await told([[sha, parents]], branch === "main");
          model.commit(sha, parents);
          tips[branch] = sha;
          said.push(`${branch} is at ${parents.length > 1 ? "a merge of b" : "a new commit"}`);
        }
        expect({ main: await inbox(), b: await inbox("b") }, said.join("\n")).to.deep.equal(model.inbox());
      }
    });
});

const commitOf = (number: number): string => number.toString(16).padStart(40, "0");

type Held = { decision: "rejected" | "later" | "approved"; number: number; from: string | null };
type ModelShot = { run: number; name: string | null; held: Held | null; before: Held | null; rev: number };
type ModelRun = {
  id: string;
  branch: "main" | "b";
  commit: string;
  isWhole: boolean;
  seen: Record<string, string | null>;
};

/** What a person would expect: for each place, the newest ended run that covered it, and what was decided about it. */
function createModel() {
  /** `gone`: places that a complete run no longer had. */
  const runs: (ModelRun & { ended: boolean; gone: ReadonlySet<string> })[] = [];
  const shots = new Map<string, ModelShot>();
  const ancestors = new Map<string, Set<string>>();
  const merged = new Set<string>();
  let decisions = 0;

  const idOf = (run: ModelRun, place: string): string =>
    `${run.id}-${String(Object.keys(run.seen).indexOf(place)).padStart(5, "0")}`;

  /** Returns the newest ended run of a branch that covered the place, or found it gone. */
  function standing(branch: string, place: string): { run: number; shotId: string | null } | null {
    const at = runs.findLastIndex(
      (run) => run.ended && run.branch === branch && (place in run.seen || run.gone.has(place)),
    );
    const run = runs[at];
    return run ? { run: at, shotId: place in run.seen ? idOf(run, place) : null } : null;
  }

  const stateOf = ({ name, held }: ModelShot): ReviewState =>
    name === null || held?.decision === "approved" ? "clear" : (held?.decision ?? "waiting");
  const markOfShot = (id: string): string => `${id} ${shots.get(id)?.rev}`;

  function set(id: string, held: Held | null, before: Held | null): void {
    const shot = shots.get(id) as ModelShot;
    Object.assign(shot, { held, before, rev: shot.rev + 1 });
  }

  return {
    commit: (sha: string, parents: string[]) =>
      void ancestors.set(sha, new Set([sha, ...parents.flatMap((parent) => [...(ancestors.get(parent) ?? [])])])),
    start(run: ModelRun) {
      runs.push({ ...run, ended: false, gone: new Set() });
      for (const [place, name] of Object.entries(run.seen))
        shots.set(idOf(run, place), { run: runs.length - 1, name, held: null, before: null, rev: 0 });
    },
    running: () => runs.filter(({ ended }) => !ended).map(({ id }) => id),
    shots: () => [...shots].filter(([, { run, name }]) => runs[run]?.ended && name !== null).map(([id]) => id),
    end(id: string) {
      const at = runs.findIndex((run) => run.id === id);
      const run = runs[at] as (typeof runs)[number];
      for (const [place, name] of Object.entries(run.seen)) {
        const stands = standing(run.branch, place);
        const before = stands?.shotId ? shots.get(stands.shotId) : null;
        const isOlder = stands !== null && stands.run < at && !merged.has(markOfShot(stands.shotId ?? ""));
        if (isOlder && before?.held?.decision === "rejected" && before.name === name && name !== null)
          set(idOf(run, place), { ...before.held, from: stands?.shotId ?? null }, null);
      }
      const isGone = (place: string) => !(place in run.seen) && standing(run.branch, place) !== null;
      run.gone = new Set(run.isWhole ? PLACES.filter(isGone) : []);
      run.ended = true;
      if (run.branch !== "main" || !run.isWhole) return;
      const newest = runs.findLast((one) => one.ended && one.branch === "b");
      if (newest && ancestors.get(run.commit)?.has(newest.commit))
        for (const place of PLACES) merged.add(markOfShot(standing("b", place)?.shotId ?? ""));
    },
    decide(decision: Exclude<Decision, "ignore">, id: string) {
      const shot = shots.get(id) as ModelShot;
      if (decision !== "undo") {
        const word = { reject: "rejected", later: "later", approve: "approved" } as const;
        return set(id, { decision: word[decision], number: decisions++, from: null }, shot.held);
      }
      const { held } = shot;
      if (held?.decision === "rejected") {
        const holders = [...shots].filter(([, one]) => one.held?.number === held.number).map(([other]) => other);
        for (const other of holders) if (other !== id) set(other, shots.get(other)?.before ?? null, null);
      }
      set(id, shot.before, null);
    },
    inbox() {
      const of = (branch: "main" | "b") =>
        PLACES.flatMap((place) => {
          const shotId = standing(branch, place)?.shotId;
          const shot = shotId ? shots.get(shotId) : undefined;
          if (!shotId || !shot || merged.has(markOfShot(shotId)) || stateOf(shot) === "clear") return [];
          return [`${place} ${stateOf(shot)} ${runs[shot.run]?.id}`];
        }).sort();
      return { main: of("main"), b: of("b") };
    },
  };
}
