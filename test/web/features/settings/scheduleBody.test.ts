import { expect } from "chai";
import { scheduleBody } from "../../../../web/src/features/settings/scheduleBody.ts";

const FORM = { name: "Nightly", cron: "0 3 * * *", timeZone: "UTC", types: ["full"] };

describe("the form of a schedule", () => {
  it("sends environment and location", () =>
    expect(scheduleBody({ ...FORM, environment: "staging", location: " eu " })).to.deep.equal({
      ...FORM,
      environment: "staging",
      location: "eu",
    }));

  it("takes back what was emptied", () =>
    expect(scheduleBody({ ...FORM, environment: "", location: "" })).to.deep.equal({
      ...FORM,
      environment: null,
      location: null,
    }));
});
