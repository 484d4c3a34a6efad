import { expect } from "chai";
import { cronProblem, dueTimes, latestDue, nextDue } from "../../../domain/schedules/cron.ts";
import { decideDue } from "../../../domain/schedules/decide.ts";
import { SCHEDULED_TYPES, typesProblem } from "../../../domain/schedules/schedule.ts";

const at = (text: string) => new Date(`${text}:00Z`);
const NOW = at("2026-03-10T12:00");

describe("when a schedule is due", () => {
  const TIMES: [what: string, cron: string, timeZone: string, after: string, times: string[]][] = [
    [
      "every day, while clocks go forward: a time that is left out is due when they have gone forward",
      ...(["30 2 * * *", "Europe/Berlin", "2026-03-27T12:00"] as const),
      ["2026-03-28T01:30", "2026-03-29T01:30", "2026-03-30T00:30"],
    ],
    [
      "every day, while clocks go back: a time that comes twice is due once",
      ...(["30 2 * * *", "Europe/Berlin", "2026-10-23T12:00"] as const),
      ["2026-10-24T00:30", "2026-10-25T00:30", "2026-10-26T01:30"],
    ],
    [
      "every day, asked between the two times that a clock shows",
      ...(["30 2 * * *", "Europe/Berlin", "2026-10-25T00:40"] as const),
      ["2026-10-26T01:30", "2026-10-27T01:30"],
    ],
    [
      "every hour, while clocks go forward",
      ...(["15 * * * *", "Europe/Berlin", "2026-03-29T00:00"] as const),
      ["2026-03-29T00:15", "2026-03-29T01:15", "2026-03-29T02:15"],
    ],
    [
      "every hour, while clocks go back",
      ...(["15 * * * *", "Europe/Berlin", "2026-10-24T23:30"] as const),
      ["2026-10-25T00:15", "2026-10-25T01:15", "2026-10-25T02:15"],
    ],
    [
      "across a change of half an hour",
      ...(["45 1 * * *", "Australia/Lord_Howe", "2026-04-03T15:00"] as const),
      ["2026-04-04T14:45", "2026-04-05T15:15"],
    ],
    [
      "on working days",
      ...(["0 6 * * MON-FRI", "UTC", "2026-03-13T07:00"] as const),
      ["2026-03-16T06:00", "2026-03-17T06:00"],
    ],
    ["on a leap day", "0 0 29 2 *", "UTC", "2026-03-10T00:00", ["2028-02-29T00:00", "2032-02-29T00:00"]],
  ];
  for (const [what, cron, timeZone, after, times] of TIMES)
    it(what, () => {
      const found = dueTimes({ cron, timeZone }, { after: at(after), until: null, most: times.length });
      expect(found.map((one) => one.toISOString().slice(0, 16))).to.deep.equal(times);
      expect(nextDue({ cron, timeZone }, at(after))).to.deep.equal(found[0]);
    });

  it("counts a due time itself as handled, and one that is now as due", () => {
    const spec = { cron: "0 * * * *", timeZone: "UTC" };
    expect(latestDue(spec, at("2026-03-10T08:00"), at("2026-03-10T10:00"))).to.deep.equal({
      at: at("2026-03-10T10:00"),
      passed: 1,
    });
    expect(latestDue(spec, at("2026-03-10T10:00"), at("2026-03-10T10:59"))).to.equal(null);
  });

  it("looks back a week at most", () => {
    const due = latestDue({ cron: "*/5 * * * *", timeZone: "UTC" }, at("2020-01-01T00:00"), NOW);
    expect(due).to.deep.equal({ at: NOW, passed: 7 * 24 * 12 - 1 });
  });

  const PROBLEMS: [cron: string, timeZone: string, jitterMinutes: number, problem: RegExp | null][] = [
    ["0 6 * * 1-5", "Europe/Berlin", 30, null],
    ["*/5 * * * *", "UTC", 4, null],
    ["0 6 * JAN,JUL *", "UTC", 0, null],
    ["*/5 * * * *", "UTC", 5, /^jitterMinutes must be less than the 5 minutes/],
    ["*/4 * * * *", "UTC", 0, /^cron must be due at most every 5 minutes/],
    ["* * * * *", "UTC", 0, /^cron must be due at most every 5 minutes/],
    ["0,2 3 1 1 *", "UTC", 0, /^cron must be due at most every 5 minutes/],
    ["0 6 * *", "UTC", 0, /^cron must have five fields/],
    ["0 0 6 * * *", "UTC", 0, /^cron must have five fields/],
    ["@daily", "UTC", 0, /^cron must have five fields/],
    ["0 6 L * *", "UTC", 0, /^cron must have five fields/],
    ["0 6 ? * *", "UTC", 0, /^cron must have five fields/],
    ["61 6 * * *", "UTC", 0, /^cron cannot be read/],
    ["0 6 1 * 1", "UTC", 0, /^cron must name the day of the month or the weekday/],
    ["0 6 31 2 *", "UTC", 0, /^cron (never becomes due|cannot be read)/],
    ["0 6 * * *", "Mars/Olympus", 0, /^timeZone must be a time zone/],
    ["0 6 * * *", "+02:00", 0, /^timeZone must be a time zone/],
  ];
  for (const [cron, timeZone, jitterMinutes, problem] of PROBLEMS)
    it(`${problem ? "refuses" : "takes"} ${cron} in ${timeZone} with a jitter of ${jitterMinutes}`, () => {
      const found = cronProblem({ cron, timeZone }, { now: NOW, jitterMinutes });
      if (problem === null) expect(found).to.equal(null);
      else expect(`${found?.path} ${found?.message}`).to.match(problem);
    });
});

