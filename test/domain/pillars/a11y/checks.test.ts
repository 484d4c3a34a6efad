import { expect } from "chai";
import type { A11yData } from "../../../../domain/pillars/a11y/gathered.ts";
import { OWN_CHECKS } from "../../../../domain/pillars/a11y/table.ts";
import { CONTENT_CASES, STRICT_CASES } from "./contentCases.ts";
import { cut, data, reflowed, stop, walk } from "./data.ts";

const away = { state: "not_measured", reason: "It went away." } as const;
const at = (x: number, y: number, width = 100, height = 20) => ({ place: { x, y, width, height } });
const rtl = (x: number) => ({ place: { ...at(x, 0).place, rtl: true as const } });

const TABLE: [rule: string, what: string, gathered: Partial<A11yData>, outcomes: string[]][] = [
  ["focus-visible", "hidden", { keyboard: walk([stop("a", { indicator: "none" }), stop("b")]) }, ["failed"]],
  [
    "focus-visible",
    "seen by style, pixel or not to be told",
    { keyboard: walk([stop("a"), stop("b", { indicator: "pixels" }), stop("c", { indicator: "unknown" })]) },
    ["passed"],
  ],
  ["focus-visible", "very little", { keyboard: walk([stop("a", { indicator: "faint" })]) }, ["review"]],
  ["focus-visible", "a text cursor alone", { keyboard: walk([stop("a", { indicator: "caret" })]) }, ["warning"]],
  [
    "focus-visible",
    "on what cannot be seen",
    { keyboard: walk([stop("a", { indicator: "none", visible: false })]) },
    ["review"],
  ],
  ["focus-visible", "no controls", { keyboard: walk([]) }, ["inapplicable"]],
  ["focus-visible", "not walked", { keyboard: away }, ["inapplicable"]],
  [
    "keyboard-trap",
    "a sure one",
    { keyboard: walk([stop("a")], { end: "trap", trap: { members: ["a"], sure: true } }) },
    ["failed"],
  ],
  [
    "keyboard-trap",
    "one with a way out",
    { keyboard: walk([stop("a"), stop("b")], { end: "trap", trap: { members: ["a", "b"], sure: false } }) },
    ["review"],
  ],
  [
    "keyboard-trap",
    "one that a key leads out of, as the page says",
    { keyboard: walk([stop("a")], { end: "trap", trap: { members: ["a"], sure: false, way: "Ctrl+M" } }) },
    ["review"],
  ],
  [
    "keyboard-trap",
    "one with a control that explains it",
    { keyboard: walk([stop("a")], { end: "trap", trap: { members: ["a"], sure: false, way: "" } }) },
    ["review"],
  ],
  ["keyboard-trap", "none", { keyboard: walk([stop("a")]) }, ["passed"]],
  ["keyboard-trap", "a dialog", { keyboard: walk([stop("a")], { end: "dialog" }) }, ["passed"]],
  ["keyboard-trap", "no controls", { keyboard: walk([]) }, ["inapplicable"]],
  ["focus-order", "up in a column", { keyboard: walk([stop("a", at(0, 100)), stop("b", at(0, 40))]) }, ["review"]],
  [
    "focus-order",
    "to the left in a line",
    { keyboard: walk([stop("a", at(300, 0)), stop("b", at(100, 0))]) },
    ["review"],
  ],
  [
    "focus-order",
    "to the left in a line that is read from right to left",
    { keyboard: walk([stop("a", rtl(300)), stop("b", rtl(100)), stop("c", at(0, 0))]) },
    ["passed"],
  ],
  [
    "focus-order",
    "to the right in such a line",
    { keyboard: walk([stop("a", rtl(100)), stop("b", rtl(300))]) },
    ["review"],
  ],
  [
    "focus-order",
    "down and right",
    { keyboard: walk([stop("a", at(0, 0)), stop("b", at(200, 0)), stop("c", at(0, 40))]) },
    ["passed"],
  ],
  [
    "focus-order",
    "to the top of the next column",
    { keyboard: walk([stop("a", at(0, 400)), stop("b", at(300, 0))]) },
    ["passed"],
  ],
  ["focus-order", "a fixed part", { keyboard: walk([stop("a", at(0, 400)), stop("b", { place: null })]) }, ["passed"]],
  ["focus-order", "a single control", { keyboard: walk([stop("a")]) }, ["inapplicable"]],
  [
    "reflow",
    "a wide paragraph",
    { reflow: reflowed({ scrolls: true, contentWidth: 608, wide: [{ target: "p", right: 608, exempt: false }] }) },
    ["failed"],
  ],
  [
    "reflow",
    "wide for a reason that was not found",
    { reflow: reflowed({ scrolls: true, contentWidth: 608 }) },
    ["failed"],
  ],
  [
    "reflow",
    "a wide table alone",
    { reflow: reflowed({ scrolls: true, contentWidth: 608, wide: [{ target: "td", right: 608, exempt: true }] }) },
    ["review"],
  ],
  ["reflow", "hidden overflow", { reflow: reflowed({ contentWidth: 608 }) }, ["passed"]],
  [
    "reflow",
    "nothing to be seen beyond the edge",
    { reflow: reflowed({ scrolls: true, contentWidth: 608, invisible: true }) },
    ["review"],
  ],
  ["reflow", "running text in a box that scrolls", { reflow: reflowed({ scrollers: ["main"] }) }, ["failed"]],
  ["reflow", "text cut off at the side", { reflow: reflowed({ cut: [cut("p")] }) }, ["failed"]],
  ["reflow", "text cut off below", { reflow: reflowed({ cut: [cut("p", { side: "below" })] }) }, ["review"]],
  ["reflow", "text cut off at every width", { reflow: reflowed({ cut: [cut("p", { always: true })] }) }, ["review"]],
  [
    "reflow",
    "text cut off, which text-zoom tells of",
    { reflow: reflowed({ cut: [cut("p")] }), zoom: { state: "measured", cut: [cut("p")] } },
    ["passed"],
  ],
  [
    "text-zoom",
    "text cut off",
    { zoom: { state: "measured", cut: [cut("p"), cut("q", { side: "below" })] } },
    ["failed", "failed"],
  ],
  [
    "text-zoom",
    "text cut off at every width",
    { zoom: { state: "measured", cut: [cut("p", { always: true })] } },
    ["review"],
  ],
  ["text-zoom", "nothing cut off", {}, ["passed"]],
  ["text-zoom", "not measured", { zoom: away }, ["inapplicable"]],
  ["reflow", "not measured", { reflow: away }, ["inapplicable"]],
  ...CONTENT_CASES,
  ...STRICT_CASES,
];

