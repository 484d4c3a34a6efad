import { expect } from "chai";
import { type Problems, problemLines, readProblems } from "../../../cli/client/problems.ts";
import type { Service } from "../../../cli/client/service.ts";
import type { Ended } from "../../../cli/client/watch.ts";
import { fillPath } from "../../../domain/net/fillPath.ts";

const problem = (title: string, where = "Home · desktop") => ({ title, where });
const of = (over: Partial<Problems> = {}): Problems => ({
  title: "Visual test",
  runId: "run_1",
  approvable: true,
  problems: [problem("Header moved")],
  total: 1,
  ...over,
});
const ended = (word: Ended["outcome"]["word"], type = "vrt-test") =>
  ({
    run: { runId: `run_${word}`, type },
    title: "Visual test",
    outcome: { word, exit: 1, reasons: [] },
  }) as unknown as Ended;

describe("the problems of runs at a terminal", () => {
  for (const [what, all, lines] of [
    ["none", [], []],
    [
      "one, with the command that accepts it",
      [of()],
      ["", "  ✖ Header moved  Home · desktop", "", "If intended: plumbline approve --run run_1 --all"],
    ],
    [
      "one that nobody approves, and says its place itself",
      [of({ approvable: false, problems: [problem("No alt", "")] })],
      ["", "  ✖ No alt"],
    ],
    [
      "more than are shown",
      [of({ approvable: false, problems: Array.from({ length: 15 }, (_, at) => problem(`P${at}`, "")), total: 40 })],
      ["", ...Array.from({ length: 15 }, (_, at) => `  ✖ P${at}`), "    and 25 more"],
    ],
    [
      "of several runs",
      [
        of({ approvable: false }),
        of({ title: "SEO", approvable: false, problems: Array(9).fill(problem("No title", "/")), total: 9 }),
      ],
      [
        "",
        "  Visual test",
        "  ✖ Header moved  Home · desktop",
        "  SEO",
        ...Array(7).fill("  ✖ No title  /"),
        "    and 2 more",
      ],
    ],
  ] as [string, Problems[], string[]][])
    it(what, () => expect(problemLines(all, { approves: true })).to.deep.equal(lines));

  it("offers no approval where the service ends with the command", () => {
    expect(problemLines([of()], { approves: false })).to.deep.equal(["", "  ✖ Header moved  Home · desktop"]);
  });

  it("are read of runs that did not pass, and a verdict stands without them", async () => {
    const asked: string[] = [];
    const service = (answer: () => Promise<unknown>) =>
      ({
        get: (path: string, { params }: { params: Record<string, string> }) => {
          asked.push(fillPath(path, params));
          return answer();
        },
      }) as unknown as Service;
    const runs = [ended("passed"), ended("failed"), ended("inconclusive"), ended("running")];
    const found = await readProblems(
      service(async () => ({ problems: [problem("A")], total: 3 })),
      runs,
    );
    expect(asked).to.deep.equal(["/api/ci/runs/run_failed/problems", "/api/ci/runs/run_inconclusive/problems"]);
    expect(found.map(({ total, approvable }) => [total, approvable])).to.deep.equal([
      [3, true],
      [3, false],
    ]);
    expect(
      await readProblems(
        service(() => Promise.reject(new Error("404"))),
        runs,
      ),
    ).to.deep.equal([]);
  });
});