describe("what becomes of a due time", () => {
  const hourly = { cron: "0 * * * *", timeZone: "UTC", enabled: true, handledUntil: at("2026-03-10T11:00") };
  const decide = (patch: Partial<typeof hourly> = {}, going: string | null = null, now = NOW) =>
    decideDue({ ...hourly, ...patch }, { now, going });

  it("is a start", () => {
    expect(decide()).to.deep.equal({ what: "start", at: NOW, passed: 0, reason: null });
  });
  it("is nothing when it is not due or paused", () => {
    expect(decide({ handledUntil: NOW })).to.deep.equal({ what: "nothing" });
    expect(decide({ enabled: false })).to.deep.equal({ what: "nothing" });
  });
  it("is one start for three due times that passed, and says so", () => {
    expect(decide({ handledUntil: at("2026-03-10T09:00") })).to.deep.equal({
      what: "start",
      at: NOW,
      passed: 2,
      reason: "2 earlier due times passed while the service was down: this run replaces all.",
    });
  });
  it("is skipped while an earlier run goes on, and names it", () => {
    expect(decide({}, "run_1")).to.deep.equal({
      what: "skipped",
      at: NOW,
      passed: 0,
      reason: "Run run_1 is still running.",
    });
  });
  it("is missed when it is too late", () => {
    const daily = { cron: "30 2 * * *", handledUntil: at("2026-03-09T03:00") };
    expect(decide(daily, null, at("2026-03-10T08:30"))).to.include({ what: "start" });
    const missed = decide(daily, null, at("2026-03-10T08:31"));
    expect(missed).to.deep.include({ what: "missed", at: at("2026-03-10T02:30") });
    expect(missed)
      .to.have.property("reason")
      .that.match(/away when this was due, and for more than 6 hours/);
  });
});

describe("what a schedule starts", () => {
  it("is what CI may start alone or all of it, without baselines and aliases", () => {
    expect(SCHEDULED_TYPES).to.have.members([
      "test",
      "functional",
      "perf",
      "seo",
      "a11y",
      "security",
      "tracking",
      "privacy",
      "full",
    ]);
  });
  it("is a list without repetitions, and the full audit alone", () => {
    expect(typesProblem(["test", "a11y"])).to.equal(null);
    expect(typesProblem(["full"])).to.equal(null);
    expect(typesProblem([])).to.match(/at least one of/);
    expect(typesProblem(["test", "test"])).to.match(/once/);
    expect(typesProblem(["test", "full"])).to.match(/alone/);
  });
});
