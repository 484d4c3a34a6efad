import { expect } from "chai";
import { LOCATION, queuesAt, serves } from "../../domain/locations.ts";

const QUEUES = { orchestration: "p-orchestration", browser: "p-browser", lab: "p-lab" };

describe("locations", () => {
  for (const [name, right] of [
    ["eu", true],
    ["us-east-1", true],
    ["a", true],
    ["EU", false],
    ["-eu", false],
    ["eu-", false],
    ["e u", false],
    ["eu@1", false],
    ["a".repeat(33), false],
  ] as const)
    it(`"${name}" ${right ? "names" : "does not name"} one`, () => expect(LOCATION.test(name)).to.equal(right));

  it("have queues of their own for what opens pages, and no others", () => {
    const eu = { orchestration: "p-orchestration", browser: "p-browser@eu", lab: "p-lab@eu" };
    expect(queuesAt(QUEUES, "eu")).to.deep.equal(eu);
    expect(queuesAt(eu, "eu"), "a run hands its queues to its parts").to.deep.equal(eu);
    for (const none of [null, undefined, ""]) expect(queuesAt(QUEUES, none)).to.equal(QUEUES);
  });

  for (const [worker, role, location, does] of [
    [{ queues: ["browser"] }, "browser", null, true],
    [{ queues: ["browser"], location: null }, "browser", null, true],
    [{ queues: ["browser"], location: "eu" }, "browser", null, false],
    [{ queues: ["browser"], location: "eu" }, "browser", "eu", true],
    [{ queues: ["browser"], location: "eu" }, "lab", "eu", false],
    [{ queues: ["browser"] }, "browser", "eu", false],
    [{ queues: ["orchestration"], location: "eu" }, "orchestration", null, true],
  ] as const)
    it(`a worker ${JSON.stringify(worker)} ${does ? "does" : "does not do"} ${role} work for ${location}`, () =>
      expect(serves(worker, role, location)).to.equal(does));
});
