import { expect } from "chai";
import { auditPage } from "../../../../domain/pillars/a11y/audit.ts";
import { MORE_ELEMENTS } from "../../../../domain/pillars/a11y/axeResults.ts";
import type { A11yData, AxeOutcome } from "../../../../domain/pillars/a11y/gathered.ts";
import { data, node, outcome, reflowed, stop, walk } from "./data.ts";

const PLACE = { pillar: "a11y" as const, page: "https://a.test/p", baseUrl: "https://a.test" };
const judge = (desktop: AxeOutcome[], phone: AxeOutcome[] = desktop, change: Partial<A11yData> = {}) =>
  auditPage(data(change, desktop, phone), PLACE);
const contrast = (...nodes: ReturnType<typeof node>[]) => outcome("color-contrast", { nodes, passed: 9 });

describe("what axe found, as findings", () => {
  it("a violation fails with its impact", () => {
    const { findings, rules } = judge([contrast(node("#a", { impact: "critical" }))]);
    expect(findings.map(({ rule, outcome, severity, target }) => [rule, outcome, severity, target])).to.deep.equal([
      ["color-contrast", "failed", "critical", "#a"],
    ]);
    expect(rules.find(({ rule }) => rule === "color-contrast")).to.deep.equal({
      rule: "color-contrast",
      outcome: "failed",
      severity: "critical",
    });
  });

  it("a best practice warns", () => {
    const { findings, score } = judge([outcome("region", { nodes: [node("#a")] })]);
    expect(findings.map((one) => one.outcome)).to.deep.equal(["warning"]);
    expect(score).to.equal(100);
  });

  it("what axe cannot tell is for a person, even of a best practice", () => {
    const { findings, score } = judge([
      contrast(node("#a", { kind: "unsure" })),
      outcome("region", { nodes: [node("#b", { kind: "unsure" })] }),
    ]);
    expect(findings.map((one) => one.outcome)).to.deep.equal(["review", "review"]);
    expect(score).to.equal(100);
  });

  const wrongIds = (message: string) => [{ id: "aria-valid-attr-value", message, data: {} }];
  const doubts: [what: string, rule: string, html: string, message: string, outcome: string][] = [
    [
      "a button that controls what is not there yet",
      "aria-valid-attr-value",
      '<button aria-controls="menu">',
      'Invalid ARIA attribute value: aria-controls="menu"',
      "review",
    ],
    [
      "an open combobox that controls nothing",
      "aria-valid-attr-value",
      '<input role="combobox" aria-expanded="true" aria-controls="menu">',
      'Invalid ARIA attribute value: aria-controls="menu"',
      "failed",
    ],
    [
      "a wrong value beside it",
      "aria-valid-attr-value",
      '<button aria-controls="menu" aria-pressed="up">',
      'Invalid ARIA attribute values: aria-controls="menu", aria-pressed="up"',
      "failed",
    ],
  ];
  for (const [what, rule, html, message, verdict] of doubts)
    it(`${rule}, ${what}: ${verdict}`, () => {
      const change = { html, reasons: wrongIds(message) };
      const { findings, rules } = judge([outcome(rule, { nodes: [node("#a", change)] })]);
      expect(findings.map((one) => one.outcome)).to.deep.equal([verdict]);
      expect(rules.find((one) => one.rule === rule)?.outcome).to.equal(verdict);
    });

  it("passed and inapplicable rules are told of without a finding", () => {
    const { findings, rules } = judge([outcome("color-contrast", { passed: 3 }), outcome("image-alt")]);
    expect(findings).to.deep.equal([]);
    expect(rules.slice(0, 2).map((one) => [one.rule, one.outcome])).to.deep.equal([
      ["color-contrast", "passed"],
      ["image-alt", "inapplicable"],
    ]);
  });

  it("an element broken at both widths is one finding, one broken at a single width says so", () => {
    const { findings } = judge([contrast(node("#both"))], [contrast(node("#both"), node("#phone"))]);
    expect(findings.map(({ target, evidence }) => [target, evidence.viewports])).to.deep.equal([
      ["#both", ["desktop", "phone"]],
      ["#phone", ["phone"]],
    ]);
    expect(findings[0]?.message).not.to.contain("only");
    expect(findings[1]?.message).to.contain("Seen on the phone only.");
  });

  it("sure at one width beats unsure at the other", () => {
    for (const [one, other] of [
      ["failed", "unsure"],
      ["unsure", "failed"],
    ] as const) {
      const { findings } = judge([contrast(node("#a", { kind: one }))], [contrast(node("#a", { kind: other }))]);
      expect(findings.map((finding) => finding.outcome)).to.deep.equal(["failed"]);
    }
  });

  it("two elements of one selector stay two", () => {
    const { findings } = judge([contrast(node("p"), node("p"))]);
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).to.equal(2);
  });

  it("elements beyond those that are listed are counted in one finding", () => {
    const { findings, metrics } = judge([outcome("color-contrast", { failed: 1_234, nodes: [node("#a")] })]);
    expect(findings.map(({ target }) => target)).to.deep.equal(["#a", MORE_ELEMENTS]);
    expect(findings[1]?.message).to.equal("Text must stand out. 1,233 more elements break this rule.");
    expect(metrics.serious).to.equal(1_234);
  });

  it("gives the figures in the sentence and the proof in the evidence", () => {
    const figures = {
      fgColor: "#aaa",
      bgColor: "#fff",
      contrastRatio: 2.32,
      fontSize: "12.0pt (16px)",
      expectedContrastRatio: "4.5:1",
    };
    const reasons = [{ id: "color-contrast", message: "Insufficient", data: figures }];
    const long = `<p title="${"x".repeat(900)}">`;
    const { findings } = judge([contrast(node("#a", { reasons, html: long }))], undefined, {
      shots: { "color-contrast #a": "art1" },
    });
    const [finding] = findings;
    expect(finding?.message).to.equal(
      "Text must stand out. The contrast of #aaa on #fff is 2.32:1 at 16 px, and 4.5:1 is required.",
    );
    expect(finding?.evidence).to.deep.include({
      screenshotId: "art1",
      helpUrl: "https://help.test/x",
      tags: ["wcag2aa", "wcag143"],
      figures,
    });
    expect(String(finding?.evidence.html)).to.have.length(300);
    expect(JSON.stringify(finding?.evidence).length).to.be.below(5_000);
    expect(finding?.help).to.match(/^Make the text darker .* Details: https:\/\/help\.test\/x$/);
  });

  it("tells a target's size", () => {
    const reasons = [{ id: "target-size", message: "Small", data: { width: 10.04, height: 12, minSize: 24 } }];
    const { findings } = judge([outcome("target-size", { nodes: [node("#a", { reasons })] })]);
    expect(findings[0]?.message).to.contain("It measures 10 × 12 px, and 24 × 24 px is required.");
  });

  it("a rule that is not measured is left out and named", () => {
    const reason = "It went away.";
    const { rules, metrics, details } = judge([], [], { keyboard: { state: "not_measured", reason } });
    expect(rules.map(({ rule }) => rule)).to.deep.equal(["reflow", "text-zoom"]);
    expect(metrics.leftOutRules).to.equal(3);
    expect(details.notMeasured).to.deep.equal([{ rules: ["focus-visible", "keyboard-trap", "focus-order"], reason }]);
  });

  it("of a walk that ended early what was found counts, and what passed is left out and named", () => {
    const keyboard = walk([stop("a", { indicator: "none" }), stop("b")], { end: "limit", presses: 250 });
    const { rules, metrics, details } = judge([], [], { keyboard });
    expect(rules.map(({ rule }) => rule)).to.have.members(["focus-visible", "reflow", "text-zoom"]);
    expect(metrics.leftOutRules).to.equal(2);
    expect(details.notMeasured[0]?.reason).to.contain("not fully tabbed through: after 250 presses of Tab");
  });

  it("our own rules count too", () => {
    const keyboard = walk([stop("a", { indicator: "none" }), stop("b")], {
      trap: { members: ["b"], sure: true },
      end: "trap",
    });
    const { metrics, score } = judge([], [], { keyboard, reflow: reflowed({ scrolls: true, contentWidth: 500 }) });
    expect(metrics).to.deep.include({ critical: 1, serious: 2 });
    expect(score).to.be.below(60);
  });

  const secrets: [what: string, html: string][] = [
    ["a typed value", '<input value="SECRET-1">'],
    ["a value in single quotes", "<input value='SECRET-1'>"],
    ["a nonce", '<script nonce="SECRETnonce">'],
    ["a parameter", '<a href="/x?sig=SECRET&amp;b=SECRET">'],
    ["a token in a path", '<a href="/reset/SECRETabcdefgh1234567890">'],
    ["a password in an address", '<a href="https://user:SECRET@a.test/">'],
    ["a data attribute", '<form data-csrf-token="SECRET">'],
  ];
  for (const [what, html] of secrets)
    it(`${what} does not reach the evidence`, () => {
      const { findings } = judge([contrast(node("#a", { html, selector: html, reasons: [] }))]);
      expect(String(findings[0]?.evidence.html)).not.to.contain("SECRET");
      expect(String(findings[0]?.evidence.html)).to.contain("…");
    });
});
