import { expect } from "chai";
import { fixedFindings, seenIn } from "../../../domain/audit/fixed.ts";

const finding = (fingerprint: string, page: string, pageIndex = 0) => ({
  fingerprint,
  rule: "any",
  page,
  pageIndex,
  outcome: "failed" as const,
});

describe("fixedFindings", () => {
  const before = [
    finding("still", "https://old.test/a"),
    finding("gone", "https://old.test/a"),
    finding("unseen", "https://old.test/b"),
    finding("site", "https://old.test/", -1),
  ];
  const now = new Set(["still"]);
  for (const [name, measuredKeys, siteMeasured, expected] of [
    ["what is gone from a page that was looked at", ["/a"], false, ["gone"]],
    ["what is gone from the site where the site was looked at", ["/a"], true, ["gone", "site"]],
    ["nothing where no page was looked at", [], false, []],
  ] as const)
    it(name, () => {
      const seen = { measuredKeys: new Set(measuredKeys), siteMeasured };
      expect(
        fixedFindings(
          before,
          [...now].map((fingerprint) => ({ fingerprint, outcome: "failed" as const })),
          seen,
          "https://old.test",
        ).map((f) => f.fingerprint),
      ).to.deep.equal(expected);
    });

  for (const [before, now, expected] of [
    [{ outcome: "failed" }, null, true],
    [{ outcome: "failed" }, "warning", true],
    [{ outcome: "failed" }, "review", false],
    [{ outcome: "failed" }, "accepted", false],
    [{ outcome: "review", unsure: true, failedBefore: true }, null, true],
    [{ outcome: "review", unsure: true, failedBefore: false }, null, false],
    [{ outcome: "review", unsure: true }, null, false],
    [{ outcome: "review", failedBefore: true }, null, false],
    [{ outcome: "warning" }, null, false],
  ] as const)
    it(`${expected ? "has" : "does not have"} ${JSON.stringify(before)} that is ${now ?? "gone"} now`, () => {
      const known = { ...finding("one", "https://old.test/a"), ...before };
      const seen = { measuredKeys: new Set(["/a"]), siteMeasured: true };
      const still = now === null ? [] : [{ fingerprint: "one", outcome: now }];
      expect(fixedFindings([known], still, seen, "https://old.test")).to.have.length(expected ? 1 : 0);
    });

  it("is nothing where the rule gave no answer", () => {
    const known = (rule: string, page: string, pageIndex: number) => ({ ...finding(rule, page, pageIndex), rule });
    const all = [known("focus", "https://old.test/a", 0), known("alt", "https://old.test/a", 0), known("tls", "", -1)];
    const records = [
      { index: 0, key: "/a", status: "passed", rules: [{ rule: "alt" }] },
      { index: -1, key: "", status: "passed", rules: [{ rule: "cors" }] },
      { index: -2, key: "", status: "passed" },
    ];
    const fixed = fixedFindings(all, [], seenIn(records, -1), "https://old.test");
    expect(fixed.map(({ fingerprint }) => fingerprint)).to.deep.equal(["alt"]);
    const older = [{ index: 0, key: "/a", status: "failed" }];
    expect(fixedFindings(all, [], seenIn(older, -1), "https://old.test")).to.have.length(2);
  });

  it("is of several pages only what at least half of the named ones no longer have", () => {
    const first = ["a", "b", "c", "d"].map((path) => ({ page: `https://old.test/${path}`, target: "h1" }));
    const shared = { ...finding("c", "https://old.test/a"), cause: "c", pages: { count: 214, of: 500, first } };
    const fixed = (measured: string[], now: Parameters<typeof fixedFindings>[1] = []) =>
      fixedFindings([shared], now, { measuredKeys: new Set(measured), siteMeasured: true }, "https://old.test").length;
    expect(fixed(["/a"])).to.equal(0);
    expect(fixed(["/a", "/c"])).to.equal(1);
    expect(fixed(["/c", "/d"])).to.equal(1);
    // One page still has the finding.
    expect(fixed(["/a", "/b", "/c", "/d"], [{ fingerprint: "p9", cause: "c", outcome: "failed" }])).to.equal(0);
  });
});
