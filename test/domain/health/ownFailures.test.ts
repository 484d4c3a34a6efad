import { expect } from "chai";
import { ownFailures } from "../../../domain/health/ownFailures.ts";

describe("ownFailures", () => {
  const own = (...reasons: string[]) => ownFailures({ verdict: "fail", reasons });

  it("leaves out what the gate judges by its own thresholds, whatever the number", () => {
    const judged = [
      "1 new critical finding.",
      "1,200 new serious findings; 5 are allowed.",
      "/about answers 404; it answered before.",
      "1 more page answers with an error.",
      "1,034 more pages answer with an error.",
      "2 of 9 pages not measured: The page did not answer.",
      "1,005 accepted findings are not counted.",
      "Not compared with main: the devices differ.",
    ];
    for (const reason of judged) expect(own(reason), reason).to.deep.equal([]);
  });

  it("keeps limits, budgets and rows of a plan", () => {
    const reasons = ["12 new moderate findings; 10 are allowed.", "LCP 3,412 ms is over the budget of 2,500 ms"];
    expect(own(...reasons)).to.deep.equal(reasons);
    expect(ownFailures({ verdict: "pass", reasons })).to.deep.equal([]);
  });
});