describe("accessibility checks of our own", () => {
  for (const [rule, keyboard] of [
    ["focus-visible", walk([stop("p > a", { indicator: "none", kind: "a.more" })])],
    [
      "keyboard-trap",
      walk([stop("p > a", { kind: "a.more" })], { end: "trap", trap: { members: ["p > a"], sure: true } }),
    ],
    ["focus-order", walk([stop("b", at(0, 100)), stop("p > a", { ...at(0, 40), kind: "a.more" })])],
  ] as const)
    it(`${rule} is of one cause for one kind of control`, () => {
      const check = OWN_CHECKS.find((one) => one.check.rule === rule)?.check;
      const results = [check?.run(data({ keyboard })) ?? []].flat();
      expect(results.map(({ target, cause }) => [target, cause])).to.deep.equal([["p > a", "a.more"]]);
    });

  for (const [rule, what, gathered, outcomes] of TABLE)
    it(`${rule}: ${what} is ${outcomes}`, () => {
      const check = OWN_CHECKS.find((one) => one.check.rule === rule)?.check;
      const results = [check?.run(data(gathered)) ?? []].flat();
      expect(results.map((result) => result.outcome)).to.deep.equal(outcomes);
      for (const { message } of results) expect(message).to.match(/^[A-Z\d].*\.$/);
    });

  it("every check has a failing, warning or deciding, a passing and an inapplicable case here", () => {
    for (const { check } of OWN_CHECKS) {
      const seen = TABLE.filter(([rule]) => rule === check.rule).flatMap(([, , , outcomes]) => outcomes);
      expect(seen, check.rule).to.include.members(["passed", "inapplicable"]);
      expect(
        seen.some((one) => ["failed", "review", "warning"].includes(one)),
        check.rule,
      ).to.equal(true);
    }
  });

  it("says the figures", () => {
    const reflow = OWN_CHECKS.find(({ check }) => check.rule === "reflow")?.check;
    const result = [reflow?.run(data({ reflow: reflowed({ scrolls: true, contentWidth: 608 }) })) ?? []].flat()[0];
    expect(result?.message).to.equal("In 320 px the page is 608 px wide, so every line must be scrolled sideways.");
  });
});
