// A run with a shallow clone: its history comes from the code host, and its screenshots are compared as with a full clone.
import { expect } from "chai";
import { completeHistory } from "../../../activities/plan/history/completeHistory.ts";
import { createPlanActivities } from "../../../activities/plan/planRun.ts";
import { createSuiteActivities } from "../../../activities/plan/suite.ts";
import { type Config, readConfig } from "../../../domain/config.ts";
import { unknownHistory } from "../../../domain/history/mending.ts";
import { promote } from "../../../models/baselines/promote.ts";
import type { BaselinePicture } from "../../../models/baselines/schema.ts";
import { keepHistory, loadCommits } from "../../../models/commits/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { addRun } from "../../api/support/shots.ts";
import { withActivity } from "../../support/activity.ts";
import { type ActivityWorld, openActivityWorld } from "../../support/activityWorld.ts";
import { type FakeHost, fakeHost, TOKEN } from "../../support/fakeHosts.ts";
import { type FakeCommit, fakeRepository } from "../../support/fakeRepository.ts";

const KINDS = ["github", "gitlab"] as const;
const sha = (name: string): string => Buffer.from(name).toString("hex").padEnd(40, "0");
const commit = (name: string, ...parents: string[]): FakeCommit => ({ sha: sha(name), parents: parents.map(sha) });
/** `main`: m1 to m3. `feature` forked at m1, and `above` from it; `alone` shares no commit with them. */
const COMMITS = [
  commit("m1"),
  commit("m2", "m1"),
  commit("f1", "m1"),
  commit("f2", "f1"),
  commit("m3", "m2"),
  commit("a1", "f2"),
  commit("o1"),
];
const BRANCHES = { main: sha("m3"), feature: sha("f2"), above: sha("a1"), alone: sha("o1") };
const picture = (look: string): BaselinePicture => ({
  artifactId: `art-${look}`,
  mapId: null,
  frameSha256: `frame-${look}`,
  pixelSha256: `pixels-${look}`,
  width: 10,
  height: 10,
  renderer: { browser: "chromium", version: "1", platform: "linux", fonts: "f" },
});

