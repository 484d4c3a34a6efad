import { expect } from "chai";
import {
  contextPart,
  enabledStabilisers,
  inPageSource,
  STABILISER_TABLE,
} from "../../../../activities/capture/stabilisers/index.ts";
import { STABILISERS, STABILISERS_OFF_BY_DEFAULT } from "../../../../domain/visual/shot.ts";
import { specOf } from "../engine/harness.ts";

describe("the table of stabilisers", () => {
  it("has exactly the declared ones", () => {
    expect(STABILISER_TABLE.map(({ name }) => name)).to.have.members([...STABILISERS]);
  });

  it("has all but two on, and lets a scenario switch each", () => {
    const on = enabledStabilisers({ stabilisers: {} }).map(({ name }) => name);
    expect(STABILISERS.filter((name) => !on.includes(name))).to.have.members([...STABILISERS_OFF_BY_DEFAULT]);
    for (const name of STABILISERS)
      for (const value of [true, false])
        expect(enabledStabilisers({ stabilisers: { [name]: value } }).some((one) => one.name === name)).to.equal(value);
  });

  it("explains every failure in a sentence, and bounds every stabiliser in time", () => {
    for (const { explainFailure, boundMs, name } of STABILISER_TABLE) {
      expect(explainFailure(new Error("3")), name).to.match(/^[A-Z0-9].*\.$/);
      expect(explainFailure(new Error("")), name).to.match(/^[A-Z0-9].*\.$/);
      expect(boundMs).to.be.within(1, 10_000);
    }
  });

  it("has page parts that need nothing from outside, and puts those of a phase together", () => {
    const enabled = enabledStabilisers({ stabilisers: {} });
    for (const phase of ["before", "settle", "shoot"] as const)
      expect(() => new Function(`return ${inPageSource(enabled, phase)}`)).not.to.throw();
    expect(inPageSource(enabled, "shoot")).to.match(/^\[\["images",[\s\S]*\["animations",/);
  });

  it("asks the context for what the enabled ones need", () => {
    const spec = specOf("http://a.test/");
    expect(contextPart(enabledStabilisers(spec), spec)).to.include({ reducedMotion: true, stillImages: true });
    expect(contextPart([], spec)).to.deep.equal({ reducedMotion: false, stillImages: false, initScript: "" });
  });
});
