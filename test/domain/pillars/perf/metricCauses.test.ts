import { expect } from "chai";
import { CAUSE_RULES, causesOf } from "../../../../domain/pillars/perf/metricCauses.ts";
import { PERF_CHECKS } from "../../../../domain/pillars/perf/table.ts";

const found = (rule: string, outcome: string, message = rule) => ({ rule, outcome, message });

describe("what makes a metric slow", () => {
  it("is told by rules that exist", () => {
    const known = new Set(PERF_CHECKS.map(({ rule }) => rule));
    expect([...CAUSE_RULES].filter((rule) => !known.has(rule))).to.deep.equal([]);
  });

  it("is the most telling rule first, of each one finding, failures before warnings, and two at most", () => {
    const findings = [
      found("page-weight", "failed"),
      found("render-blocking", "warning", "a warning"),
      found("render-blocking", "failed", "/theme.css blocks"),
      found("lcp-discovery", "warning"),
      found("long-tasks", "failed"),
    ];
    expect(causesOf("lcp", findings).map(({ message }) => message)).to.deep.equal([
      "lcp-discovery",
      "/theme.css blocks",
    ]);
    expect(causesOf("tbt", findings).map(({ message }) => message)).to.deep.equal(["long-tasks"]);
    expect(causesOf("ttfb", findings)).to.deep.equal([]);
  });

  it("is nothing that passed", () => expect(causesOf("cls", [found("unsized-images", "passed")])).to.deep.equal([]));
});
