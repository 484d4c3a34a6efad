import assert from "node:assert/strict";
import type { Commit } from "../../../domain/history/commit.ts";
import { buildGraph } from "../../../domain/history/graph.ts";
import { type Accepted, selectReferences } from "../../../domain/history/select.ts";

const shaOf = (name: string): string => Buffer.from(name).toString("hex").padEnd(40, "0");
const second = (at: number): Date => new Date(at * 1000);

/** "c: a b" is a commit c with the parents a and b; newest last. Commits whose names start with m are main's. */
const rowsOf = (...lines: string[]): Commit[] => rowsIn(lines);
const rowsIn = (lines: readonly string[]): Commit[] =>
  lines
    .map((line, at): Commit => {
      const [name = "", parents = ""] = line.split(":");
      const list = parents.split(" ").filter(Boolean).map(shaOf);
      return { sha: shaOf(name), parents: list, pr: null, at: second(at), onMain: name.startsWith("m") };
    })
    .reverse();
const graphOf = (...lines: string[]) => buildGraph(rowsOf(...lines));
const basesOf = (graph: ReturnType<typeof graphOf>, a: string, b: string) =>
  graph.mergeBases(shaOf(a), shaOf(b)).map((sha) => Buffer.from(sha, "hex").toString().replaceAll("\0", ""));

const version = (given: Partial<Accepted>): Accepted => ({
  id: "v1",
  place: 0,
  branch: "main",
  commitSha: shaOf("m1"),
  prNumber: null,
  at: second(1),
  look: "red",
  withdrawn: false,
  ...given,
});
const HEAD = { sha: shaOf("m2"), branch: "main", prNumber: null, mainBranch: "main" };

describe("a graph of commits", () => {
  const crossed = graphOf("m1", "m2: m1", "b2: m1", "m3: m2 b2", "b3: b2 m2", "alone");
  const bases: [a: string, b: string, expected: string[]][] = [
    ["m2", "b2", ["m1"]],
    ["m1", "m3", ["m1"]],
    ["m3", "m3", ["m3"]],
    ["m3", "b3", ["m2", "b2"]],
    ["m3", "alone", []],
    ["m3", "unknown", []],
  ];
  for (const [a, b, expected] of bases)
    it(`has ${expected.join(" and ") || "no commit"} as merge base of ${a} and ${b}`, () =>
      assert.deepEqual(basesOf(crossed, a, b), expected));

  it("knows ancestors, itself included", () => {
    assert.deepEqual([...crossed.ancestorsOf(shaOf("b2"))].toSorted(), [shaOf("b2"), shaOf("m1")].toSorted());
    assert.equal(crossed.isAncestor(shaOf("m1"), shaOf("m3")), true);
    assert.equal(crossed.isAncestor(shaOf("m3"), shaOf("m3")), true);
    assert.equal(crossed.isAncestor(shaOf("m3"), shaOf("b3")), false);
    assert.equal(crossed.isAncestor(shaOf("unknown"), shaOf("unknown")), false);
    assert.equal(crossed.ancestorsOf(shaOf("unknown")).size, 0);
  });

  it("finds a commit by its first digits where they name one only", () => {
    const [one, other] = ["abcdef0".padEnd(40, "1"), "abcdef0".padEnd(40, "2")] as const;
    const rows = [one, other].map((sha): Commit => ({ sha, parents: [], pr: null, at: second(0), onMain: false }));
    const graph = buildGraph(rows);
    for (const [prefix, found] of [
      [one.slice(0, 8).toUpperCase(), one],
      [one, one],
      ["abcdef0", null],
      ["abcdef", null],
      ["abcdef03", null],
      ["", null],
    ] as const)
      assert.equal(graph.resolve(prefix), found, prefix);
  });

  it("knows main's newest commit of a time; older commits that are told later move nothing", () => {
    const [m3, m2, m1] = rowsOf("m1", "m2: m1", "m3: m2") as [Commit, Commit, Commit];
    const graph = buildGraph([
      { ...m1, at: second(9) },
      { ...m3, at: second(5) },
      { ...m2, at: second(2) },
    ]);
    const tips = [1, 3, 7, 10].map((at) => graph.newestOnMain(second(at)));
    assert.deepEqual(tips, [null, m2.sha, m3.sha, m3.sha]);
    assert.equal(graph.newestOnMain(new Date(Number.NaN)), null);
  });

  it("leaves out rows in a circle and parents without a row; the first row of a commit stands", () => {
    const graph = graphOf("m1", "a: b m1", "b: a", "self: self", "c: a m1 gone");
    assert.equal(graph.size, 2);
    assert.deepEqual([...graph.ancestorsOf(shaOf("c"))].toSorted(), [shaOf("c"), shaOf("m1")].toSorted());
    const [newest, ...others] = rowsOf("m1", "c: m1");
    const twice = buildGraph([newest as Commit, ...others, { ...(newest as Commit), parents: [] }]);
    assert.equal(twice.isAncestor(shaOf("m1"), shaOf("c")), true);
  });

  it("walks a line of 100,000 commits", () => {
    const lines = Array.from({ length: 100_000 }, (_, at) => (at === 0 ? "m0" : `m${at}: m${at - 1}`));
    const graph = buildGraph(rowsIn(lines));
    assert.equal(graph.ancestorsOf(shaOf("m99999")).size, 100_000);
    assert.deepEqual(basesOf(graph, "m99999", "m1"), ["m1"]);
  });
});

