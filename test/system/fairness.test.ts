import { expect } from "chai";
import { startWorld, type World } from "../support/service.ts";

const MANY = 40;

describe("two projects on one worker", function () {
  this.timeout(240_000);
  let world: World;
  before(async () => {
    world = await startWorld({ SVC_BROWSER_SLOTS: "1" });
  });
  after(() => world?.stop());

  it("a small run does not wait for the end of a large one", async () => {
    const large = await world.project(
      Object.fromEntries(Array.from({ length: MANY }, (_, index) => [`Page ${index}`, `/page/${index}`])),
    );
    const small = await world.project({ Only: "/page/only" });
    const { runId } = await large.client.run({ type: "baseline" });
    const first = await small.client.wait((await small.client.run({ type: "baseline" })).runId);
    expect(first.summary).to.include({ total: 1, passed: 1 });
    const meanwhile = await large.client.status(runId);
    // There is only one browser slot: if the small run had waited for all pages of the large one, the large one would have ended.
    expect(meanwhile.status).to.equal("running");
    expect(meanwhile.progress?.done ?? 0).to.be.below(MANY);
    expect((await large.client.wait(runId)).summary).to.include({ total: MANY, passed: MANY });
  });
});
