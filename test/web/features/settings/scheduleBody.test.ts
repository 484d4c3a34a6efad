import { expect } from "chai";
import { scheduleBody } from "../../../../web/src/features/settings/scheduleBody.ts";
import { presetOf } from "../../../../web/src/features/settings/schedulePresets.ts";

const SENT = { name: "Nightly", cron: "0 3 * * *", timeZone: "UTC", types: ["full"] };
const { cron, ...others } = SENT;
const FORM = { ...others, when: presetOf(cron) };

describe("the form of a schedule", () => {
  it("sends environment and location", () =>
    expect(scheduleBody({ ...FORM, environment: "staging", location: " eu " })).to.deep.equal({
      ...SENT,
      environment: "staging",
      location: "eu",
    }));

  it("takes back what was emptied", () =>
    expect(scheduleBody({ ...FORM, environment: "", location: "" })).to.deep.equal({
      ...SENT,
      environment: null,
      location: null,
    }));
});
