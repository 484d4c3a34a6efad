import { expect } from "chai";
import { nameOf, readable } from "../../../web/src/lib/people.ts";

describe("who did something", () => {
  for (const [who, name] of [
    ["ada@shop.example", "Ada Lovelace"],
    ["ben@shop.example", "ben"],
    ["key ci", "Key ci"],
    ["schedule Nightly", "Schedule Nightly"],
    ["the proof job_01m8abc", "Proof"],
    ["the full audit run_01m8abc (Visual)", "Full audit (Visual)"],
    ["the run run_01m8abc-visual", "Run"],
    ["an operator in Temporal", "an operator in Temporal"],
  ] as const)
    it(`of ${who} is called ${name}`, () => {
      expect(nameOf(who, [{ email: "ada@shop.example", name: "Ada Lovelace" }])).to.equal(name);
    });

  it("is called by name in sentences of the service", () =>
    expect(
      readable("Ignored by ada@shop.example until ada@shop.example, not xada@shop.example or ben@x.example.", [
        { email: "ada@shop.example", name: "Ada Lovelace" },
      ]),
    ).to.equal("Ignored by Ada Lovelace until Ada Lovelace, not xada@shop.example or ben@x.example."));
});
