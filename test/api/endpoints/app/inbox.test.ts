// All endpoints of a project report the same number of results to review; a decision over several runs counts as one.
import { expect } from "chai";
import type { AppFrame, AppOverview, AppProjects } from "../../../../api/endpoints/answers/app/projects.ts";
import type { AppInbox, AppInboxDecided, AppOwnDecision } from "../../../../api/endpoints/answers/app/review.ts";
import { gatePr } from "../../../../api/operations/health/gatePr.ts";
import { waitingWords } from "../../../../domain/review/waiting.ts";
import { refreshProblems } from "../../../../models/problems/refresh.ts";
import { reviewAfterRun } from "../../../../models/reviewItems/afterRun.ts";
import type { Run } from "../../../../models/runs/schema.ts";
import type { Session } from "../../support/client.ts";
import { addRun, addShot } from "../../support/shots.ts";
import { makeWorld, type World } from "../../support/world.ts";

const PERSON = {
  kind: "user",
  userId: "usr_v",
  email: "viewer@org_a.example",
  orgId: "org_a",
  role: "viewer",
} as const;

const COMMIT = {
  commitSha: "4f1c2ab",
  commitMessage: "Fix the header",
  commitAuthor: "Ada",
  prNumber: 12,
  prUrl: "https://github.com/o/shop/pull/12",
};

