import { expect } from "chai";
import type { FoundProblem, RunProblems, Sighting } from "../../../domain/problems/problem.ts";
import { changeProblem, undoProblem } from "../../../models/problems/change.ts";
import type { Problem } from "../../../models/problems/problem.ts";
import { findProblem, listProblems } from "../../../models/problems/queries.ts";
import { problemIdOf, writeRunProblems } from "../../../models/problems/writeRun.ts";
import { openDatabase } from "../../support/database.ts";

type Database = Awaited<ReturnType<typeof openDatabase>>;

const MAIN = { projectId: "prj_1", environmentId: "env_1", line: "", pillar: "seo" as const };
const BRANCH = { ...MAIN, line: "feature" };

const found = (cause: string, page = "/", more: Partial<FoundProblem> = {}): FoundProblem => ({
  cause,
  rule: "title-missing",
  severity: "serious",
  kind: "failed",
  title: `Page has no title (${cause})`,
  sentence: "The page has no title.",
  help: "Add one.",
  places: [{ page, label: "", viewport: "", browser: "" }],
  placeCount: 1,
  evidence: {},
  ...more,
});
const run = (number: number): Sighting => ({
  runId: `run_${number}`,
  at: new Date(number * 1_000),
  commitSha: null,
  branch: null,
  scope: "scenarios",
});
/** A run that looked at every page. */
const of = (...list: FoundProblem[]): RunProblems & { lookedAt: number } => ({
  found: list,
  truncated: false,
  looked: () => true,
  absent: () => false,
  lookedAt: 10,
});

describe("problems in the database", function () {
  this.timeout(60_000);
  let database: Database;
  beforeEach(async () => {
    database = await openDatabase();
  });
  afterEach(() => database.drop());

  const read = (cause: string, at = MAIN): Promise<Problem | null> =>
    findProblem(database.models, problemIdOf(at, cause));
  const titles = async (at = MAIN, open = true): Promise<string[]> => {
    const reading = { open, after: null, limit: 50, fits: () => true };
    return (await listProblems(database.models, at, reading)).map(({ cause, status }) => `${cause} ${status}`);
  };

  it("go from new over fixed to regressed, one document a cause", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("a"), found("b")));
    await writeRunProblems(models, MAIN, run(2), of(found("b")));
    expect(await titles()).to.deep.equal(["b ongoing"]);
    expect(await titles(MAIN, false)).to.deep.equal(["a fixed"]);
    await writeRunProblems(models, MAIN, run(3), of(found("a"), found("b")));
    expect(await titles()).to.deep.equal(["a regressed", "b ongoing"]);
    expect(await models.problems.countDocuments({})).to.equal(2);
  });

  it("are the same when a run is written again, whatever was decided about its results between", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("a")));
    for (let times = 0; times < 3; times += 1) await writeRunProblems(models, MAIN, run(2), of(found("a")));
    expect(await read("a")).to.include({ status: "ongoing", seenIn: 2, lookedIn: 2 });
    await writeRunProblems(
      models,
      MAIN,
      run(2),
      of(found("a", "/", { accepted: { by: "ann", reason: null, until: null } })),
    );
    expect(await read("a")).to.include({ status: "accepted", seenIn: 2 });
    await writeRunProblems(models, MAIN, run(2), of(found("a")));
    expect(await read("a")).to.include({ status: "ongoing", seenIn: 2 });
  });

  it("of runs without an environment are listed and fixed too", async () => {
    const { models } = database;
    const nowhere = { ...MAIN, environmentId: null };
    await writeRunProblems(models, nowhere, run(1), of(found("a"), found("b")));
    await writeRunProblems(models, nowhere, run(2), of(found("b")));
    for (const [open, expected] of [
      [true, ["b ongoing"]],
      [false, ["a fixed"]],
    ] as const) {
      const seen = await listProblems(models, nowhere, { open, after: null, limit: 50, fits: () => true });
      expect(
        seen.map(({ cause, status, environmentId }) => `${cause} ${status} ${environmentId ?? ""}`.trim()),
      ).to.deep.equal(expected);
    }
  });

  it("are not changed by a run that is older than the last", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(5), of(found("a")));
    await writeRunProblems(models, MAIN, run(3), of(found("b")));
    expect(await titles()).to.deep.equal(["a new", "b new"]);
    expect(await read("a")).to.include({ runId: "run_5", status: "new" });
  });

  it("end alike when two runs are written at once", async () => {
    const { models } = database;
    await Promise.all([4, 5, 6, 7].map((number) => writeRunProblems(models, MAIN, run(number), of(found("a")))));
    expect(await read("a")).to.include({ runId: "run_7" });
    expect(await models.problems.countDocuments({})).to.equal(1);
  });

  it("of a branch are not new where main, or the run that it is compared with, has them", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("main's")));
    const base = { known: true, firstSeen: { runId: "run_0", at: new Date(0) } };
    await writeRunProblems(models, BRANCH, run(2), of(found("main's"), found("own"), found("older", "/", base)));
    expect(await titles(BRANCH)).to.have.members(["main's ongoing", "own new", "older ongoing"]);
    expect((await read("main's", BRANCH))?.firstSeen.runId).to.equal("run_1");
    expect((await read("older", BRANCH))?.firstSeen.runId).to.equal("run_0");
    expect(await titles()).to.deep.equal(["main's new"]);
  });

  it("keep what people did over further runs, and each change can be undone", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("a")));
    const first = (await read("a")) as Problem;
    const assigned = await changeProblem(models, first, { assignee: "ann@shop.example" });
    expect(assigned).to.include({ assignee: "ann@shop.example", rev: 1 });
    expect(await changeProblem(models, first, { assignee: "bob@shop.example" })).to.equal(null);
    await writeRunProblems(models, MAIN, run(2), of(found("a")));
    expect(await read("a")).to.include({ assignee: "ann@shop.example", status: "ongoing" });
    const undone = await undoProblem(models, (await read("a")) as Problem);
    expect(undone).to.include({ assignee: null, rev: 2 });
    expect(await undoProblem(models, undone as Problem)).to.equal(null);
  });

  it("have one winner of two people at once", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("a")));
    const seen = (await read("a")) as Problem;
    const people = Array.from({ length: 8 }, (_, index) => `p${index}@shop.example`);
    const done = await Promise.all(people.map((assignee) => changeProblem(models, seen, { assignee })));
    expect(done.filter((one) => one !== null)).to.have.length(1);
  });

  it("are listed in pages without a gap, the highest priority first", async () => {
    const { models } = database;
    const many = Array.from({ length: 120 }, (_, index) =>
      found(`c${index}`, "/", { severity: index % 3 === 0 ? "critical" : index % 3 === 1 ? "minor" : "moderate" }),
    );
    await writeRunProblems(models, MAIN, run(1), of(...many));
    const seen: Problem[] = [];
    for (;;) {
      const last = seen.at(-1);
      const after = last ? { priority: last.priority, id: last._id } : null;
      const some = await listProblems(models, MAIN, { open: true, after, limit: 50, fits: () => true });
      if (some.length === 0) break;
      seen.push(...some);
    }
    expect(new Set(seen.map(({ _id }) => _id)).size).to.equal(120);
    expect(seen.map(({ priority }) => priority)).to.deep.equal(
      seen.map(({ priority }) => priority).toSorted((a, b) => b - a),
    );
  });
});
