import { expect } from "chai";
import { PERF_CHECKS } from "../../domain/pillars/perf/table.ts";
import type { FindingResult } from "../../temporal-dev/apiClient.ts";
import {
  judgeFunctional,
  judgePillars,
  judgeVisual,
  type PillarPair,
  RULES_OF_SPEED,
  type SeededDefect,
} from "../../temporal-dev/demo/verdict.ts";

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
  notMeasured: 0,
  startingPoint: false,
});

describe("the demo's verdict", () => {
  const judge = (flawed: FindingResult[], good: FindingResult[] = [], defects = [defect("a")]) =>
    judgePillars(defects, { seo: { good: result(good), flawed: result(flawed) } });

  it("is good when every seeded defect was found, and nothing else on either shop", () => {
    expect(judge([finding()])).to.deep.equal({
      ok: true,
      rows: [["seo", "90 (0 failed, 0 critical)", "90 (1 failed, 0 critical)", "1 of 1"]],
      lines: ["every seeded defect of every pillar was found on the flawed shop, and nothing else on either of them"],
    });
  });

  const TITLE = "The page has no title.";
  for (const [name, flawed, good, lines] of [
    ["one that was missed", [], [], ["MISSED: a (title-missing on /cart)"]],
    ["a mere warning", [finding({ outcome: "warning" })], [], ["MISSED: a (title-missing on /cart)"]],
    [
      "another page",
      [finding({ page: `${SITE}/shop` })],
      [],
      ["MISSED: a (title-missing on /cart)", `FOUND BUT NOT SEEDED: title-missing on /shop: ${TITLE}`],
    ],
    [
      "another rule on the flawed shop",
      [finding(), finding({ rule: "noindex" })],
      [],
      [`FOUND BUT NOT SEEDED: noindex on /cart: ${TITLE}`],
    ],
    [
      "a seeded rule on the good shop",
      [finding()],
      [finding({ page: `${SITE}/about` })],
      [`FIRES ON THE GOOD SHOP: title-missing on /about: ${TITLE}`],
    ],
    [
      "any other rule on the good shop",
      [finding()],
      [finding({ rule: "noindex" })],
      [`FIRES ON THE GOOD SHOP: noindex on /cart: ${TITLE}`],
    ],
  ] as const)
    it(`fails by ${name}`, () => {
      const judged = judge([...flawed], [...good]);
      expect(judged.ok).to.equal(false);
      expect(judged.lines).to.deep.equal(lines);
    });

  it("lets warnings and questions to a person pass, but not where a question is what was seeded", () => {
    const asked = finding({ outcome: "review", rule: "fingerprinting" });
    expect(judge([finding()], [asked, finding({ outcome: "warning" })]).ok).to.equal(true);
    const seeded = [defect("a"), defect("f", { rule: "fingerprinting", outcome: "review", page: "*" })];
    expect(judge([finding(), asked], [], seeded).ok).to.equal(true);
    expect(judge([finding(), asked], [asked], seeded).lines[0]).to.match(/^FIRES ON THE GOOD SHOP: fingerprinting/);
  });

  it("knows what else a seeded defect breaks, there and nowhere else", () => {
    const also = [{ pillar: "seo", rule: "noindex", page: "/cart" }];
    const seeded = [defect("a"), defect("v", { pillar: "visual", also })];
    const second = finding({ rule: "noindex" });
    expect(judge([finding(), second], [], seeded).ok).to.equal(true);
    expect(judge([finding(), { ...second, page: `${SITE}/shop` }], [], seeded).ok).to.equal(false);
    expect(judge([finding(), second], [second], seeded).ok).to.equal(false);
  });

  it("does not depend on the speed of the machine: it shows what was slow, and judges the rest", () => {
    const slow = finding({ rule: "largest-contentful-paint", message: "4.2 s" });
    const seeded = [defect("a"), defect("l", { rule: "largest-contentful-paint" })];
    expect(judge([finding(), slow, { ...slow, page: `${SITE}/` }], [slow], seeded)).to.deep.include({
      ok: true,
      lines: [
        "every seeded defect of every pillar was found on the flawed shop, and nothing else on either of them",
        "slow at the moment, not compared: largest-contentful-paint on /cart: 4.2 s",
        "slow at the moment, not compared: largest-contentful-paint on /: 4.2 s",
      ],
    });
    expect(judge([finding()], [], seeded).lines).to.deep.equal(["MISSED: l (largest-contentful-paint on /cart)"]);
    expect(PERF_CHECKS.map(({ rule }) => rule)).to.include.members([...RULES_OF_SPEED]);
  });

  it("takes a finding about an address as found there, and * as anywhere", () => {
    const exposed = finding({ rule: "exposed-file", page: `${SITE}/`, target: "/.env" });
    expect(judge([exposed], [], [defect("e", { rule: "exposed-file", page: "/.env" })]).ok).to.equal(true);
    expect(judge([exposed], [], [defect("e", { rule: "exposed-file", page: "*" })]).ok).to.equal(true);
  });

  it("judges a finding of several pages on each of them", () => {
    const merged = finding({
      page: `${SITE}/shop`,
      pages: { count: 2, of: 9, first: [`${SITE}/shop`, `${SITE}/cart`] },
    });
    const seeded = [defect("a"), defect("b", { page: "/shop" })];
    expect(judge([merged], [], seeded).ok).to.equal(true);
    expect(judge([merged]).lines).to.deep.equal([`FOUND BUT NOT SEEDED: title-missing on /shop: ${TITLE}`]);
    expect(judge([finding()], [merged]).lines).to.have.length(2);
  });

  it("never shows a first run as a bare figure: it is the starting point, with its critical findings", () => {
    const first = { ...result([finding(), finding({ severity: "critical" })]), startingPoint: true };
    const { rows } = judgePillars([], { seo: { good: result(), flawed: first } });
    expect(rows[0]?.[2]).to.equal("90 (2 failed, 1 critical, starting point)");
  });

  for (const [name, pair, line] of [
    [
      "a run that was not completed",
      { flawed: result([], "failed") },
      "NOT COMPLETED: seo of the flawed shop, the run is failed",
    ],
    [
      "pages of which nothing is known",
      { good: { ...result(), notMeasured: 2 } },
      "NOT MEASURED: 2 pages of the good shop (seo)",
    ],
  ] as [string, Partial<PillarPair>, string][])
    it(`fails by ${name}`, () => {
      const { ok, lines } = judgePillars([], { seo: { good: result(), flawed: result(), ...pair } });
      expect([ok, lines]).to.deep.equal([false, [line]]);
    });

  describe("of features", () => {
    const seeded = [defect("v", { pillar: "functional", rule: "network", feature: "visit" }), defect("a")];
    const ran = (causes: Record<string, string[]> = {}, more = {}) => ({
      status: "completed",
      total: 3,
      passed: 2,
      causes,
      ...more,
    });
    for (const [name, flawed, good, expected] of [
      ["is good when each failed for its reason", ran({ visit: ["network"] }), ran(), []],
      ["names one that passed", ran(), ran(), ["MISSED: v (visit: passed, seeded network)"]],
      [
        "names one that failed for another reason",
        ran({ visit: ["locator"] }),
        ran(),
        ["MISSED: v (visit: locator, seeded network)", "FAILED BUT NOT SEEDED: visit (locator)"],
      ],
      [
        "names a second reason beside the seeded one",
        ran({ visit: ["network", "timing"] }),
        ran(),
        ["FAILED BUT NOT SEEDED: visit (timing)"],
      ],
      [
        "names one that was not seeded",
        ran({ visit: ["network"], basket: ["data"] }),
        ran(),
        ["FAILED BUT NOT SEEDED: basket (data)"],
      ],
      [
        "names one that fails on the good shop, and a run that did not end well",
        ran({ visit: ["network"] }),
        ran({ basket: ["data"] }, { status: "failed" }),
        ["FAILS ON THE GOOD SHOP: basket (data)", "NOT COMPLETED: functional of the good shop, the run is failed"],
      ],
      [
        "takes a run of nothing for no success",
        ran({ visit: ["network"] }),
        ran({}, { total: 0, passed: 0 }),
        ["NOT MEASURED: no scenario was run on the good shop"],
      ],
    ] as const)
      it(name, () => {
        const { ok, lines, row } = judgeFunctional(seeded, { good, flawed });
        expect(lines).to.deep.equal(expected);
        expect(ok).to.equal(expected.length === 0);
        expect(row[0]).to.equal("functional");
      });
  });

  describe("of pictures", () => {
    const seeded = defect("v", { visual: { scenarioLabel: "Cart", viewports: ["phone", "desktop"], kind: "text" } });
    const shop = (cart: string, home = "passed", more = {}) => ({
      status: "completed",
      expected: 3,
      results: [
        { scenarioLabel: "Cart", viewport: "phone", status: cart },
        { scenarioLabel: "Cart", viewport: "desktop", status: cart },
        { scenarioLabel: "Home", viewport: "phone", status: home },
      ],
      ...more,
    });
    const PASSED = "seeded visual defects: 1, on 2 shots; found on 2";
    for (const [name, flawed, good, lines] of [
      [
        "is good when the seeded ones differ, and nothing else on either shop",
        shop("failed"),
        shop("passed"),
        [PASSED, "every seeded visual defect was found, and nothing else on either shop"],
      ],
      [
        "names what was missed",
        shop("passed"),
        shop("passed"),
        ["seeded visual defects: 1, on 2 shots; found on 0", "MISSED: Cart (phone)", "MISSED: Cart (desktop)"],
      ],
      [
        "names what differs though nobody seeded it",
        shop("failed", "failed"),
        shop("passed"),
        [PASSED, "FOUND BUT NOT SEEDED: Home (phone)"],
      ],
      [
        "names what differs on the good shop",
        shop("failed"),
        shop("passed", "failed"),
        [PASSED, "DIFFERS ON THE GOOD SHOP: Home (phone)"],
      ],
      [
        "takes what could not be compared for neither",
        shop("error", "error"),
        shop("passed"),
        [
          "seeded visual defects: 1, on 2 shots; found on 0",
          "MISSED: Cart (phone)",
          "MISSED: Cart (desktop)",
          "NOT COMPARED: Cart (phone) of the flawed shop",
          "NOT COMPARED: Cart (desktop) of the flawed shop",
          "NOT COMPARED: Home (phone) of the flawed shop",
        ],
      ],
      [
        "names pictures that are not there",
        shop("failed"),
        { status: "missing", expected: 3, results: [] },
        [
          PASSED,
          "NOT COMPLETED: screenshots of the good shop, the run is missing",
          "NOT COMPARED: 3 of 3 screenshots of the good shop",
        ],
      ],
    ] as const)
      it(name, () => {
        const judged = judgeVisual([seeded], { good, flawed });
        expect(judged.lines).to.deep.equal(lines);
        expect(judged.ok).to.equal(lines.length === 2 && lines[1]?.startsWith("every"));
      });
  });
});
