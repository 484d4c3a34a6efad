import { expect } from "chai";
import { groupProblems, standingLabel, standingOf, statusesOf } from "../../../../web/src/features/audits/groups.ts";
import type { Problem } from "../../../../web/src/lib/problems.ts";

const problem = (id: string, rule: string, severity: string, pages: readonly string[]) =>
  ({
    id,
    rule,
    severity,
    title: `Fault of ${rule}`,
    help: `Fix ${rule}`,
    places: pages.map((page) => ({ page, label: "", viewport: "", browser: "" })),
    placeCount: pages.length,
  }) as unknown as Problem;

describe("problems of an audit", () => {
  it("are grouped by rule, the worst first, then by page; those of several pages together", () => {
    const groups = groupProblems([
      problem("1", "title", "minor", ["/"]),
      problem("2", "alt", "moderate", ["/cart"]),
      problem("3", "alt", "serious", ["/", "/cart"]),
      problem("4", "alt", "moderate", ["/cart"]),
      problem("5", "csp", "minor", [""]),
    ]);
    expect(
      groups.map(({ rule, severity, pages }) => [
        rule,
        severity,
        pages.map(({ page, problems }) => [page, problems.map(({ id }) => id)]),
      ]),
    ).to.deep.equal([
      [
        "alt",
        "serious",
        [
          ["/cart", ["2", "4"]],
          ["Shared by 2 pages", ["3"]],
        ],
      ],
      ["title", "minor", [["/", ["1"]]]],
      ["csp", "minor", [["The whole site", ["5"]]]],
    ]);
  });

  it("are open, accepted, snoozed or fixed, and accepted ones are not open", () => {
    expect(statusesOf(standingOf(""))).to.deep.equal(["new", "regressed", "ongoing"]);
    expect(statusesOf(standingOf("accepted"))).to.deep.equal(["accepted"]);
    expect(standingOf("made up")).to.equal("");
    const counts = { new: 1, ongoing: 2, regressed: 3, fixed: 0, accepted: 4, snoozed: 5 };
    expect(standingLabel("", counts, "")).to.equal("Open 6");
    expect(standingLabel("accepted", counts, "")).to.equal("Accepted 4");
    expect(standingLabel("fixed", counts, "")).to.equal("Fixed");
    expect(standingLabel("fixed", { ...counts, fixed: 7 }, "fixed")).to.equal("Fixed 7");
  });
});
