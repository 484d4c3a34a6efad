import { expect } from "chai";
import { keptRuns, type RetainedRun, retentionKindOf, withBases } from "../../../domain/retention/decide.ts";
import { RETENTION, RETENTION_KINDS, retentionRules, ruleProblem } from "../../../domain/words/retention.ts";

const NOW = new Date("2026-11-01T00:00:00Z");
const DAY_MS = 86_400_000;

/** A visual run of main, this many days old. */
const run = (id: string, days: number, patch: Partial<RetainedRun> = {}): RetainedRun => ({
  id,
  type: "vrt-test",
  parentRunId: null,
  branch: "main",
  environmentId: "env_prod",
  covers: "everything",
  uploaded: false,
  completed: true,
  open: false,
  createdAt: new Date(NOW.getTime() - days * DAY_MS),
  ...patch,
});

const place = (settings = {}) => ({ mainBranch: "main", rules: retentionRules(settings), now: NOW });
/** Keeps nothing by number of runs. */
const BY_DAYS = { pullRequests: { runs: 0 }, main: { runs: 0 }, audits: { runs: 0 } };

describe("which runs are kept", () => {
  const kinds: [string, Partial<RetainedRun>, string][] = [
    ["a branch", { branch: "feature" }, "pullRequests"],
    ["the main branch", { branch: "main" }, "main"],
    ["no branch", { branch: null }, "main"],
    ["an audit of a branch", { branch: "feature", type: "seo-test" }, "audits"],
    ["a full audit", { type: "full-suite" }, "audits"],
    ["a functional test of main", { type: "frt-test", branch: "main" }, "functional"],
    ["uploads of main", { branch: "main", uploaded: true }, "uploads"],
    ["a capture of baselines", { type: "baseline", branch: "main" }, "main"],
  ];
  for (const [what, patch, kind] of kinds)
    it(`${what} counts as ${kind}`, () => expect(retentionKindOf(run("a", 1, patch), "main")).to.equal(kind));

  const cases: [string, RetainedRun[], string[], object, Record<string, string>][] = [
    ["the newest of a branch, however old", [run("b", 900), run("a", 901)], [], BY_DAYS, { b: "newest" }],
    [
      "the newest that completed, where a newer one failed",
      [run("c", 900, { completed: false }), run("b", 901), run("a", 902)],
      [],
      BY_DAYS,
      { c: "newest", b: "newest" },
    ],
    [
      "the newest of each environment, type and source",
      [
        run("f", 900),
        run("e", 901, { environmentId: "env_b" }),
        run("d", 902, { type: "baseline" }),
        run("c", 903, { branch: null }),
        run("b", 904, { uploaded: true }),
        run("a", 905),
      ],
      [],
      { ...BY_DAYS, uploads: { runs: 0 } },
      { f: "newest", e: "newest", d: "newest", b: "newest" },
    ],
    [
      "the newest of other branches that were not quiet for long, whatever was tested",
      [
        run("e", 30, { branch: "busy" }),
        run("d", 31, { branch: "busy", type: "seo-test" }),
        run("c", 31, { branch: "quiet" }),
        run("b", 900, { branch: "busy", type: "baseline" }),
        run("a", 901, { branch: "busy" }),
      ],
      [],
      { ...BY_DAYS, audits: { days: 1, runs: 0 } },
      { e: "newest", d: "newest", b: "newest" },
    ],
    ["younger than the days", [run("b", 1), run("a", 89)], [], BY_DAYS, { b: "newest", a: "days" }],
    ["not of the last day", [run("b", 1), run("a", 90)], [], BY_DAYS, { b: "newest" }],
    [
      "the least number",
      [run("c", 100), run("b", 101), run("a", 102)],
      [],
      { main: { runs: 2 } },
      { c: "newest", b: "number" },
    ],
    ["in flight", [run("b", 900), run("a", 901, { open: true })], [], BY_DAYS, { b: "newest", a: "open" }],
    ["what documents lead to", [run("b", 900), run("a", 901)], ["a"], BY_DAYS, { b: "newest", a: "needed" }],
    [
      "a full audit with its parts, for the sake of one",
      [
        run("p2", 900, { type: "seo-test", parentRunId: "f" }),
        run("p1", 900, { type: "perf-test", parentRunId: "f" }),
        run("f", 901, { type: "full-suite" }),
      ],
      ["p1"],
      BY_DAYS,
      { p2: "newest", p1: "newest", f: "newest" },
    ],
  ];
  for (const [what, runs, needed, settings, expected] of cases)
    it(`keeps ${what}`, () => {
      const kept = keptRuns(runs, new Set(needed), place(settings));
      expect(Object.fromEntries([...kept].sort())).to.deep.equal(expected);
    });

  it("counts a full audit once, and lets it go with all of its parts", () => {
    const audit = (n: number, days: number) => [
      run(`s${n}`, days, { type: "seo-test", parentRunId: `f${n}`, branch: "main" }),
      run(`f${n}`, days, { type: "full-suite", branch: "main" }),
    ];
    const runs = [3, 2, 1].flatMap((n) => audit(n, 200 - n));
    const kept = keptRuns(runs, new Set(), place({ audits: { runs: 2 } }));
    expect([...kept.keys()].sort()).to.deep.equal(["f2", "f3", "s2", "s3"]);
  });

  it("keeps the bases of what is kept, and not the bases of those", () => {
    const runs = [run("c", 900), run("b", 901), run("a", 902)];
    const kept = keptRuns(runs, new Set(), place(BY_DAYS));
    expect(Object.fromEntries(withBases(runs, kept, ["b"]))).to.deep.equal({ c: "newest", b: "base" });
  });
});

describe("rules of retention", () => {
  it("have defaults that make sense, which settings replace one by one", () => {
    for (const kind of RETENTION_KINDS) expect(ruleProblem(kind, RETENTION[kind])).to.equal(null);
    const rules = retentionRules({ main: { days: 7 } });
    expect(rules.main).to.deep.equal({ days: 7, runs: RETENTION.main.runs });
    expect(rules.audits.days).to.equal(RETENTION.audits.days);
  });
  it("are refused where they keep nothing", () => {
    expect(ruleProblem("main", { days: 0, runs: 0 })).to.contain("keep at least 1 day or 1 run");
    expect(ruleProblem("jobs", { days: 0, runs: 0 })).to.contain("keep at least 1 day or 1 job");
    expect(ruleProblem("main", { days: 0, runs: 1 })).to.equal(null);
    expect(ruleProblem("main", { days: 1, runs: 0 })).to.equal(null);
  });
});
