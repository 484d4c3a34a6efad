// Concurrent reports of commits: nothing is lost, nothing grows without limit, and no project sees another's.
import { expect } from "chai";
import type { HistoryRow } from "../../../domain/history/commit.ts";
import { keepHistory, loadCommits, loadGraph, MAX_CHUNKS, putTogether } from "../../../models/commits/queries.ts";
import type { Models } from "../../../models/index.ts";
import { openDatabase } from "../../support/database.ts";

const sha = (n: number): string => n.toString(16).padStart(40, "0");
/** Commits from `newest` down to `oldest`, each the child of the next one. */
const line = (newest: number, oldest: number): HistoryRow[] =>
  Array.from({ length: newest - oldest + 1 }, (_, at) => {
    const n = newest - at;
    return [sha(n), n === 1 ? [] : [sha(n - 1)], null];
  });
const AT = new Date("2026-03-10T12:00:00Z");
const later = (minutes: number): Date => new Date(AT.getTime() + minutes * 60_000);

describe("commits of a project", () => {
  let database: Awaited<ReturnType<typeof openDatabase>>;
  let models: Models;
  beforeEach(async () => {
    database = await openDatabase();
    models = database.models;
  });
  afterEach(() => database.drop());

  const tell = (rows: HistoryRow[], more: { projectId?: string; onMain?: boolean; at?: Date } = {}) =>
    keepHistory(models, { projectId: "prj_a", onMain: false, at: AT, ...more, rows });
  const shas = async (projectId = "prj_a") =>
    (await loadCommits(models, projectId)).map((commit) => Number.parseInt(commit.sha, 16)).sort((a, b) => a - b);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

  it("are kept once, and say whether they go on in what was known", async () => {
    const all = { kept: 0, joined: false, known: true, refused: 0 };
    expect(await tell(line(9, 5))).to.deep.equal({ ...all, kept: 5 });
    expect(await tell(line(9, 5))).to.deep.equal(all);
    expect(await tell(line(11, 10))).to.deep.equal({ ...all, kept: 2, joined: true });
    expect(await tell(line(12, 4))).to.deep.equal({ ...all, kept: 2 });
    expect(await tell(line(4, 1))).to.deep.equal({ ...all, kept: 3, joined: true });
    expect(await tell([])).to.deep.equal({ ...all, known: false });
    expect(await shas()).to.deep.equal(numbers(1, 12));
  });

  it("are not kept while they hang together with nothing that is known", async () => {
    await tell(line(9, 5));
    expect(await tell(line(29, 20))).to.deep.equal({ kept: 0, joined: false, known: false, refused: 0 });
    expect(await tell(line(29, 10))).to.deep.equal({ kept: 20, joined: true, known: true, refused: 0 });
    // The maximum that anybody sends, without any known commit: a repository that was rewritten.
    expect((await tell(line(25_000, 20_001))).kept).to.equal(5_000);
  });

  it("make a graph that is built again when more is told, and not before", async () => {
    await tell(line(9, 5));
    const first = await loadGraph(models, "prj_a");
    expect(await loadGraph(models, "prj_a")).to.equal(first);
    expect(first.has(sha(10))).to.equal(false);
    await tell(line(11, 10));
    expect((await loadGraph(models, "prj_a")).has(sha(11))).to.equal(true);
    await putTogether(models, "prj_a", 3);
    const last = await loadGraph(models, "prj_a");
    expect([last.has(sha(9)), last.has(sha(8))]).to.deep.equal([true, false]);
    expect((await loadGraph(models, "prj_b")).size).to.equal(0);
  });

  it("are never those of another project", async () => {
    await tell(line(9, 5), { projectId: "prj_b" });
    expect(await shas()).to.deep.equal([]);
    expect((await tell(line(11, 10))).joined).to.equal(false);
    await putTogether(models, "prj_a", 1);
    expect(await shas()).to.deep.equal([11]);
    expect(await shas("prj_b")).to.deep.equal(numbers(5, 9));
  });

  it("keep the parents that were told first, and learn that they came to main", async () => {
    await tell(line(3, 1));
    const lie: HistoryRow = [sha(3), [sha(1)], 41];
    expect((await tell([lie], { at: later(1) })).kept).to.equal(0);
    expect((await tell([lie], { at: later(2), onMain: true })).kept).to.equal(1);
    expect((await tell([lie], { at: later(3), onMain: true })).kept).to.equal(0);
    const stored = (await loadCommits(models, "prj_a")).find((commit) => commit.sha === sha(3));
    expect(stored).to.deep.equal({ sha: sha(3), parents: [sha(2)], pr: 41, at: later(2), onMain: true });
  });

  it("are not taken where they would make an ancestor its own descendant", async () => {
    await tell(line(9, 5));
    // 4 is the parent of 5, but claims to come after 9.
    expect(await tell([[sha(4), [sha(9)], null]])).to.deep.equal({
      kept: 0,
      joined: false,
      known: false,
      refused: 1,
    });
    expect(await shas()).to.deep.equal(numbers(5, 9));
  });

  it("are all there when many tell of them at once, while their documents are put together", async () => {
    await tell(line(10, 1));
    const before = await Promise.all(numbers(2, 20).map((n) => tell(line(n * 10, 1))));
    expect(before.every(({ joined }) => joined)).to.equal(true);
    const reads: number[] = [];
    await Promise.all([
      ...numbers(1, 20).map((n) => tell(line(n * 10 + 5, n * 10 - 4), { onMain: n % 2 === 0, at: later(n) })),
      ...numbers(1, 6).map(() => putTogether(models, "prj_a")),
      ...numbers(1, 10).map(async () => void reads.push((await shas()).length)),
    ]);
    expect(await shas()).to.deep.equal(numbers(1, 205));
    await putTogether(models, "prj_a");
    expect(await shas()).to.deep.equal(numbers(1, 205));
    expect((await loadCommits(models, "prj_a")).filter((commit) => commit.onMain)).to.have.length(100);
    expect(await models.commits.countDocuments({})).to.equal(1);
    expect(Math.min(...reads)).to.be.at.least(200);
  });

  it("come in few documents after many runs, and the oldest go when there are too many", async () => {
    for (const n of numbers(1, MAX_CHUNKS + 1)) await tell(line(n, n), { at: later(n) });
    expect(await models.commits.countDocuments({})).to.equal(1);
    expect(await shas()).to.deep.equal(numbers(1, MAX_CHUNKS + 1));
    await tell(line(1_700, MAX_CHUNKS + 2), { at: later(200) });
    await putTogether(models, "prj_a", 1_200);
    expect(await shas()).to.deep.equal(numbers(501, 1_700));
    expect(await models.commits.countDocuments({})).to.equal(3);
  });
});
