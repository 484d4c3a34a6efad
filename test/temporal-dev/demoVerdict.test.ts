import { expect } from "chai";
import type { FindingResult } from "../../temporal-dev/apiClient.ts";
import { judgeFunctional, judgePillars, judgeVisual, type SeededDefect } from "../../temporal-dev/demo/verdict.ts";

const SITE = "http://127.0.0.1:4500";
const defect = (id: string, patch: Partial<SeededDefect> = {}): SeededDefect => ({
  id,
  pillar: "seo",
  page: "/cart",
  rule: "title-missing",
  description: "",
  ...patch,
});
const finding = (patch: Partial<FindingResult> = {}): FindingResult => ({
  pillar: "seo",
  rule: "title-missing",
  severity: "serious",
  outcome: "failed",
  page: `${SITE}/cart`,
  target: "",
  message: "The page has no title.",
  new: null,
  ...patch,
});
const result = (findings: FindingResult[] = [], status = "completed") => ({
  status,
  score: 90,
  findings,
  startingPoint: false,
});

describe("the demo's verdict", () => {
  const judge = (flawed: FindingResult[], good: FindingResult[] = [], defects = [defect("a")]) =>
    judgePillars(defects, { seo: { good: result(good), flawed: result(flawed) } });

  it("is good when every seeded defect was found, and none on the good shop", () => {
    expect(judge([finding()])).to.deep.equal({
      ok: true,
      rows: [["seo", "90 (0 failed, 0 critical)", "90 (1 failed, 0 critical)", "1 of 1"]],
      lines: ["every seeded defect of every pillar was found on the flawed shop, and none on the good one"],
    });
  });

  for (const [name, flawed, good, line] of [
    ["one that was missed", [], [], "MISSED: a (title-missing on /cart)"],
    ["another page", [finding({ page: `${SITE}/shop` })], [], "MISSED: a (title-missing on /cart)"],
    ["a mere warning", [finding({ outcome: "warning" })], [], "MISSED: a (title-missing on /cart)"],
    [
      "a false alarm",
      [finding()],
      [finding({ page: `${SITE}/about` })],
      "FIRES ON THE GOOD SHOP: title-missing on /about: The page has no title.",
    ],
  ] as const)
    it(`names ${name}`, () => {
      const { ok, lines } = judge([...flawed], [...good]);
      expect(ok).to.equal(false);
      expect(lines).to.deep.equal([line]);
    });

  it("takes a finding about an address as found there, and * as anywhere", () => {
    const exposed = finding({ rule: "exposed-file", page: `${SITE}/`, target: "/.env" });
    expect(judge([exposed], [], [defect("e", { rule: "exposed-file", page: "/.env" })]).ok).to.equal(true);
    expect(judge([exposed], [], [defect("e", { rule: "exposed-file", page: "*" })]).ok).to.equal(true);
  });

  it("never shows a first run as a bare figure: it is the starting point, with its critical findings", () => {
    const first = { ...result([finding(), finding({ severity: "critical" })]), startingPoint: true };
    const { rows } = judgePillars([], { seo: { good: result(), flawed: first } });
    expect(rows[0]?.[2]).to.equal("90 (2 failed, 1 critical, starting point)");
  });

  it("says which run was not completed", () => {
    const { ok, lines, rows } = judgePillars([], { seo: { good: result(), flawed: result([], "failed") } });
    expect(ok).to.equal(false);
    expect(lines).to.deep.equal(["NOT COMPLETED: seo, the run is failed"]);
    expect(rows[0]).to.include("failed");
  });

  for (const [name, causes, expected] of [
    ["is good when each feature failed for its reason", { visit: "network" }, []],
    ["names one that passed", {}, ["MISSED: v (visit: passed, seeded network)"]],
    ["names one that failed for another reason", { visit: "locator" }, ["MISSED: v (visit: locator, seeded network)"]],
    ["names one that was not seeded", { visit: "network", basket: "data" }, ["FAILED BUT NOT SEEDED: basket (data)"]],
  ] as const)
    it(`of features ${name}`, () => {
      const seeded = [defect("v", { pillar: "functional", rule: "network", feature: "visit" }), defect("a")];
      const good = { status: "completed", total: 3, passed: 3, causes: {} };
      const flawed = { status: "completed", total: 3, passed: 2, causes: { ...causes } as Record<string, string> };
      const { ok, lines, row } = judgeFunctional(seeded, { good, flawed });
      expect(lines).to.deep.equal(expected);
      expect(ok).to.equal(expected.length === 0);
      expect(row.slice(0, 3)).to.deep.equal(["functional", "3 of 3 pass", "2 of 3 pass"]);
    });

  it("of features names one that fails on the good shop, and a run that did not end well", () => {
    const good = { status: "failed", total: 3, passed: 2, causes: { basket: "data" } };
    const flawed = { status: "completed", total: 3, passed: 3, causes: {} };
    expect(judgeFunctional([], { good, flawed }).lines).to.deep.equal([
      "FAILS ON THE GOOD SHOP: basket (data)",
      "NOT COMPLETED: functional, the run is failed",
    ]);
  });

  it("compares pictures by scenario and viewport", () => {
    const seeded = defect("v", { visual: { scenarioLabel: "Cart", viewports: ["phone", "desktop"], kind: "text" } });
    const shot = (viewport: string, status: string, scenarioLabel = "Cart") => ({ scenarioLabel, viewport, status });
    expect(judgeVisual([seeded], [shot("phone", "failed"), shot("desktop", "failed")]).ok).to.equal(true);
    expect(judgeVisual([seeded], [shot("phone", "failed"), shot("desktop", "passed")]).lines).to.include(
      "MISSED: Cart (desktop)",
    );
    expect(
      judgeVisual([seeded], [shot("phone", "failed"), shot("desktop", "failed"), shot("phone", "failed", "Home")])
        .lines,
    ).to.include("FOUND BUT NOT SEEDED: Home (phone)");
  });
});
