import { expect } from "chai";
import type { Next } from "../../../cli/client/next.ts";
import { outcomeOf } from "../../../cli/client/outcome.ts";
import type { Problems } from "../../../cli/client/problems.ts";
import type { RunStatus } from "../../../cli/client/runs.ts";
import { endedData, endedLines } from "../../../cli/client/show.ts";
import type { Ended } from "../../../cli/client/watch.ts";
import { stepSummary } from "../../../cli/reports/github.ts";
import { columnsOf } from "../../../cli/terminal.ts";

const ID = "run_01m8bjwd4yzsppx9231fy8vs7f";
const AGAINST = "main at a1b2c3d, where this branch began";
const run = (patch: Partial<RunStatus>): RunStatus => ({
  runId: ID,
  projectId: "prj_1",
  type: "vrt-test",
  status: "completed",
  duration: 12_900,
  error: null,
  perfBudgetResult: null,
  summary: null,
  ...patch,
});
const ended = (title: string, patch: Partial<RunStatus>): Ended => {
  const one = run(patch);
  return { run: one, title, outcome: outcomeOf(one) };
};
const problems = (patch: Partial<Problems> = {}): Problems => ({
  runId: ID,
  against: true,
  approvable: true,
  problems: [
    {
      title: 'Price of "Travel headphones" changed from "€129.00" to "€0.00"',
      where: "Product · phone",
      scenarios: ["Product"],
    },
  ],
  total: 1,
  ...patch,
});
const service: Next = { kind: "service", url: "https://quality.example.com", slug: "shop", options: [] };
const visual = ended("Visual", {
  summary: {
    total: 10,
    passed: 2,
    failed: 8,
    sentence: "8 of 10 screenshots changed (2 changes).",
    comparedWith: [`Compared with ${AGAINST}.`],
  },
});
const audit = ended("Accessibility", {
  runId: "run_2",
  type: "a11y-test",
  duration: 4_100,
  summary: {
    verdict: "pass",
    pages: 2,
    sentence: `Score 94. 0 new findings, 0 fixed since ${AGAINST}.`,
    against: AGAINST,
  },
});

