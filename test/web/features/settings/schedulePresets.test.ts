// Schedule presets and cron: each choice produces an expression that is read back as the same choice.
import { expect } from "chai";
import { cronProblem } from "../../../../domain/schedules/cron.ts";
import { cronOf, presetOf } from "../../../../web/src/features/settings/schedulePresets.ts";

const CASES: [string, string][] = [
  ["0 3 * * *", "daily"],
  ["30 6 * * 1-5", "weekdays"],
  ["0 9 * * 0", "weekly"],
  ["15 * * * *", "hourly"],
  ["7 3 * * *", "cron"],
  ["0 03 * * *", "cron"],
  ["0 3 1 * *", "cron"],
  ["0 3 * * 1,3", "cron"],
  ["*/10 * * * *", "cron"],
  ["nonsense", "cron"],
];

describe("presets of schedules", () => {
  it("a time that the lists do not offer is not meant by what they show", () => {
    const preset = presetOf("7 3 * * *");
    expect(cronOf({ ...preset, kind: "daily" })).to.equal("0 3 * * *");
    expect(cronOf({ ...preset, kind: "cron" })).to.equal("7 3 * * *");
  });

  for (const [cron, kind] of CASES)
    it(`${cron} is ${kind}`, () => {
      const preset = presetOf(cron);
      expect(preset.kind).to.equal(kind);
      expect(cronOf(preset)).to.equal(cron);
    });

  it("every choice is a schedule the service takes", () => {
    const base = presetOf("0 3 * * *");
    for (const kind of ["daily", "weekdays", "weekly", "hourly"] as const) {
      const cron = cronOf({ ...base, kind });
      const asked = { now: new Date(Date.UTC(2026, 0, 1)), jitterMinutes: 0 };
      expect(cronProblem({ cron, timeZone: "Europe/Vienna" }, asked), cron).to.equal(null);
    }
  });
});
