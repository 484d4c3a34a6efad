import { expect } from "chai";
import type { FoundProblem, Sighting } from "../../../domain/problems/problem.ts";
import { changeProblem, type PeopleChange } from "../../../models/problems/change.ts";
import { findProblem } from "../../../models/problems/queries.ts";
import { readList } from "../../../models/problems/readList.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import { listIdOf, problemIdOf } from "../../../models/problems/shelf.ts";
import { sweepProblems } from "../../../models/problems/sweep.ts";
import { writeRunProblems } from "../../../models/problems/writeRun.ts";
import { openDatabase } from "../../support/database.ts";

const AT = { projectId: "prj_1", environmentId: null, line: "", pillar: "seo" as const };
const DAY_MS = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const day = (number: number): Date => new Date(START + number * DAY_MS);

const found = (cause: string): FoundProblem => ({
  cause,
  rule: "title-missing",
  severity: "serious",
  kind: "failed",
  title: `Page has no title (${cause})`,
  sentence: "The page has no title.",
  help: "Add one.",
  places: [{ page: "/", label: "", viewport: "", browser: "" }],
  placeCount: 1,
  evidence: {},
});
const run = (number: number): Sighting => ({
  runId: `run_${number}`,
  at: day(number),
  commitSha: null,
  branch: null,
  scope: "scenarios",
});
/** A run that audited every page. */
const of = (...causes: string[]): Parameters<typeof writeRunProblems>[3] => ({
  found: causes.map(found),
  truncated: false,
  looked: () => true,
  absent: () => false,
  knownPlaces: 10,
});

