import { expect } from "chai";
import { FIRST_ENTRIES } from "../../../domain/problems/entries.ts";
import type { FoundProblem, Sighting } from "../../../domain/problems/problem.ts";
import { changeProblem, type PeopleChange, undoProblem } from "../../../models/problems/change.ts";
import { refreshList } from "../../../models/problems/lists.ts";
import { findProblem, type ProblemPlace, problemsByIds } from "../../../models/problems/queries.ts";
import { type Listed, readList } from "../../../models/problems/readList.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { problemIdOf, shelfOf } from "../../../models/problems/shelf.ts";
import { writeRunProblems } from "../../../models/problems/writeRun.ts";
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
/** A run that audited every page. */
const of = (...list: FoundProblem[]): Parameters<typeof writeRunProblems>[3] => ({
  found: list,
  truncated: false,
  looked: () => true,
  absent: () => false,
  knownPlaces: 10,
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
  const NOW = new Date("2026-03-10T12:00:00Z");
  const WHOLE = { among: null, fits: () => true, after: null, limit: 10_000 };
  const listIn = async (at: ProblemPlace, open = true, now = NOW): Promise<Listed[]> => {
    const { found, counts } = await readList(database.models, at, now, { ...WHOLE, fixed: !open });
    // The counts that are kept without reading the whole list match its content.
    const of = found.map(({ status }) => status);
    for (const [status, count] of Object.entries(counts))
      expect(count, status).to.equal(of.filter((one) => one === status).length);
    return found;
  };
  const listed = (at = MAIN, open = true): Promise<Listed[]> =>
    listIn({ projectId: at.projectId, line: at.line }, open);
  /** Titles as in lists, with the listed status. */
  const titles = async (at = MAIN, open = true): Promise<string[]> => {
    const list = await listed(at, open);
    const found = await problemsByIds(
      database.models,
      list.map(({ id }) => id),
    );
    return found.map(({ cause }, index) => `${cause} ${list[index]?.status}`);
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
    const seen = async (open: boolean) =>
      (await listIn({ ...nowhere, environmentId: null }, open)).map(({ status }) => status);
    expect(await seen(true)).to.deep.equal(["ongoing"]);
    expect(await seen(false)).to.deep.equal(["fixed"]);
    expect(await listIn(MAIN)).to.deep.equal([]);
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

  it("are listed by priority, also over pillars and environments", async () => {
    const { models } = database;
    const severities = ["critical", "minor", "moderate"] as const;
    const many = Array.from({ length: 300 }, (_, index) =>
      found(`c${index}`, "/", { severity: severities[index % 3] as "critical" }),
    );
    const places = [MAIN, { ...MAIN, pillar: "a11y" as const }, { ...MAIN, environmentId: "env_2" }];
    for (const at of places) await writeRunProblems(models, at, run(1), of(...many.slice(0, 40)));
    await writeRunProblems(models, BRANCH, run(1), of(...many));
    const list = await listed();
    expect(new Set(list.map(({ id }) => id)).size).to.equal(120);
    const byPriority = (a: Listed, b: Listed) => b.priority - a.priority || (a.id < b.id ? -1 : 1);
    expect(list).to.deep.equal(list.toSorted(byPriority));
    expect(await listed(BRANCH)).to.have.length(300);
    const only = { projectId: MAIN.projectId, line: "", pillars: ["a11y" as const] };
    expect(await listIn(only)).to.have.length(40);
  });

  it("stand in lists as people decided, until that ends", async () => {
    const { models } = database;
    await writeRunProblems(models, MAIN, run(1), of(found("a")));
    const decide = async (change: PeopleChange) => changeProblem(models, (await read("a")) as Problem, change);
    const by = { by: "ann", at: NOW };
    const later = new Date(NOW.getTime() + 1_000);
    const status = async (now = NOW) => (await listIn(MAIN, true, now)).map((one) => one.status).join();
    await decide({ snooze: { ...by, note: null, until: later, places: null } });
    expect([await status(), await status(later)]).to.deep.equal(["snoozed", "new"]);
    await decide({ snooze: null, acceptance: { ...by, reason: null, until: later } });
    expect([await status(), await status(later)]).to.deep.equal(["accepted", "new"]);
    await undoProblem(models, (await read("a")) as Problem);
    expect(await status()).to.equal("snoozed");
    await decide({ snooze: null });
    expect(await status()).to.equal("new");
    const accepted = { by: "ann", reason: null, until: later };
    await writeRunProblems(models, MAIN, run(2), of(found("a", "/", { accepted })));
    expect([await status(), await status(later)]).to.deep.equal(["accepted", "ongoing"]);
  });

  it("beyond the first of each list are read where a page needs them, in the same order", async () => {
    const { models } = database;
    const many = Array.from({ length: FIRST_ENTRIES + 20 }, (_, index) => `c${index}`);
    const seen = { runId: "run_1", at: NOW, commitSha: null, branch: null, scope: "scenarios" };
    const history = { firstSeen: seen, lastSeen: seen, fixedIn: null, seenIn: 1, lookedIn: 1, accepted: null };
    const documents = many.map((cause, index) => ({
      _id: problemIdOf(MAIN, cause),
      ...MAIN,
      ...found(cause),
      ...history,
      status: "new",
      priority: index % 10,
      shelfId: shelfOf(MAIN, true),
      runId: "run_1",
      runAt: NOW,
      rev: 0,
    }));
    await models.problems.collection.insertMany(documents as never[]);
    await writeRunProblems(models, { ...MAIN, pillar: "a11y" }, run(1), of(found("small"), found("gone")));
    await writeRunProblems(models, { ...MAIN, pillar: "a11y" }, run(2), of(found("small")));
    await refreshList(models, MAIN, []);
    const pages: Listed[] = [];
    for (let after: Listed | null = null; ; after = pages.at(-1) ?? null) {
      const reading = { ...WHOLE, fixed: false, after, limit: 200 };
      const { found: page, counts } = await readList(models, MAIN, NOW, reading);
      expect([counts.new, counts.ongoing]).to.deep.equal([many.length, 1]);
      if (page.length === 0) break;
      pages.push(...page);
    }
    expect(pages).to.deep.equal(await listed());
    expect(new Set(pages.map(({ id }) => id)).size).to.equal(many.length + 1);
    // Replaced versions leave nothing behind.
    expect(await models.problemListBodies.countDocuments({})).to.equal(2);
  });

  it("of two pillars' runs written at once are all listed", async () => {
    const { models } = database;
    const runs = Array.from({ length: 6 }, (_, index) =>
      writeRunProblems(models, MAIN, run(1), of(found(`r${index}`), found("all"))),
    );
    await Promise.all(runs);
    const stored = await models.problems.find({ status: { $ne: "fixed" } }, { _id: 1 }).lean();
    expect((await listed()).map(({ id }) => id)).to.have.members(stored.map(({ _id }) => _id));
  });
});
