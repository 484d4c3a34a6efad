import { expect } from "chai";
import type { AppCompare } from "../../../api/endpoints/answers/app/trends.ts";
import { byFault, compareLists, targetOf } from "../../../web/src/lib/compare.ts";

type About = AppCompare["worse"][number]["about"];
const compared = (about: About): AppCompare => {
  const run = { runId: "run_1", type: "seo-test", at: "", commitSha: null, branch: null };
  const code = { commitMessage: null, commitAuthor: null, commitUrl: null, prNumber: null, prUrl: null };
  const head = { ...run, ...code, environmentName: null, verdict: null, startingPoint: false, score: null, over: null };
  const entry = { name: "x", from: null, to: "failed", about };
  return {
    before: head,
    after: { ...head, runId: "run_2" },
    moved: null,
    unchanged: 0,
    metrics: [],
    parts: [],
    warnings: [],
    better: [],
    worse: [],
    appeared: [entry],
    vanished: [],
    still: [],
    totals: { better: 0, worse: 0, appeared: 1, vanished: 0, still: 0 },
  };
};

describe("two runs beside each other", () => {
  it("are told in the words of what was compared", () => {
    const first = (kind: About["kind"]) => compareLists(compared({ kind, id: "1" })).map(({ title }) => title);
    expect(first("finding")).to.deep.equal(["New", "Worse", "Fixed", "Better", "Existing"]);
    expect(first("result")).to.deep.equal(["Worse", "Added", "Better", "Gone", "Still failing"]);
  });

  it("name faults by what is wrong, each once", () => {
    const at = (target: string, title: string): About => ({
      kind: "finding",
      id: target,
      fault: { title, page: "/", target, severity: "serious" },
    });
    const entry = (about: About) => ({
      name: `rule on http://shop.example/ at ${about.id}`,
      from: null,
      to: "failed",
      about,
    });
    const entries = [at("a", "No focus"), at("b", "No title"), at("c", "No focus"), { kind: "page", id: "/" } as const];
    expect(byFault(entries.map(entry)).map((group) => [group.title, group.entries.length])).to.deep.equal([
      ["No focus", 2],
      ["No title", 1],
      [null, 1],
    ]);
  });

  for (const [kind, type, to, search] of [
    ["finding", "seo-test", "/p/shop/audits/seo", { run: "run_2", finding: "abc" }],
    ["page", "perf-test", "/p/shop/audits/perf", { run: "run_2", page: "abc" }],
    ["scenario", "frt-test", "/p/shop/functional/runs/run_2", { scenario: "abc" }],
    ["pillar", "full-suite", "/p/shop/runs/abc", undefined],
  ] as const)
    it(`a ${kind} of a ${type} leads to its screen`, () => {
      expect(targetOf("shop", { runId: "run_2", type }, { kind, id: "abc" })).to.deep.equal({
        to,
        ...(search && { search }),
      });
    });

  it("a result leads to its place in the review, and a finding of tracking nowhere", () => {
    expect(targetOf("shop", { runId: "run_2", type: "vrt-test" }, { kind: "result", id: "7" })).to.deep.equal({
      to: "/p/shop/visual/run_2",
      search: { shot: 7, show: "all" },
    });
    expect(targetOf("shop", { runId: "run_2", type: "tracking-test" }, { kind: "finding", id: "x" })).to.equal(null);
  });
});
