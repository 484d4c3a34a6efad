import { expect } from "chai";
import { appliedReasons, toleranceReasons } from "../../../../domain/visual/wideRules/applied.ts";
import { rulesForScenario, wideRulesIn } from "../../../../domain/visual/wideRules/rulesForScenario.ts";
import { type Counted, recordOf, ruleTotals } from "../../../../domain/visual/wideRules/ruleTotals.ts";

const content = { id: "c", selector: ".price", normalize: "price" as const, scope: "tag:shop" };
const own = { id: "o", selector: ".mine", normalize: "text" as const };
const page = { id: "p", selector: ".chat", effect: "hide" as const, scope: "project" };
const toleranceOf = { id: "t", scope: "path:/blog/*" };
const spec = { comparisonRules: [], contentRules: [own, content], pageRules: [page], toleranceOf };

describe("rules for several scenarios outside the comparison", () => {
  it("are named with their scope where they matched something; a scenario's own are not", () => {
    const reasons = appliedReasons(spec, { c: 1, o: 7, p: 1_200 });
    expect(reasons.map(({ code, message }) => `${code}: ${message}`)).to.deep.equal([
      'hidden_by_rule: The rule ".chat" (hide) of all scenarios hid 1,200 elements.',
      'hidden_by_rule: The rule ".price" (price) of scenarios with the tag shop replaced the content of 1 element.',
    ]);
    expect(reasons[1]?.data).to.deep.include({ rule: "c", scope: "tag:shop", elements: 1 });
    expect(appliedReasons(spec, { c: 0 })).to.deep.equal([]);
    const many = Array.from({ length: 40 }, (_, at) => ({ ...page, id: `p${at}` }));
    const applied = Object.fromEntries(many.map(({ id }) => [id, 1]));
    expect(appliedReasons({ contentRules: [], pageRules: many }, applied)).to.have.length(10);
  });

  it("a tolerance is named where pixels passed by it, and nowhere else", () => {
    const passed = { verdict: "passed" as const, changedPixels: 1_234 };
    expect(toleranceReasons(passed, 0.5, toleranceOf).map(({ message }) => message)).to.deep.equal([
      "The tolerance of 0.5 % of scenarios at /blog/* allowed 1,234 differing pixels.",
    ]);
    for (const [judged, of] of [
      [passed, null],
      [{ ...passed, changedPixels: 0 }, toleranceOf],
      [{ ...passed, verdict: "failed" as const }, toleranceOf],
    ] as const)
      expect(toleranceReasons(judged, 0.5, of)).to.deep.equal([]);
  });

  it("are counted over a run: elements of captured pages, and screenshots that passed by a tolerance", () => {
    const shots: Counted[] = [
      { spec, status: "passed", changedPixels: 30, applied: { c: 2, o: 0, p: 0 } },
      { spec, status: "failed", changedPixels: 500, applied: { c: 1, o: 0, p: 0 } },
      // The page could not be captured, so it is unknown what the rules would have matched.
      { spec, status: "error", changedPixels: null },
    ];
    const totals = ruleTotals(shots);
    const total = (id: string) => totals.find((one) => one.id === id);
    expect(total("c")).to.deep.include({ shots: 2, hiding: 2, elements: 3 });
    expect(total("p")).to.deep.include({ shots: 2, hiding: 0, elements: 0 });
    expect(total("t")).to.deep.include({ shots: 3, hiding: 1, changedPixels: 30 });
    const runs = Array.from({ length: 10 }, () => totals);
    expect(recordOf("p", runs)).to.deep.include({ unused: true });
    expect(recordOf("c", runs)).to.deep.include({ unused: false, hiding: 10, elements: 30 });
    expect(recordOf("t", runs)).to.deep.include({ unused: false, hiding: 10, changedPixels: 300 });
  });

  it("of a scenario's rules those for several are answered as they are kept", () => {
    const wide = [
      { id: "1", scope: "project", kind: "mode", selector: ".a", value: "ignore" },
      { id: "2", scope: "tag:shop", kind: "normalize", selector: ".b", value: "date" },
      { id: "3", scope: "project", kind: "page", selector: ".c", value: "remove" },
      { id: "4", scope: "tag:shop", kind: "misMatchThreshold", selector: "", value: "0.5" },
      { id: "5", scope: "tag:other", kind: "mode", selector: ".d", value: "ignore" },
      { id: "6", scope: "project", kind: "mode", selector: ".own", value: "ignore" },
    ] as const;
    const mine = { comparisonRules: [{ id: "m", selector: ".own", mode: "dynamic" as const }], contentRules: [] };
    const rest = { hideSelectors: [], removeSelectors: [], misMatchThreshold: 0 };
    const chosen = rulesForScenario({ url: "/", tags: ["shop"] }, { ...mine, ...rest }, wide);
    expect(wideRulesIn(chosen)).to.have.deep.members(wide.slice(0, 4));
  });
});
