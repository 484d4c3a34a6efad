// Recognizing a pasted ticket, and displaying a proof.
import { expect } from "chai";
import { isOpen, proofLook, titleOf, wishOf } from "../../../../web/src/features/proofs/ticket.ts";

describe("a ticket that was pasted", () => {
  it("is looked up when it is a key alone, and else is the ticket itself", () => {
    for (const key of ["SHOP-101", " shop_2-7 \n", "#12", "12"])
      expect(wishOf(key)).to.deep.equal({ issueKey: key.trim() });
    for (const text of ["SHOP-101 Measure the basket", "SHOP-101\nMeasure", "Measure"])
      expect(wishOf(text)).to.deep.equal({ text });
  });

  it("says its key once", () => {
    const titled = (title: string) => titleOf({ issueKey: "SHOP-1", title });
    expect(titled("SHOP-1: Measure the basket")).to.equal("Measure the basket");
    expect(titled("Measure the basket")).to.equal("Measure the basket");
    expect(titled("SHOP-1")).to.equal("SHOP-1");
  });

  it("is shown by its verdict once there is one", () => {
    expect(proofLook({ status: "completed", verdict: "proven" })).to.deep.equal({ status: "proven" });
    expect(proofLook({ status: "completed", verdict: "failed" }).word).to.equal("Not proven");
    expect(proofLook({ status: "failed", verdict: null })).to.deep.equal({ status: "error" });
    expect(proofLook({ status: "cancelled", verdict: null })).to.deep.equal({ status: "cancelled" });
    expect(isOpen({ status: "queued", verdict: null })).to.equal(true);
    expect(isOpen({ status: "cancelled", verdict: null })).to.equal(false);
  });
});
