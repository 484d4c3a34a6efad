// Which scenarios the demo covers, and its estimate of the remaining time.
import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { demoFile } from "../../temporal-dev/demo/prepare.ts";
import { createProgress, lineOf, shareOf } from "../../temporal-dev/demo/progress.ts";
import { type DemoScenario, pagesOfPillar, seenDefects, viewportsOf } from "../../temporal-dev/demo/sample.ts";
import { formatSeconds, secondsLeft } from "../../temporal-dev/demo/timeLeft.ts";
import type { SeededDefect } from "../../temporal-dev/demo/verdict.ts";

describe("what the demo looks at", () => {
  let defects: SeededDefect[];
  let scenarios: DemoScenario[];
  before(async () => {
    defects = JSON.parse(await readFile(demoFile("defects.json"), "utf8"));
    ({ scenarios } = JSON.parse(await readFile(demoFile("scenarios.json"), "utf8")));
  });

  for (const pillar of ["a11y", "seo", "security", "tracking", "privacy"])
    it(`holds every page with a seeded defect of ${pillar}, and three without`, () => {
      const pages = pagesOfPillar(pillar, defects, scenarios);
      const paths = new Set(
        scenarios.filter(({ label }) => pages.includes(label)).map(({ url }) => new URL(url, "http://x").pathname),
      );
      const known = new Set(scenarios.map(({ url }) => new URL(url, "http://x").pathname));
      const all = defects.flatMap((one) => [one, ...(one.also ?? [])]);
      const seeded = new Set(all.flatMap((one) => (one.pillar === pillar && known.has(one.page) ? [one.page] : [])));
      expect([...paths]).to.include.members([...seeded]);
      expect(pages).to.have.length(seeded.size + 3);
    });

  it("shoots every page, and each seeded change at the smallest and the largest size", () => {
    for (const { label } of scenarios) expect(viewportsOf(label, defects)).to.include("desktop");
    for (const { visual } of defects)
      if (visual) expect(viewportsOf(visual.scenarioLabel, defects)).to.deep.equal(["phone", "desktop"]);
    for (const { visual } of seenDefects(defects))
      if (visual) expect(visual.viewports).to.deep.equal(["phone", "desktop"]);
  });

  it("says how far a run is, and at which page", () => {
    const parts = ["Home", "Cart"];
    const at = (done: number, total: number, phase = "testing") => ({ done, total, phase });
    expect(lineOf({ unit: "pages", parts }, at(1, 2))).to.equal("1 of 2 pages, at Cart");
    expect(lineOf({ unit: "pages", parts }, at(2, 2))).to.equal("2 of 2 pages");
    expect(lineOf({ unit: "scenarios", parts: [] }, at(0, 14))).to.equal("0 of 14 scenarios");
    expect(lineOf({ unit: "pages", parts }, at(0, 0))).to.equal("starts");
    const twice = { unit: "pages", parts, phases: ["capturing", "confirming"] };
    expect(lineOf(twice, at(1, 2, "confirming"))).to.equal("confirming, 1 of 2 pages, at Cart");
    const shares = [at(0, 2, "capturing"), at(2, 2, "capturing"), at(1, 2, "confirming")].map((one) =>
      shareOf(twice, one),
    );
    expect(shares).to.deep.equal([0, 0.5, 0.75]);
    expect(shareOf({}, at(1, 4))).to.equal(0.25);
    expect(shareOf({}, at(0, 0))).to.equal(0);
  });

  it("follows runs to their ends, whatever comes of them", async () => {
    const lines: string[] = [];
    const statuses: Record<string, string> = { run_1: "completed", run_2: "failed" };
    const client = {
      status: async (runId: string) => ({ runId, status: statuses[runId] ?? "", type: "a11y", progress: undefined }),
    };
    const progress = createProgress(client, (line = "") => lines.push(line), performance.now());
    progress.begin("good", "Every pillar");
    const runs = ["run_1", "run_2"].map((runId) => ({ name: runId, runId, unit: "pages", parts: [] }));
    const ended: string[] = [];
    await progress.follow(runs, (run, { status }) => void ended.push(`${run.name} ${status}`));
    expect(ended).to.deep.equal(["run_1 completed", "run_2 failed"]);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(/^Every pillar \(about .* left\)$/);
    expect(await progress.during("the proof is running", async () => 7)).to.equal(7);
  });

  it("says the time that is left at the pace so far", () => {
    const start = secondsLeft("prepare", 0, 3);
    expect(start).to.be.above(100);
    // Twice as slow as planned, so twice the remaining time.
    const pace = (elapsed: number) => secondsLeft("good", 0.5, elapsed);
    expect(pace(200)).to.be.closeTo(2 * pace(100), 0.001);
    expect(secondsLeft("proof", 1, 300)).to.equal(0);
    expect(secondsLeft("flawed", 7, 300)).to.be.below(secondsLeft("flawed", 0, 300));
    expect([40, 125].map(formatSeconds)).to.deep.equal(["40 s", "2 min 5 s"]);
  });
});