describe("a commit whose history is cut", () => {
  let world: ActivityWorld;
  let config: { -readonly [K in keyof Config]: Config[K] };
  const hosts = {} as Record<(typeof KINDS)[number], FakeHost>;
  const logged: string[] = [];
  let runs = 0;
  before(async () => {
    for (const kind of KINDS) hosts[kind] = await fakeHost(kind);
    world = await openActivityWorld({
      log: (_level, message, fields) => void logged.push(JSON.stringify([message, fields])),
    });
    await world.models.scenarios.create({
      _id: "scn_home",
      projectId: "prj_shop",
      label: "Home",
      url: "/",
      viewports: ["desktop"],
      createdAt: new Date(),
    });
    for (const look of ["m1", "m3"])
      await promote(world.models, {
        key: {
          projectId: "prj_shop",
          environmentId: "env_prod",
          scenarioId: "scn_home",
          selector: "",
          viewport: "desktop",
          browser: "chromium",
          branch: "main",
        },
        picture: picture(look),
        by: "key ci",
        how: "approve",
        at: new Date(),
        id: `bsv_${look}`,
        fromRunId: "run_0",
        fromShotId: look,
        origin: { comparedWith: null, commitSha: sha(look), prNumber: null, person: "ann@shop.test" },
      });
  });
  after(async () => {
    await world?.close();
    for (const host of Object.values(hosts)) await host.close();
  });
  beforeEach(async () => {
    for (const host of Object.values(hosts)) {
      host.reset();
      host.state.repository = fakeRepository(COMMITS, BRANCHES);
    }
    await world.models.commits.deleteMany({});
    await world.models.runs.deleteMany({});
    await world.models.notificationChannels.deleteMany({});
    connect("github");
  });

  /** Configures one host, whose repository is the installation's. */
  const connect = (kind: (typeof KINDS)[number], more: Record<string, string> = {}) => {
    const { base } = hosts[kind];
    config = readConfig(
      kind === "github"
        ? { SVC_GITHUB_TOKEN: TOKEN, SVC_GITHUB_API_URL: base, SVC_GITHUB_REPOSITORY: "acme/shop", ...more }
        : { SVC_GITLAB_TOKEN: TOKEN, SVC_GITLAB_URL: base, SVC_GITLAB_PROJECT: "acme/shop", ...more },
    );
  };
  const depsNow = () => ({ ...world.deps, config });
  const add = (patch: Partial<Run>) =>
    addRun(world.models, `run_${++runs}`, { status: "running", seq: 0, branch: "feature", ...patch });
  const runOf = async (runId: string) => (await world.models.runs.findById(runId).lean()) as unknown as Run;
  const complete = async (patch: Partial<Run>, hostMs?: number) => {
    const runId = await add(patch);
    await completeHistory(depsNow(), await runOf(runId), hostMs);
    const { historyNotes = [], warnings } = await runOf(runId);
    expect(warnings, "what the run says").to.deep.equal(historyNotes);
    return historyNotes.map(({ message }) => message);
  };
  const known = async () => (await loadCommits(world.models, "prj_shop")).map((one) => one.sha).toSorted();
  const asked = () => hosts.github.state.requests.length;
  const know = (commits: readonly FakeCommit[], onMain: boolean) =>
    keepHistory(world.models, {
      projectId: "prj_shop",
      onMain,
      at: new Date("2026-03-10T10:00:00Z"),
      rows: commits.map((one) => [one.sha, one.parents]),
    });

  for (const kind of KINDS)
    it(`is told by ${kind}, and the run is compared with main where the branch began`, async () => {
      connect(kind);
      const runId = await add({ commitSha: sha("f2"), baseBranch: "main" });
      await withActivity(() => createPlanActivities(depsNow()).planRun({ runId, executionId: "e" }));
      const shot = await world.models.shots.findOne({ runId }).lean();
      expect(shot?.baselineVersionId).to.equal("bsv_m1");
      expect(shot?.reference).to.deep.include({
        chosenBy: "history",
        main: { branch: "main", sha: sha("m1"), own: false },
      });
      expect(shot?.reference?.mainNow).to.include({ versionId: "bsv_m3" });
      expect((await runOf(runId)).warnings).to.deep.equal([]);
      expect(await known()).to.deep.equal(["f1", "f2", "m1", "m2", "m3"].map(sha).toSorted());
      // Known commits are not requested again.
      const { requests } = hosts[kind].state;
      const before = requests.length;
      expect(await complete({ commitSha: sha("f1") })).to.deep.equal([]);
      expect(requests).to.have.length(before);
    });

  for (const [what, base] of [
    ["the branch that it goes to", "feature"],
    ["main where the branch that it goes to is gone", "gone"],
    ["main where the branch that it names is none", "feature..main"],
  ] as const)
    it(`is told from ${what}`, async () => {
      await know([commit("m3", "m2"), commit("m2", "m1"), commit("m1")], true);
      expect(await complete({ branch: "above", commitSha: sha("a1"), baseBranch: base })).to.deep.equal([]);
      expect(await known()).to.deep.equal(["a1", "f1", "f2", "m1", "m2", "m3"].map(sha).toSorted());
    });

  it("is told on main until it goes on in what is known", async () => {
    await know([commit("m1")], true);
    expect(await complete({ branch: "main", commitSha: sha("m3") })).to.deep.equal([]);
    const commits = await loadCommits(world.models, "prj_shop");
    expect(commits.map(({ onMain }) => onMain)).to.deep.equal([true, true, true]);
  });

  it("is completed where a shallow clone told its last commits", async () => {
    await know([commit("f2", "f1")], false);
    const runId = await add({ commitSha: sha("f2") });
    expect(await complete({ commitSha: sha("f2") })).to.deep.equal([]);
    expect(await known()).to.deep.equal(["f1", "f2", "m1", "m2", "m3"].map(sha).toSorted());
    await withActivity(() => createPlanActivities(depsNow()).planRun({ runId, executionId: "e" }));
    expect((await world.models.shots.findOne({ runId }).lean())?.baselineVersionId).to.equal("bsv_m1");
  });

  it("is said no more to be unknown when the host told it", async () => {
    await know([commit("m1")], true);
    const facts = { commitSha: sha("f2"), branch: "feature", mainBranch: "main" };
    const unknown = { code: "history", message: unknownHistory(facts) } as const;
    const left = { code: "history", message: "The history was taken without a part of it." } as const;
    expect(await complete({ commitSha: sha("f2"), historyNotes: [left, unknown] })).to.deep.equal([left.message]);
  });

  it("of a full audit is asked for once, for all of its parts", async () => {
    const extra = { pillars: ["visual", "seo"] };
    hosts.github.state.refuse.push({ answer: { status: 403 } }, { answer: { status: 403 } });
    const runId = await add({ type: "full-suite", commitSha: sha("f2"), extra });
    await withActivity(() => createSuiteActivities(depsNow()).planSuite({ runId }));
    const before = asked();
    for (const part of await world.models.runs.find({ parentRunId: runId }).lean<Run[]>()) {
      expect(part.historyNotes?.[0]?.message).to.match(
        /^GitHub could not return the history of 6632000: the token in /,
      );
      await completeHistory(depsNow(), part);
    }
    expect(before).to.be.above(0);
    expect(asked()).to.equal(before);
  });

  const FOLLOWS = ", so it is compared with the newest of feature, else of main.";
  for (const [what, answer, reason] of [
    [
      "may not be read",
      { status: 403, body: { message: `no ${TOKEN}` } },
      "the token in SVC_GITHUB_TOKEN may not read acme/shop: it needs read access to contents",
    ],
    ["has another token", { status: 401 }, "it does not accept the token in SVC_GITHUB_TOKEN"],
    ["moved", { status: 301, headers: { location: "/x" } }, "it redirects the request for acme/shop"],
    ["says something else", { status: 200, body: { status: "ahead" } }, "its answer cannot be read"],
    [
      "is unknown",
      { status: 404 },
      "it does not know 6632000 or main in acme/shop, or the token in SVC_GITHUB_TOKEN may not read it",
    ],
  ] as const)
    it(`in a repository that ${what} is a sentence of the run, which goes on`, async () => {
      hosts.github.state.refuse.push({ path: /compare/, answer });
      const prUrl = `${hosts.github.base}/acme/shop/pull/7`;
      const runId = await add({ commitSha: sha("f2"), prUrl });
      await withActivity(() => createPlanActivities(depsNow()).planRun({ runId, executionId: "e" }));
      const said = (await runOf(runId)).historyNotes?.map(({ message }) => message) ?? [];
      expect(said).to.deep.equal([`GitHub could not return the history of 6632000: ${reason}${FOLLOWS}`]);
      const shot = await world.models.shots.findOne({ runId }).lean();
      expect(shot?.reference).to.include({ chosenBy: "main" });
      expect(JSON.stringify([await runOf(runId), logged])).not.to.include(TOKEN);
    });

  it("is not waited for where the host is silent", async () => {
    hosts.github.state.silent = /compare/;
    expect(await complete({ commitSha: sha("f2") }, 200)).to.deep.equal([
      `GitHub could not return the history of 6632000: it did not answer in time${FOLLOWS}`,
    ]);
  });

  it("is what came where the host stops", async () => {
    // The first page of main is full, and the second one is rejected.
    const line = Array.from({ length: 150 }, (_, at) => commit(`l${at}`, ...(at === 0 ? [] : [`l${at - 1}`])));
    hosts.github.state.repository = fakeRepository([...line, commit("f1", "l149")], { main: sha("l149") });
    hosts.github.state.refuse.push({ query: /page=2/, answer: { status: 403 } });
    expect(await complete({ commitSha: sha("f1") })).to.deep.equal([]);
    expect(await known()).to.have.length(101);
  });

  it("that goes on in nothing that is known is not kept, and said", async () => {
    await know([commit("elsewhere", "gone")], true);
    const line = Array.from({ length: 1_100 }, (_, at) => commit(`l${at}`, ...(at === 0 ? ["x"] : [`l${at - 1}`])));
    hosts.github.state.repository = fakeRepository([...line, commit("f1", "l1099")], { main: sha("l1099") });
    expect(await complete({ commitSha: sha("f1") })).to.deep.equal([
      `GitHub could not return the history of 6631000: it does not connect to the known history within 1,000 commits${FOLLOWS}`,
    ]);
    expect(await known()).to.deep.equal([sha("elsewhere")]);
  });

  for (const [what, patch, more] of [
    ["a run without a commit", { commitSha: null }, {}],
    ["a commit that is no id", { commitSha: "release-1" }, {}],
    ["a project of another repository than the installation's", { commitSha: sha("elsewhere") }, {}],
  ] as const)
    it(`says nothing of ${what}`, async () => {
      connect("github", more);
      expect(await complete(patch)).to.deep.equal([]);
    });

  it("is asked for in the repository of the project's statuses or last pull request, where that is allowed", async () => {
    const statuses = {
      _id: "chn_1",
      orgId: "org_a",
      projectId: "prj_shop",
      name: "github",
      enabled: true,
      events: [],
      repository: "acme/other",
      createdBy: "test",
      createdAt: new Date(),
      updatedAt: new Date(),
    };
    const paths = () => [...new Set(hosts.github.state.requests.map(({ path }) => path.split("/")[3]))];
    await complete({ commitSha: sha("f2"), prUrl: `${hosts.github.base}/acme/forked/pull/7` });
    expect(paths()).to.deep.equal(["forked"]);
    hosts.github.state.requests = [];
    await complete({ commitSha: sha("f2"), prUrl: null });
    expect(paths()).to.deep.equal(["forked"]);
    hosts.github.state.requests = [];
    await world.models.notificationChannels.create({ ...statuses, kind: "github", branches: "all" });
    await complete({ commitSha: sha("f2") });
    expect(paths()).to.deep.equal(["other"]);
    hosts.github.state.requests = [];
    connect("github", { SVC_PR_REPOSITORIES: "acme/shop" });
    expect(await complete({ commitSha: sha("f2") })).to.deep.equal([
      `GitHub could not return the history of 6632000: SVC_PR_REPOSITORIES does not name acme/other${FOLLOWS}`,
    ]);
    expect(paths()).to.deep.equal([]);
  });
});