describe("what is printed of runs that ended", () => {
  it("says what failed, where, what it was compared with, and what to do", () => {
    const shown = problems({
      problems: [
        { title: 'Price of "Travel headphones": €129.00 → €0.00', where: "Product · phone", scenarios: ["Product"] },
        { title: '"Add to basket" button removed', where: "5 pages · desktop", scenarios: ["A", "B"] },
      ],
      total: 2,
    });
    expect(endedLines([visual, audit], { problems: [shown], next: service, width: 80 })).to.deep.equal([
      "Visual         failed  8 of 10 screenshots changed (2 changes)            12.9 s",
      '  ✖ Price of "Travel headphones": €129.00 → €0.00  Product · phone',
      '  ✖ "Add to basket" button removed                 5 pages · desktop',
      "Accessibility  passed  Score 94. 0 new findings, 0 fixed                   4.1 s",
      "",
      "Compared with main at a1b2c3d, where this branch began.",
      `Review https://quality.example.com/p/shop/visual/${ID}`,
      `Intended  plumbline approve --run ${ID} --all`,
    ]);
  });

  for (const width of [60, 80])
    it(`keeps ids, links and commands whole and everything else within ${width} columns`, () => {
      const lines = endedLines([visual, audit], { problems: [problems()], next: service, width });
      const links = lines.filter((line) => line.includes("://"));
      expect(links.join().replace("Review ", "")).to.equal(`https://quality.example.com/p/shop/visual/${ID}`);
      // By name if it fits.
      const named = width === 80 ? `plumbline approve Product --run ${ID}` : `plumbline approve --run ${ID} --all`;
      expect(lines.join("\n")).to.include(named);
      expect(lines.filter((line) => columnsOf(line) > width && !links.includes(line))).to.deep.equal([]);
    });

  it("says that a run is inconclusive, and why, and offers no approval", () => {
    const reasons = ["3 of 10 pages not measured: The connection was refused."];
    const away = ended("SEO", { type: "seo-test", summary: { verdict: "pass", pages: 10, notMeasured: 3, reasons } });
    const stopped = ended("Privacy", {
      runId: "run_3",
      type: "privacy-test",
      status: "failed",
      error: "cancelled by a key",
      duration: 900,
    });
    const inconclusive: Ended = { ...away, outcome: { word: "inconclusive", exit: 3, reasons } };
    const lines = endedLines([inconclusive, stopped], { next: service, width: 80 });
    expect(lines.slice(0, 3)).to.deep.equal([
      "SEO      inconclusive  3 of 10 pages not measured: The connection was     12.9 s",
      "                       refused",
      "Privacy  inconclusive  cancelled by a key                                  0.9 s",
    ]);
    expect(lines.join("\n")).not.to.match(/failed|passed|approve/);
    expect(lines.slice(-2)).to.deep.equal([
      `Details   https://quality.example.com/p/shop/runs/${ID}`,
      "Details   https://quality.example.com/p/shop/runs/run_3",
    ]);
  });

  it("shows the parts of a full audit with the problems of each", () => {
    const suite = ended("Full audit", {
      runId: "run_suite",
      type: "full-suite",
      summary: { total: 2, passed: 1, failed: 1, sentence: "1 of 2 pillars failed." },
    });
    const whole = { ...suite, parts: [visual, audit] };
    const lines = endedLines([whole], { problems: [problems()], next: service, width: 80 });
    expect(lines.map((line) => line.split("  ")[0])).to.deep.include.members(["Full audit", "Visual", "Accessibility"]);
    expect(lines.filter((line) => line.includes("✖"))).to.have.length(1);
    expect(lines).to.include("Details   https://quality.example.com/p/shop/runs/run_suite");
    expect(endedData([whole], [problems()])[0]).to.deep.include({ problemCount: 1, outcome: "failed" });
  });

  it("of a service that ends with the command names what stays, and how to accept the changes", () => {
    const again = (scenario: string | null) => [
      "plumbline",
      "run",
      "baseline",
      "--local",
      '--serve "npm run preview"',
      "--url http://localhost:4173",
      ...(scenario === null ? [] : [`--scenario ${scenario}`]),
    ];
    const local: Next = { kind: "local", report: ".plumbline/report.html", again };
    expect(endedLines([visual], { problems: [problems()], next: local, width: 80 }).slice(-5)).to.deep.equal([
      "Compared with main at a1b2c3d, where this branch began.",
      "Report    .plumbline/report.html",
      "Intended",
      'plumbline run baseline --local --serve "npm run preview" \\',
      "  --url http://localhost:4173 --scenario Product",
    ]);
    expect(endedLines([audit], { next: local, width: 80 }).join("\n")).not.to.match(/Report|Intended/);
  });

  it("of a run that goes on says what it does, and how to wait for it", () => {
    const going = ended("Visual", {
      status: "running",
      duration: undefined,
      progress: { phase: "testing", done: 3, total: 9 },
    });
    expect(endedLines([going], { next: { ...service, slug: null }, width: 80 })).to.deep.equal([
      "Visual  running  Testing: 3 of 9 done",
      "",
      `Wait      plumbline wait ${ID}`,
    ]);
  });

  it("names its commands as it was called, for example by the path of a clone", () => {
    process.env.PLUMBLINE_COMMAND = "../my tools/plumbline";
    try {
      const lines = endedLines([visual], { problems: [problems()], next: service, width: 80 });
      expect(lines.at(-1)).to.match(/^"\.\.\/my tools\/plumbline" approve Product --run /);
    } finally {
      delete process.env.PLUMBLINE_COMMAND;
    }
  });

  it("tells reasons that neither the sentence nor a list of problems has", () => {
    const reasons = ["1 new critical finding.", "2 new serious findings."];
    const seo = ended("SEO", {
      type: "seo-test",
      summary: { verdict: "fail", reasons, sentence: "Score 71. 1 new critical finding." },
    });
    expect(endedLines([seo], { width: 80 })).to.deep.equal([
      "SEO  failed  Score 71. 1 new critical finding                             12.9 s",
      "  2 new serious findings.",
    ]);
    expect(endedLines([seo], { width: 80, problems: [problems({ approvable: false })] })).not.to.include(
      "  2 new serious findings.",
    );
  });

  it("tells each decision that results rest on, and how figures stand beside main's", () => {
    const approvals = [
      "2 screenshots passed because of an approval: accepted by ann@shop.example on feature in #41, 1 May.",
    ];
    const figures = `Compared with ${AGAINST}: LCP 1,900 → 2,600 ms is worse; FCP is steady.`;
    const tests = ended("Visual", { summary: { total: 2, passed: 2, failed: 0, sentence: "It is told.", approvals } });
    const perf = ended("Performance", {
      type: "perf-test",
      summary: { verdict: "pass", pages: 2, against: AGAINST, comparedWith: [figures] },
    });
    const text = endedLines([tests, perf], { width: 80 }).join(" ").replaceAll(/\s+/g, " ");
    expect(text).to.include(approvals[0]).and.include(figures);
    expect(text).not.to.include(`${AGAINST}.`);
    const job = stepSummary([perf], []).replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    expect(job.split("\n").filter((line) => line.startsWith("- "))).to.deep.equal([`- Performance: ${figures}`]);
  });
});
