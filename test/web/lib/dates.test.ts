import { expect } from "chai";
import { dateIn, endOf } from "../../../web/src/lib/dates.ts";

describe("dates of fields", () => {
  it("are counted in days, over the end of a month and a year", () => {
    const now = new Date(2026, 11, 30, 23, 59);
    expect([dateIn(0, now), dateIn(1, now), dateIn(3, now)]).to.deep.equal(["2026-12-30", "2026-12-31", "2027-01-02"]);
  });

  it("last until their end", () => {
    expect(new Date(endOf("2026-12-31")).getTime()).to.equal(new Date(2026, 11, 31, 23, 59, 59).getTime());
  });
});
