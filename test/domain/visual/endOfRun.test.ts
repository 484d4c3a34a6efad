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
  endOfRun({
    summary: counts(3, 3),
    failure: null,
    cancelledBy: null,
    commonestError: null,
    type: "vrt-test",
    ...given,
  });

describe("endOfRun", () => {
  it("completes with pass when every shot passed", () =>
    expect(decide({})).to.deep.equal({ status: "completed", verdict: "pass", error: null }));
  it("completes with fail when a shot failed", () =>
    expect(decide({ summary: counts(3, 2) })).to.deep.equal({ status: "completed", verdict: "fail", error: null }));
  it("completes without a verdict when one page of many could not be captured", () =>
    expect(decide({ summary: counts(5, 4, 1) })).to.deep.equal({ status: "completed", verdict: null, error: null }));
  it("completes with fail when another one beside it failed", () =>
    expect(decide({ summary: counts(5, 3, 1) }).verdict).to.equal("fail"));
  it("says nothing about the site from a quarter on that could not be captured", () =>
    expect(decide({ summary: counts(4, 2, 1), commonestError: "It is down." })).to.deep.equal({
      status: "failed",
      verdict: null,
      error: "1 of 4 screenshots not measured: It is down.",
    }));
  it("keeps the baselines that were captured", () =>
    expect(decide({ summary: counts(4, 3, 1), type: "baseline" })).to.include({ status: "completed", error: null }));
  it("fails when nothing could be judged, with the commonest reason", () =>
    expect(decide({ summary: counts(3, 0, 3), commonestError: "The page answered 404." })).to.deep.equal({
      status: "failed",
      verdict: null,
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