describe("problems that were fixed long ago", function () {
  this.timeout(60_000);
  let database: Awaited<ReturnType<typeof openDatabase>>;
  beforeEach(async () => {
    database = await openDatabase();
    const project = { orgId: "org_a", baseUrl: "https://shop.example", createdAt: day(0) };
    for (const slug of ["1", "2"])
      await database.models.projects.create({ ...project, _id: `prj_${slug}`, name: slug, slug });
  });
  afterEach(() => database.drop());

  const read = (cause: string) => findProblem(database.models, problemIdOf(AT, cause));
  const write = (number: number, ...causes: string[]) =>
    writeRunProblems(database.models, AT, run(number), of(...causes));
  const changed = async (cause: string, change: PeopleChange) =>
    changeProblem(database.models, (await read(cause)) as Problem, change);
  /** Sweeps all projects. `from`: problems fixed before that day are deleted; `today`: the current day. */
  const sweep = async (from: number, today: number): Promise<number> => {
    let deleted = 0;
    for (;;) {
      const one = await sweepProblems(database.models, { until: day(from), now: day(today) });
      if (one === null) return deleted;
      deleted += one;
    }
  };
  const causesIn = async (fixed: boolean): Promise<string[]> => {
    const wanted = { fixed, among: null, fits: () => true, after: null, limit: 10_000 };
    const list = await readList(database.models, { projectId: AT.projectId, line: "" }, day(400), wanted);
    const all = await Promise.all(list.found.map(({ id }) => findProblem(database.models, id)));
    return all.map((one) => one?.cause ?? "none").sort();
  };
  const named = async (text: string, open: boolean): Promise<number> => {
    const wanted = { fixed: !open, among: null, text, fits: () => true, after: null, limit: 10_000 };
    return (await readList(database.models, { projectId: AT.projectId, line: "" }, day(400), wanted)).found.length;
  };

  it("are deleted from collection, list and search; others stay", async () => {
    await write(1, "old", "assigned", "recent", "open");
    await changed("assigned", { assignee: "ann@shop.example" });
    await write(2, "recent", "open");
    await write(9, "open");
    expect(await named("(old)", false)).to.equal(1);
    expect(await sweep(5, 370)).to.equal(1);
    expect(await read("old")).to.equal(null);
    expect(await causesIn(false)).to.deep.equal(["open"]);
    expect(await causesIn(true)).to.deep.equal(["assigned", "recent"]);
    expect([await named("(old)", false), await named("no title", false), await named("OPEN", true)]).to.deep.equal([
      0, 2, 1,
    ]);
  });

  it("are looked for once a day in each project", async () => {
    await write(1, "old");
    await write(2);
    expect(await sweep(2, 370)).to.equal(0);
    expect(await sweep(5, 370)).to.equal(0);
    expect(await sweep(5, 371)).to.equal(1);
    expect(await sweep(5, 372)).to.equal(0);
  });

  it("are deleted in several rounds where they are very many", async () => {
    const causes = Array.from({ length: 25 }, (_, index) => `c${index}`);
    await write(1, ...causes, "open");
    await write(2, "open");
    const retention = { until: day(5), now: day(370), mostAtOnce: 10 };
    const rounds: (number | null)[] = [];
    do rounds.push(await sweepProblems(database.models, retention));
    while (rounds.at(-1) !== null);
    expect(rounds.filter((one) => one)).to.deep.equal([10, 10, 5]);
    expect([await causesIn(false), await causesIn(true)]).to.deep.equal([["open"], []]);
    expect(await database.models.problems.countDocuments({})).to.equal(1);
  });

  it("leave the list also when a sweep ended before it got there", async () => {
    await write(1, "old", "open");
    await write(2, "open");
    await database.models.problems.deleteOne({ _id: problemIdOf(AT, "old") });
    expect(await causesIn(true)).to.deep.equal(["none"]);
    expect(await sweep(5, 370)).to.equal(0);
    expect(await causesIn(true)).to.deep.equal([]);
  });

  it("are new when they come back", async () => {
    await write(1, "old");
    await write(2);
    await sweep(5, 370);
    await write(371, "old");
    expect(await read("old")).to.include({ status: "new", seenIn: 1 });
  });

  it("of lists of an earlier version are found too, and searched", async () => {
    const { models } = database;
    await write(1, "old", "open");
    await write(2, "open");
    // As if written at the same time as a newer one: the texts have another rev.
    await models.problemLists.updateOne({ _id: listIdOf(AT) }, { $inc: { rev: 1 } });
    await models.problemListTexts.updateMany({}, { $set: { packed: Buffer.from("x") } });
    expect([await named("OLD", false), await named("(open)", true)]).to.deep.equal([1, 1]);
    expect(await sweep(5, 370)).to.equal(1);
    expect([await causesIn(false), await causesIn(true)]).to.deep.equal([["open"], []]);
  });

  it("leave no packed text that no list names, but what is just being written", async () => {
    const { models } = database;
    await write(1, "old", "open");
    await write(2, "open");
    const listId = listIdOf(AT);
    const old = new Date(day(369));
    for (const [name, writtenAt] of [
      ["killed", old],
      ["writing", day(370)],
    ] as const) {
      await models.problemListBodies.create({ _id: `${listId}:${name}`, listId, open: "", fixed: "", writtenAt });
      await models.problemListTexts.create({
        _id: `${listId}:${name}:open:0`,
        listId,
        packed: Buffer.from("x"),
        writtenAt,
      });
    }
    await models.problemListBodies.collection.insertOne({ _id: `${listId}:earlier`, listId } as never);
    await sweep(5, 370);
    const list = await models.problemLists.findOne({}).lean();
    // All fixed problems are deleted, so the list no longer has its own body.
    expect(list?.bodyId).to.equal(null);
    const ids = async (model: { find(filter: object): { lean(): PromiseLike<{ _id: string }[]> } }) =>
      (await model.find({}).lean()).map(({ _id }) => _id);
    expect(await ids(models.problemListBodies)).to.deep.equal([`${listId}:writing`]);
    expect(await ids(models.problemListTexts)).to.have.members([`${list?.textId}:open:0`, `${listId}:writing:open:0`]);
  });

  it("may be found again by a run that ends at that moment: nothing of that run is lost", async () => {
    const { models } = database;
    const causes = Array.from({ length: 12 }, (_, index) => `c${index}`);
    const back = causes.filter((_, index) => index % 2 === 0);
    for (let round = 0; round < 3; round += 1) {
      const first = round * 10 + 1;
      await write(first, ...causes);
      await write(first + 1);
      await Promise.all([
        sweep(first + 3, 370 + round),
        write(first + 4, ...back),
        changed("c1", { ticket: "SHOP-1" }).catch(() => null),
      ]);
      const open = await models.problems.find({ status: { $ne: "fixed" } }, { cause: 1 }).lean();
      expect(open.map(({ cause }) => cause)).to.have.members(back);
      expect(await causesIn(false)).to.deep.equal(back.toSorted());
      const fixed = await models.problems.find({ status: "fixed" }, { cause: 1 }).lean();
      // The next sweep removes lines without a problem.
      await sweep(first + 3, 380 + round);
      for (const cause of await causesIn(true)) expect(fixed.map((one) => one.cause)).to.include(cause);
      expect(await named("no title", true)).to.equal(back.length);
    }
  });
});
