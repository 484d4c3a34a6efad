import { expect } from "chai";
import { onlyScenario, type Problems, problemLines, readProblems } from "../../../cli/client/problems.ts";
import type { Service } from "../../../cli/client/service.ts";
import type { Ended } from "../../../cli/client/watch.ts";
import { columnsOf, painter } from "../../../cli/terminal.ts";
import { fillPath } from "../../../domain/net/fillPath.ts";

const plain = painter({}, false);
const problem = (title: string, where = "Home · desktop", scenarios = ["Home"]) => ({ title, where, scenarios });
const of = (over: Partial<Problems> = {}): Problems => ({
  runId: "run_1",
  against: true,
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
const many = (count: number, title: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => problem(title(at), ""));

describe("the problems of runs at a terminal", () => {
  for (const [what, all, lines] of [
    ["one with its places", of(), ["  ✖ Header moved  Home · desktop"]],
    ["one that says its place itself", of({ problems: [problem("No alt", "")] }), ["  ✖ No alt"]],
    ["one that says nothing about the site", of({ against: false }), ["  ! Header moved  Home · desktop"]],
    [
      "several, their places in a column",
      of({ problems: [problem("Header moved"), problem("Footer", "Cart · phone")], total: 2 }),
      ["  ✖ Header moved  Home · desktop", "  ✖ Footer        Cart · phone"],
    ],
    [
      "one that is too long for a line, its places below",
      of({ problems: [problem(`Text ${"of a long page ".repeat(6)}changed`, "Checkout · phone, tablet")] }),
      [
        "  ✖ Text of a long page of a long page of a long page of a long page of a long",
        "    page of a long page changed",
        "    Checkout · phone, tablet",
      ],
    ],
    [
      "what a page wrote, without what a terminal would act on",
      of({ problems: [problem("Text is \u001b[31mred\u0007\nnow", "")] }),
      ["  ✖ Text is [31mred now"],
    ],
    [
      "more than are shown",
      of({ problems: many(15, (at) => `P${at}`), total: 40 }),
      [...Array.from({ length: 15 }, (_, at) => `  ✖ P${at}`), "    and 25 more"],
    ],
  ] satisfies [string, Problems, string[]][])
    it(what, () => expect(problemLines([all], 80, plain).get("run_1")).to.deep.equal(lines));

  it("are fifteen lines of all runs together, and who needs less leaves the rest to others", () => {
    const runs = [
      of({ runId: "a", problems: many(15, (at) => `A${at}`), total: 27 }),
      of({ runId: "b", problems: many(2, (at) => `B${at}`), total: 2 }),
      of({ runId: "c", problems: many(4, (at) => `C${at}`), total: 4 }),
    ];
    const lines = problemLines(runs, 80, plain);
    expect(lines.get("a")).to.have.length(10).and.to.include("    and 18 more");
    expect(lines.get("b")).to.have.length(2);
    expect(lines.get("c")).to.have.length(4);
  });

  for (const width of [60, 80])
    it(`never take more than ${width} columns, nor more lines than a screen has`, () => {
      const titles = ["見出しの色が変わりました ".repeat(8), "Word ".repeat(60), "Short"];
      const runs = Array.from({ length: 9 }, (_, at) =>
        of({
          runId: `run_${at}`,
          problems: titles.map((title) => problem(title, "Home, Cart, Shop · phone")),
          total: 3,
        }),
      );
      const lines = [...problemLines(runs, width, plain).values()].flat();
      expect(lines.filter((line) => columnsOf(line) > width)).to.deep.equal([]);
      expect(lines.filter((line) => !line.startsWith("    and "))).to.have.length.at.most(15);
    });

  for (const [what, all, label] of [
    ["one scenario that shows them all", of(), "Home"],
    ["several scenarios", of({ problems: [problem("A"), problem("B", "", ["Cart"])], total: 2 }), null],
    ["more problems than are known", of({ total: 2 }), null],
    ["a service that names no scenarios", of({ problems: [{ title: "A", where: "" }] }), null],
  ] satisfies [string, Problems, string | null][])
    it(`are approved by name where there is ${what}: ${label}`, () => expect(onlyScenario(all)).to.equal(label));

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
    expect(found.map(({ total, approvable, against }) => [total, approvable, against])).to.deep.equal([
      [3, true, true],
      [3, false, false],
    ]);
    expect(
      await readProblems(
        service(() => Promise.reject(new Error("404"))),
        runs,
      ),
    ).to.deep.equal([]);
  });
});
