import { expect } from "chai";
import { countOutcomes, measuredOf } from "../../../domain/audit/countOutcomes.ts";
import type { Outcome } from "../../../domain/audit/finding.ts";

const audited = (...outcomes: Outcome[]) => ({
  rules: outcomes.map((outcome) => ({ rule: "h1", outcome, severity: "minor" as const })),
});

describe("countOutcomes", () => {
  it("counts each rule once for each page, and leaves out what did not apply", () => {
    const pages = [audited("passed", "passed", "inapplicable"), audited("failed", "warning", "review", "review")];
    expect(countOutcomes(pages)).to.deep.equal({ passed: 2, failed: 1, warnings: 1, review: 2 });
    expect(countOutcomes([])).to.deep.equal({ passed: 0, failed: 0, warnings: 0, review: 0 });
  });
});

describe("measuredOf", () => {
  it("keeps the pages about which something is known", () =>
    expect(measuredOf([{ status: "passed" }, { status: "not_measured" }, { status: "failed" }] as const)).to.deep.equal(
      [{ status: "passed" }, { status: "failed" }],
    ));
});
