import { expect } from "chai";
import { MAX_ROWS } from "../../domain/history/intake.ts";
import { loadCommits } from "../../models/commits/queries.ts";
import { makeWorld, type World } from "./support/world.ts";

const sha = (n: number): string => n.toString(16).padStart(40, "0");
const line = (newest: number, oldest: number) =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => [sha(newest - at), [sha(newest - at - 1)], null]);

const projectId = "prj_shop";

describe("the history of a commit", () => {
  let world: World;
  let key: string;
  before(async () => {
    world = await makeWorld({ triggerRatePerMinute: 10_000, ciRatePerMinute: 10_000 });
    key = await world.addKey("mcp_full");
  });
  beforeEach(() => world.models.commits.deleteMany({}));
  after(() => world.close());

  const post = (path: string, body: object, by = key) => world.client.post(path, { key: by, body });
  const known = async () =>
    (await loadCommits(world.models, projectId)).map((one) => Number.parseInt(one.sha, 16)).sort((a, b) => a - b);
  const runOf = async (answer: { body: Record<string, unknown> }) =>
    world.models.runs.findById(String(answer.body.runId)).lean();

  it("is told before a run, until it goes on in what is known", async () => {
    const told = { success: true, warnings: [] };
    expect(
      (await post("/api/ci/history", { commits: [[sha(1), []], ...line(1, 1)], branch: "main" })).body,
    ).to.deep.equal({
      ...told,
      kept: 1,
      joined: true,
      known: true,
      warnings: ["The history is incomplete. Skipped: 1 second row of a commit."],
    });
    const newer = (commits: unknown[]) => post("/api/ci/history", { commits, branch: "feature" });
    expect((await newer(line(9, 6))).body).to.deep.equal({ ...told, kept: 0, joined: false, known: false });
    expect((await newer(line(9, 2))).body).to.deep.equal({ ...told, kept: 8, joined: true, known: true });
    const commits = await loadCommits(world.models, projectId);
    expect(commits.filter(({ onMain }) => onMain).map((one) => one.sha)).to.deep.equal([sha(1)]);
  });

  it("needs the right to start runs, and the project of the key", async () => {
    const reader = await world.addKey("mcp_read");
    const answers = [
      await post("/api/ci/history", { commits: [] }, reader),
      await post("/api/ci/history", { commits: [], project: "another" }),
      await post("/api/ci/history", {}),
      await post("/api/ci/history", { commits: "x" }),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([403, 404, 400, 400]);
  });

  for (const [what, path, body] of [
    ["a run", "/api/ci/run", {}],
    ["a full audit", "/api/ci/full-audit", { pillars: ["a11y"] }],
    ["a run of uploads", "/api/ci/uploads", { build: "history-1" }],
  ] as const)
    it(`comes with ${what}, whose base branch is kept`, async () => {
      const facts = { branch: "feature", baseBranch: "main", commitSha: sha(3), history: line(3, 1), scheduled: true };
      const answer = await post(path, { ...body, ...facts });
      expect(answer.status).to.equal(202);
      const run = await runOf(answer);
      expect(run).to.include({ branch: "feature", baseBranch: "main", commitSha: sha(3), scheduled: true });
      expect(run?.warnings).to.deep.equal([]);
      expect(await known()).to.deep.equal([1, 2, 3]);
    });

  it("that lies is left out in one sentence, and the run goes on", async () => {
    const history = [
      [sha(3), [sha(2)]],
      [sha(2), [sha(3)]],
      ["main", []],
      [sha(4), Array.from({ length: 101 }, (_, at) => sha(at + 10))],
      [sha(5), [sha(1)]],
    ];
    const answer = await post("/api/ci/run", { branch: "feature", commitSha: sha(5), history });
    expect(answer.status).to.equal(202);
    const message =
      "The history is incomplete. Skipped: 1 row without a full commit or parent id, 1 row with more than 100 parents, 2 commits that are their own ancestors.";
    const run = await runOf(answer);
    expect(run?.warnings).to.deep.equal([{ code: "history", message }]);
    expect(run?.historyNotes).to.deep.equal(run?.warnings);
    expect(await known()).to.deep.equal([5]);
  });

  it("of more than 5,000 rows is cut, and one of 100,000 is refused in a sentence", async () => {
    const answer = await post("/api/ci/run", { commitSha: sha(6_000), history: line(6_000, 1) });
    expect((await runOf(answer))?.warnings.map(({ message }) => message)).to.deep.equal([
      "The history is incomplete. Skipped: 1,000 rows beyond the first 5,000.",
    ]);
    expect(await known()).to.have.length(MAX_ROWS);
    const refused = await post("/api/ci/run", { commitSha: sha(1), history: line(100_000, 1) });
    expect(refused.status).to.equal(413);
    expect(refused.body.error).to.match(/^The body .*\.$/);
  });

  it("that is not known is said in the run, with what mends it; who never sent one hears nothing", async () => {
    const started = async (body: object) =>
      (await runOf(await post("/api/ci/run", body)))?.warnings.map((one) => one.message);
    expect(await started({ branch: "feature", commitSha: sha(9) })).to.deep.equal([]);
    await post("/api/ci/history", { commits: line(3, 1), branch: "main" });
    const unknown = { branch: "feature", commitSha: sha(9), ciProvider: "GitHub Actions" };
    expect(await started(unknown)).to.deep.equal([
      'The history of 0000000 is not known, so it is compared with the newest of feature, else of main. If the clone is shallow, add "fetch-depth: 0" to the step actions/checkout, or give the service a token of the code host.',
    ]);
    expect(await started({ branch: "main", commitSha: sha(3).toUpperCase() })).to.deep.equal([]);
    expect(await started({ branch: "feature" })).to.deep.equal([]);
  });
});