describe("a choice among data that lie", () => {
  const graph = graphOf("m1", "m2: m1");
  const choose = (versions: readonly Accepted[], places = 1, head = HEAD) =>
    selectReferences(graph, head, places, versions);

  const counts: [title: string, given: Partial<Accepted>, counts: boolean][] = [
    ["of a place that there is not", { place: 7 }, false],
    ["of a negative place", { place: -1 }, false],
    ["of half a place", { place: 0.5 }, false],
    ["of another branch, with a commit of another project", { branch: "other", commitSha: "f".repeat(40) }, false],
    ["of another branch without a commit", { branch: "other", commitSha: null }, false],
    ["of main without a commit", { commitSha: null }, true],
    ["of main without a commit, from before all that is known", { commitSha: null, at: second(-5) }, true],
    ["with a commit in capitals and shortened", { commitSha: shaOf("m1").slice(0, 12).toUpperCase() }, true],
    ["accepted at no time", { at: new Date(Number.NaN) }, true],
    ["that was compared with itself", { branch: "main", commitSha: "gone", comparedWith: "v1" }, true],
    ["that was withdrawn", { withdrawn: true }, false],
  ];
  for (const [title, given, expected] of counts)
    it(`${expected ? "takes" : "leaves out"} a picture ${title}`, () =>
      assert.equal(choose([version(given)])[0]?.kind, expected ? "version" : "none"));

  it("has one answer for each place, however many are asked for", () => {
    assert.deepEqual(
      choose([version({})], 3).map(({ kind }) => kind),
      ["version", "none", "none"],
    );
    for (const places of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      assert.deepEqual(choose([version({})], places), []);
  });

  it("is none where the commit is not known", () =>
    assert.deepEqual(choose([version({})], 1, { ...HEAD, sha: "f".repeat(40) }), [{ kind: "none" }]));

  it("takes pictures of the own branch whose commits are gone by what they were compared with", () => {
    const head = { ...HEAD, branch: "feature", sha: shaOf("b3") };
    const own = graphOf("m1", "m2: m1", "b3: m2");
    const chosen = (versions: readonly Accepted[]) => selectReferences(own, head, 1, versions);
    const gone = { branch: "feature", commitSha: "gone", at: second(2) };
    const old = version({});
    const first = version({ ...gone, id: "v2", look: "blue", comparedWith: "v1" });
    const last = version({ ...gone, id: "v3", look: "green", comparedWith: "v2" });
    const circle = version({ ...gone, id: "v2", look: "blue", comparedWith: "v3" });
    for (const versions of [
      [old, first, last],
      [old, circle, last],
      [old, { ...last, comparedWith: undefined }],
    ])
      assert.deepEqual(chosen(versions), [{ kind: "version", id: "v3", where: "rewritten" }]);
    const moved = version({ id: "v4", look: "white", commitSha: shaOf("m2"), at: second(3) });
    assert.deepEqual(chosen([old, first, last, moved]), [
      { kind: "merge", of: { base: "v1", ours: "v4", theirs: "v3" }, ours: "v4", where: "rewritten" },
    ]);
  });
});
