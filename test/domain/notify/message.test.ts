import { expect } from "chai";
import { commitState } from "../../../domain/notify/message.ts";

describe("the state of a commit", () => {
  it("has a description that GitHub takes, whatever the run says", () => {
    const sentence = `Score 71.4. ${"3 new findings since the newest run of main.\n".repeat(5)}`;
    const { state, line } = commitState("a11y-test", { conclusion: "failed", sentence });
    expect(state).to.equal("failure");
    expect(line).to.match(/^Score 71\.4\. 3 new findings/);
    expect([line.length <= 140, /\n/.test(line)]).to.deep.equal([true, false]);
    expect(commitState("a11y-test", { conclusion: null, sentence: "" }).state).to.equal("pending");
  });
});
