// The current step in the flow of a first project.
import { expect } from "chai";
import { addressOf, setupSentence, stepOf } from "../../../../web/src/features/setup/flow.ts";

describe("the first project", () => {
  it("goes on where the address says", () => {
    const place = { project: "", job: "", baseline: "", run: "" };
    const shop = { ...place, project: "shop" };
    expect(stepOf(place, false)).to.equal(0);
    expect(stepOf({ ...shop, job: "j" }, false)).to.equal(1);
    expect(stepOf({ ...shop, job: "j" }, true)).to.equal(2);
    expect(stepOf(shop, false), "the crawl could not begin").to.equal(2);
    expect(stepOf({ ...shop, job: "j", baseline: "b" }, true)).to.equal(3);
    expect(stepOf({ ...shop, job: "j", baseline: "b", run: "r" }, true)).to.equal(4);
  });

  it("takes an address as people type it", () => {
    expect(addressOf(" shop.example.com/a ")).to.equal("https://shop.example.com/a");
    expect(addressOf("localhost:3000")).to.equal("http://localhost:3000");
    expect(addressOf("127.0.0.1:4500")).to.equal("http://127.0.0.1:4500");
    expect(addressOf("http://shop.example.com")).to.equal("http://shop.example.com");
    expect(addressOf("")).to.equal("");
  });

  it("says what blocks before what only warns", () => {
    const checks = (...states: string[]) => states.map((state) => ({ state }));
    expect(setupSentence(checks("warning", "blocker"))).to.equal("One thing blocks tests.");
    expect(setupSentence(checks("warning", "warning"))).to.equal("Tests can run. 2 recommendations.");
    expect(setupSentence(checks("passed"))).to.equal("Everything is set up. Tests can run.");
  });
});
