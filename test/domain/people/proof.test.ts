import { expect } from "chai";
import { proofAsked } from "../../../domain/people/proof.ts";

describe("proof of an address", () => {
  for (const [mail, domains, email, asked] of [
    [false, null, "nora@firm.example", null],
    [true, null, "nora@firm.example", "mail"],
    [true, ["firm.example"], "nora@firm.example", "mail"],
    [false, [], "nora@anywhere.example", "sso"],
    [false, ["firm.example"], "Nora@FIRM.example", "sso"],
    [false, ["firm.example"], "nora@other.example", null],
    [false, ["firm.example"], "nora@firm.example.evil.example", null],
    [false, ["firm.example"], "firm.example@evil.example", null],
  ] as const)
    it(`of ${email} with mail ${mail} and a provider for ${domains?.join() ?? "nobody"}: ${asked}`, () => {
      expect(proofAsked(email, { mail, domains })).to.equal(asked);
    });
});
