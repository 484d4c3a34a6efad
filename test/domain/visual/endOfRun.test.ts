import { expect } from "chai";
import { endOfRun } from "../../../domain/visual/endOfRun.ts";

const counts = (total: number, passed: number, errors = 0) => ({
  total,
  passed,
  failed: total - passed,
  approved: 0,
  errors,
});
const decide = (given: Partial<Parameters<typeof endOfRun>[0]>) =>
  endOfRun({ summary: counts(3, 3), failure: null, cancelledBy: null, commonestError: null, ...given });

describe("endOfRun", () => {
  it("completes with pass when every shot passed", () =>
    expect(decide({})).to.deep.equal({ status: "completed", verdict: "pass", error: null }));
  it("completes with fail when a shot failed", () =>
    expect(decide({ summary: counts(3, 2) })).to.deep.equal({ status: "completed", verdict: "fail", error: null }));
  it("completes when one page could not be captured", () =>
    expect(decide({ summary: counts(3, 2, 1) }).status).to.equal("completed"));
  it("fails when nothing could be judged, with the commonest reason", () =>
    expect(decide({ summary: counts(3, 0, 3), commonestError: "The page answered 404." })).to.deep.equal({
      status: "failed",
      verdict: "fail",
      error: "No shot could be judged: The page answered 404.",
    }));
  it("fails without shots", () => expect(decide({ summary: counts(0, 0) }).status).to.equal("failed"));
  it("says who cancelled", () =>
    expect(decide({ failure: { cancelled: true }, cancelledBy: "key ci" }).error).to.equal("cancelled by key ci"));
  it("says when it was cancelled in Temporal", () =>
    expect(decide({ failure: { cancelled: true } }).error).to.equal("cancelled by an operator in Temporal"));
  it("carries the sentence of a failed plan", () =>
    expect(decide({ failure: { cancelled: false, message: "No scenarios." } })).to.include({
      status: "failed",
      error: "No scenarios.",
    }));
});