describe("the inbox over HTTP", function () {
  this.timeout(60_000);
  let world: World;
  let editor: Session;
  let viewer: Session;
  before(async () => {
    world = await makeWorld();
    [editor, viewer] = [await world.session("editor"), await world.session("viewer")];
  });
  after(() => world.close());
  beforeEach(async () => {
    const { models } = world;
    await Promise.all(
      [models.runs, models.shots, models.baselines, models.baselineVersions, models.reviewItems, models.problems].map(
        (one) => (one as typeof models.runs).deleteMany({}),
      ),
    );
  });

  const PATH = "/api/app/projects/shop/review";
  const get = async <T>(path: string, session = viewer): Promise<T> => {
    const answer = await world.client.get(path, { session });
    expect(answer.status, `${path} ${answer.raw.toString().slice(0, 400)}`).to.equal(200);
    return answer.body as unknown as T;
  };
  const decide = async (decision: string, shots: AppInbox["shots"], note?: string) => {
    const body = { decision, shots: shots.map(({ shotId, mark }) => ({ shotId, mark })), ...(note && { note }) };
    const answer = await world.client.post(PATH, { session: editor, body });
    expect(answer.status, answer.raw.toString().slice(0, 400)).to.equal(200);
    return answer.body as unknown as AppInboxDecided;
  };

  /** `names`: the change's name for each scenario; null means that it passes. */
  async function run(id: string, hour: number, names: Record<string, string | null>, patch: Partial<Run> = {}) {
    const failed = Object.values(names).filter(Boolean).length;
    const total = Object.keys(names).length;
    await addRun(world.models, id, {
      branch: "main",
      createdAt: new Date(Date.UTC(2026, 2, 10, hour)),
      finishedAt: new Date(Date.UTC(2026, 2, 10, hour, 5)),
      verdict: failed > 0 ? "fail" : "pass",
      summary: { total, passed: total - failed, failed, approved: 0, errors: 0, flaky: 0, noBaseline: 0 },
      scenarios: Object.keys(names),
      ...patch,
    });
    for (const [index, [label, name]] of Object.entries(names).entries())
      await addShot(world.models, id, index, {
        scenarioId: `scn_${label}`,
        scenarioLabel: label,
        ...(name === null ? { status: "passed" } : { causes: [name], fingerprint: name }),
      });
    const stored = (await world.models.runs.findById(id).lean<Run>()) as Run;
    await refreshProblems(world.models, stored);
    await reviewAfterRun(world.models, stored);
  }

  async function faces() {
    const gate = await gatePr(world.ctx, PERSON, { project: "shop" });
    const [inbox, frame, overview, projects] = await Promise.all([
      get<AppInbox>(PATH),
      get<AppFrame>("/api/app/projects/shop/frame"),
      get<AppOverview>("/api/app/projects/shop/overview"),
      get<AppProjects>("/api/app/projects"),
    ]);
    const card = projects.projects.find(({ slug }) => slug === "shop");
    return { inbox, frame, overview, card, gate: JSON.stringify(gate.reasons) };
  }

  it("after a partial run all faces still count what it did not look at", async () => {
    await run("run_all", 8, { Home: "header", Cart: "header", About: "footer", Blog: null }, { scenarios: null });
    await run("run_some", 9, { Home: null, Cart: "price" });
    await run("run_branch", 9, { Home: "branch" }, { branch: "feature/x" });
    const { inbox, frame, overview, card, gate } = await faces();
    const waiting = { screenshots: 3, changes: 3, changedScreenshots: 3, sentence: "3 changes in 3 screenshots" };
    expect(inbox.waiting).to.deep.equal(waiting);
    expect([frame.review, overview.waiting.review, card?.review]).to.deep.equal([waiting, waiting, waiting]);
    expect(inbox.shots.map(({ runId, scenarioLabel }) => `${runId} ${scenarioLabel}`)).to.have.members([
      "run_some Cart",
      "run_all About",
      "run_branch Home",
    ]);
    expect(inbox.branches.map(({ branch, screenshots }) => [branch, screenshots])).to.deep.equal([
      ["main", 2],
      ["feature/x", 1],
    ]);
    // Main's gate counts one change of the newest run, and one that only the previous run captured.
    expect(gate).to.contain("1 change in 1 screenshot of earlier runs is still open");
    const release = overview.release.items.find(({ code }) => code === "visual_failures");
    expect(release?.message).to.contain("1 change in 1 screenshot of earlier runs is still open");
    const main = await get<AppInbox>(`${PATH}?branch=main`);
    expect(main.waiting.sentence).to.equal(waitingWords({ screenshots: 2, changes: 2, changedScreenshots: 2 }));
    expect((await get<AppOverview>("/api/app/projects/shop/overview?branch=main")).waiting.review).to.deep.equal(
      main.waiting,
    );
  });

  for (const [scope, screenshots] of [
    ["?branch=main", 2],
    ["?branch=feature/x", 1],
    ["?environment=production", 3],
    ["?environment=production&branch=main", 2],
    ["?branch=feature/none", 0],
  ] as const)
    it(`the number in the navigation is that of the list and of the overview with ${scope}: ${screenshots}`, async () => {
      await run("run_main", 8, { Home: "header", Cart: "price" });
      await run("run_branch", 9, { Home: "branch" }, { branch: "feature/x" });
      await run("run_other", 9, { Home: "other" }, { environmentId: null, branch: "feature/y" });
      const [inbox, frame, overview] = await Promise.all([
        get<AppInbox>(PATH + scope),
        get<AppFrame>(`/api/app/projects/shop/frame${scope}`),
        get<AppOverview>(`/api/app/projects/shop/overview${scope}`),
      ]);
      expect([frame.review.screenshots, overview.waiting.review, inbox.shots.length]).to.deep.equal([
        screenshots,
        frame.review,
        screenshots,
      ]);
      expect(inbox.waiting).to.deep.equal(frame.review);
      expect(frame.branches, "of the whole project: one can leave a filter that fits nothing").to.have.members([
        "main",
        "feature/x",
        "feature/y",
      ]);
    });

  it("shows no other result in place of one that does not wait", async () => {
    await run("run_1", 8, { Home: "header", Cart: "price" });
    const [first, second] = (await get<AppInbox>(PATH)).shots;
    const looked = async (at: number) => (await get<AppInbox>(`${PATH}?at=${at}`)).details.map(({ shotId }) => shotId);
    expect(await looked(second!.index)).to.deep.equal([second!.shotId]);
    await decide("approve", [second!]);
    expect(await looked(second!.index)).to.deep.equal([]);
    expect(await looked(first!.index)).to.deep.equal([first!.shotId]);
  });

  it("one decision over several runs has one time, is told to all faces, and is undone as one", async () => {
    await run("run_1", 8, { Home: "header", Cart: "header" });
    await run("run_2", 9, { Home: "header" });
    const before = await get<AppInbox>(PATH);
    expect(before.groups.map(({ count, kind }) => [kind, count])).to.deep.equal([["change", 2]]);
    const rejected = await decide("reject", before.shots, "The header is wrong.");
    expect(rejected.results.map(({ ok }) => ok)).to.deep.equal([true, true]);
    const after = await faces();
    expect([after.inbox.waiting.sentence, after.frame.review.screenshots]).to.deep.equal([null, 0]);
    expect(new Set(after.inbox.shots.map(({ review }) => review?.at)).size).to.equal(1);
    expect((await get<AppInbox>(`${PATH}?state=rejected`)).shots).to.have.length(2);
    expect((await get<AppInbox>(`${PATH}?state=waiting`)).shots).to.have.length(0);
    // The second of two people is notified of the conflict.
    const late = await decide("approve", before.shots);
    expect(late.results.map(({ ok, refused }) => [ok, /rejected it/.test(refused ?? "")])).to.deep.equal([
      [false, true],
      [false, true],
    ]);
    await decide("undo", after.inbox.shots);
    expect((await faces()).inbox.waiting).to.deep.equal(before.waiting);
    const audited = await world.models.audit.find({ action: "results.reject" }).lean<{ subject?: string }[]>();
    expect(audited).to.have.length(2);
  });

  it("knows a person's last decisions that stand, an approval that left the list too, as the person's alone", async () => {
    await run("run_1", 8, { Home: "header", Cart: "price" });
    await run("run_2", 9, { Blog: "footer" }, { branch: "feature/x" });
    const own = (query = "", session = editor) => get<AppOwnDecision>(`${PATH}/own${query}`, session);
    const shotOf = async (label: string) => {
      const { shots } = await get<AppInbox>(PATH);
      return shots.filter(({ scenarioLabel }) => scenarioLabel === label);
    };
    const [home, blog, cart] = [await shotOf("Home"), await shotOf("Blog"), await shotOf("Cart")];
    expect(await own()).to.deep.equal({ at: null, shots: [] });
    for (const [decision, shots] of [
      ["ignore", home],
      ["approve", blog],
      ["reject", cart],
    ] as const) {
      world.advance(1_000);
      expect((await decide(decision, shots)).results.map(({ ok }) => ok)).to.deep.equal([true]);
    }
    const [first, second] = [await own(), await own(`?before=${(await own()).at}`)];
    expect(first.shots).to.deep.equal([cart[0]?.shotId]);
    expect(second.shots, "approved, and no part of the inbox any more").to.deep.equal([blog[0]?.shotId]);
    expect(await shotOf("Blog")).to.deep.equal([]);
    expect((await own(`?before=${second.at}`)).shots).to.deep.equal([home[0]?.shotId]);
    expect((await own("?branch=feature/x")).shots).to.deep.equal([blog[0]?.shotId]);
    expect(await own("", viewer), "of another person").to.deep.equal({ at: null, shots: [] });
    await decide("undo", await shotOf("Cart"));
    expect((await own()).shots).to.deep.equal([blog[0]?.shotId]);
  });

  it("branches and the answer to a decision keep to the environment and the branch", async () => {
    await run("run_main", 8, { Home: "header", Cart: "price" }, COMMIT);
    await run("run_branch", 9, { Home: "branch" }, { branch: "feature/x" });
    await run("run_other", 9, { Home: "other" }, { environmentId: null });
    const inbox = await get<AppInbox>(`${PATH}?environment=production&branch=main&limit=1`);
    expect(inbox.branches.map(({ branch, screenshots }) => [branch, screenshots])).to.deep.equal([
      ["main", 2],
      ["feature/x", 1],
    ]);
    expect(inbox.runs.map(({ runId }) => runId)).to.deep.equal(["run_main"]);
    expect(inbox.runs[0]).to.include({ ...COMMIT, commitUrl: "https://github.com/o/shop/commit/4f1c2ab" });
    const [shot] = inbox.shots;
    const body = { decision: "reject", shots: [{ shotId: shot?.shotId, mark: shot?.mark }] };
    const path = `${PATH}?environment=production&branch=main`;
    const answer = await world.client.post(path, { session: editor, body });
    expect((answer.body as unknown as AppInboxDecided).progress).to.deep.include({ total: 2, rejected: 1 });
  });

  it("a carried rejection names the run, and the newest result alone is listed", async () => {
    await run("run_1", 8, { Home: "header" });
    await decide("reject", (await get<AppInbox>(PATH)).shots, "Too large.");
    await run("run_2", 9, { Home: "header" });
    const [shot] = (await get<AppInbox>(PATH)).shots;
    expect(shot?.review).to.deep.include({ decision: "rejected", note: "Too large.", fromRunId: "run_1" });
    expect(shot?.runId).to.equal("run_2");
    const detail = await get<AppInbox>(`${PATH}?shots=${shot?.shotId}`);
    expect(detail.details.map(({ shotId, index }) => [shotId, index])).to.deep.equal([[shot?.shotId, shot?.index]]);
  });

  it("refuses what is not the project's, and what a viewer may not do", async () => {
    await run("run_1", 8, { Home: "header" });
    const { shots } = await get<AppInbox>(PATH);
    const body = { decision: "reject", shots: shots.map(({ shotId, mark }) => ({ shotId, mark })) };
    expect((await world.client.post(PATH, { session: viewer, body })).status).to.equal(403);
    expect((await world.client.post("/api/app/projects/blog/review", { session: editor, body })).status).to.equal(404);
    expect((await world.client.get("/api/app/projects/foreign/review", { session: viewer })).status).to.equal(404);
    const foreign = await get<AppInbox>(`/api/app/projects/blog/review?shots=${shots[0]?.shotId}`);
    expect([foreign.shots, foreign.details]).to.deep.equal([[], []]);
  });

  it("500 results are a first answer of at most 150 kB", async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`Page ${at}`, `change ${at % 40}`]));
    await run("run_many", 8, many);
    const answer = await world.client.get(`${PATH}?limit=60`, { session: viewer });
    expect(answer.raw.length).to.be.below(150_000);
    const all = await get<AppInbox>(PATH);
    expect(all.shots).to.have.length(500);
    expect(new Set(all.shots.map(({ index }) => index)).size).to.equal(500);
  });
});
