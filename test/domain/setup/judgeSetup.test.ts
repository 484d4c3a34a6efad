import { expect } from "chai";
import { judgeSetup, type SetupFacts } from "../../../domain/setup/judgeSetup.ts";

const GOOD: SetupFacts = {
  parts: [{ ok: true, detail: "fine" }],
  siteUrl: "https://shop.example",
  site: { reached: true, status: 200, finalUrl: "https://shop.example/" },
  browsers: { chromium: null, firefox: null, webkit: null },
  protectedSite: false,
  scenarios: 3,
  withBaseline: 3,
  capturing: 0,
  protectMain: true,
  plan: "team",
  planAllowsChanges: true,
  scenarioRoom: true,
  snapshotRoom: 10,
  keyMayChange: true,
  tracking: { unlocked: true, pages: 1, events: 0 },
  functional: { unlocked: true, ready: 1, drafts: 0 },
};

describe("judging a set-up", () => {
  it("a whole one is ready", () => {
    const { ready, blockers, warnings, passed } = judgeSetup(GOOD);
    expect([ready, blockers]).to.deep.equal([true, []]);
    expect(warnings).to.deep.equal([]);
    expect(passed.map(({ code }) => code)).to.deep.equal([
      "service",
      "site",
      "browsers",
      "scenarios",
      "baselines",
      "protection",
      "snapshots",
      "plan",
      "key",
      "tracking_plan",
      "step_library",
    ]);
  });

  const notReached = (reason: string, code = "http_error"): SetupFacts["site"] => ({ reached: false, code, reason });
  for (const [what, patch, kind, code, message] of [
    [
      "a part of the service is unavailable",
      { parts: [{ ok: false, detail: "No worker serves the queue lab." }] },
      "blockers",
      "service",
      /queue lab/,
    ],
    [
      "keys may replace what people approved",
      { protectMain: null },
      "warnings",
      "protection",
      /restrict this to people/,
    ],
    ["keys may, and somebody chose so", { protectMain: false }, "passed", "protection", /as the project allows/],
    [
      "the site does not answer",
      { site: notReached("The host shop.example was not found.", "host_not_found") },
      "blockers",
      "site",
      /not found\. Check the base URL/,
    ],
    [
      "the site wants a password",
      { site: notReached("The page answered 401 Unauthorized.") },
      "blockers",
      "site",
      /add its access data to the environment/,
    ],
    [
      "the password is old",
      { site: notReached("The page answered 401 Unauthorized."), protectedSite: true },
      "blockers",
      "site",
      /no longer accepted/,
    ],
    ["nobody could look", { site: null }, "warnings", "site", /is unknown whether/],
    [
      "Chromium is missing",
      { browsers: { chromium: "Chromium is not installed.", firefox: null, webkit: null } },
      "blockers",
      "browsers",
      /Chromium is not/,
    ],
    [
      "another browser is missing",
      { browsers: { chromium: null, firefox: null, webkit: "WebKit is not installed." } },
      "warnings",
      "browsers",
      /WebKit/,
    ],
    ["there is no scenario", { scenarios: 0, withBaseline: 0 }, "blockers", "scenarios", /no scenario/],
    ["the plan is full", { scenarioRoom: false }, "warnings", "scenarios", /allows no more/],
    ["baselines are missing", { withBaseline: 1 }, "warnings", "baselines", /^2 of 3.*with\.$/],
    ["one baseline is missing", { withBaseline: 2 }, "warnings", "baselines", /^1 of 3 scenarios has no/],
    [
      "the plan is full with one",
      { scenarios: 1, withBaseline: 1, scenarioRoom: false },
      "warnings",
      "scenarios",
      /^The project has 1 scenario;/,
    ],
    ["some are being captured", { withBaseline: 1, capturing: 1 }, "warnings", "baselines", /^2 of 3.*; 1 of them is/],
    ["the last is being captured", { withBaseline: 2, capturing: 1 }, "warnings", "baselines", /^1 of 3.*; it is /],
    ["snapshots are used up", { snapshotRoom: 0 }, "blockers", "snapshots", /used up/],
    ["the plan lets agents only look", { planAllowsChanges: false, plan: "free" }, "warnings", "plan", /free/],
    ["the key may only read", { keyMayChange: false }, "warnings", "key", /mcp_full/],
    [
      "the tracking plan is empty",
      { tracking: { unlocked: true, pages: 0, events: 0 } },
      "warnings",
      "tracking_plan",
      /empty/,
    ],
  ] as const)
    it(what, () => {
      const verdict = judgeSetup({ ...GOOD, ...(patch as Partial<SetupFacts>) });
      const found = verdict[kind].find((remark) => remark.code === code);
      expect(found?.message).to.match(message);
      expect(verdict.ready).to.equal(kind !== "blockers");
    });

  it("a tracking plan that the plan does not unlock is not asked for; a person needs no key", () => {
    const verdict = judgeSetup({ ...GOOD, keyMayChange: null, tracking: { unlocked: false, pages: 0, events: 0 } });
    const codes = [...verdict.blockers, ...verdict.warnings].map(({ code }) => code);
    expect(codes).to.deep.equal([]);
  });
});
