import { expect } from "chai";
import { fixedFindings } from "../../../domain/audit/fixed.ts";

const finding = (fingerprint: string, page: string, pageIndex = 0) => ({ fingerprint, page, pageIndex });

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
          [...now].map((fingerprint) => ({ fingerprint })),
          seen,
          "https://old.test",
        ).map((f) => f.fingerprint),
      ).to.deep.equal(expected);
    });
});
