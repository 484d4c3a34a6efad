import { expect } from "chai";
import { isWritten } from "../../../models/index.ts";

const TAKEN = { code: 11000 };
const FULL = { code: 14031 };
const failing = (error: object) => Promise.reject(Object.assign(new Error("refused"), error));

describe("a guarded write", () => {
  it("is told apart from a lost race, also several at once", async () => {
    expect(await isWritten(Promise.resolve())).to.equal(true);
    for (const lost of [TAKEN, { ...TAKEN, writeErrors: TAKEN }, { ...TAKEN, writeErrors: [TAKEN, TAKEN] }])
      expect(await isWritten(failing(lost))).to.equal(false);
  });

  for (const error of [FULL, { ...FULL, writeErrors: [FULL, TAKEN] }, { ...TAKEN, writeErrors: [TAKEN, FULL] }])
    it(`rejects with any other error: ${JSON.stringify(error)}`, async () => {
      const found = await isWritten(failing(error)).catch((reason: unknown) => reason);
      expect(found).to.be.an("error");
    });
});
