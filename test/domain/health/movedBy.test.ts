import { expect } from "chai";
import { beforeNewest, type ChangedProblem, moverOf, moversOf, movesOf } from "../../../domain/health/movedBy.ts";
import { siteHealth } from "../../../domain/health/siteHealth.ts";
import type { HealthInput } from "../../../domain/health/types.ts";
import { DAY, NOW } from "./support.ts";

const run = (runId: string, daysAgo: number, score: number) => ({
  runId,
  at: NOW - daysAgo * DAY,
  score,
  scenarioIds: ["home"],
});
const input = (runs: HealthInput["runs"]): HealthInput => ({
  now: NOW,
  scenarios: [{ id: "home", label: "Home" }],
  runs,
});
const problem = (id: string, status: ChangedProblem["status"], priority: number): ChangedProblem => ({
  id,
  title: `${id}\nis broken`,
  status,
  priority,
});

describe("what moved the score", () => {
  const moved = (runs: HealthInput["runs"]) =>
    movesOf(siteHealth(input(runs)).pillars, siteHealth(beforeNewest(input(runs))).pillars);

  it("is each pillar against where it stood without its newest run, the largest move first", () => {
    const moves = moved({
      seo: [run("s2", 1, 40), run("s1", 2, 90)],
      a11y: [run("a2", 1, 96), run("a1", 2, 90)],
      perf: [run("p2", 1, 80), run("p1", 2, 80)],
      security: [run("x1", 1, 10)],
    });
    expect(moves.points.perf).to.equal(0);
    expect([moves.points.security, moves.points.privacy]).to.deep.equal([null, null]);
    const movers = moversOf(moves);
    expect(movers.map(({ pillar }) => pillar)).to.deep.equal(["seo", "a11y"]);
    expect(movers[0]?.points).to.be.lessThan(0);
    expect(movers[1]?.points).to.be.greaterThan(0);
  });

  it("is unknown of a first run", () => {
    const moves = moved({ seo: [run("s1", 1, 40)] });
    expect(moves).to.deep.include({ before: null, change: null });
    expect(moversOf(moves)).to.deep.equal([]);
  });

  const changed = [
    problem("a", "new", 6),
    problem("b", "regressed", 3),
    problem("c", "fixed", 10),
    problem("d", "ongoing", 50),
  ];
  for (const [name, points, problems, sentence, parts] of [
    [
      "a fall, by what came",
      -3,
      changed,
      "SEO: 3 points down. New: a is broken and b is broken.",
      [
        ["a", -2],
        ["b", -1],
      ],
    ],
    ["a rise, by what went", 1, changed, "SEO: 1 point up. Fixed: c is broken.", [["c", 1]]],
    ["a fall without a new problem", -0.4, [problem("c", "fixed", 10)], "SEO: 0.4 points down.", []],
    [
      "a fall with many",
      -5,
      ["e", "f", "g", "h", "i"].map((id) => problem(id, "new", 1)),
      "SEO: 5 points down. New: e is broken, f is broken, g is broken and 2 more.",
      [
        ["e", -1],
        ["f", -1],
        ["g", -1],
      ],
    ],
    [
      "a fall with two problems of one title",
      -4,
      ["j", "j2", "k"].map((id) => ({ ...problem(id.charAt(0), "new", 1), id })),
      "SEO: 4 points down. New: j is broken (2) and k is broken.",
      [
        ["j", -1.3],
        ["j2", -1.3],
        ["k", -1.3],
      ],
    ],
  ] as const)
    it(`tells ${name}`, () => {
      const mover = moverOf({ pillar: "seo", points }, problems);
      expect(mover.sentence).to.equal(sentence);
      expect(mover.problems.map(({ id, points: part }) => [id, part])).to.deep.equal(parts);
    });
});
