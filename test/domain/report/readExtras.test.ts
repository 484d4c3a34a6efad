import { expect } from "chai";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import type { Stored } from "../../../domain/report/extraTypes.ts";
import { readExtras } from "../../../domain/report/readExtras.ts";
import { PICTURE } from "./sample.ts";

const stored = (patch: Partial<Stored>): Stored => ({
  runExtra: {},
  pages: [],
  site: null,
  pictureOf: () => null,
  ...patch,
});
const page = (details: Record<string, unknown>, metrics: Record<string, number | null> = {}) => ({
  url: "https://shop.example/",
  metrics,
  details,
});

describe("what pillars show of their own", () => {
  it("reads averages, spreads and budgets of performance", () => {
    const pages = [
      page(
        { formFactor: "mobile", lighthouseVersion: "13.5.0" },
        { lcp: 3_000, lcpMin: 2_900, lcpMax: 3_200, si: 4_000, runs: 3, benchmarkIndex: 1_200 },
      ),
      page({}, { lcp: 2_000, lcpMin: 1_900, lcpMax: 2_400, si: 5_000, runs: 3, benchmarkIndex: 1_400, tbt: null }),
    ];
    const runExtra = { perfAvgLcp: 2_501, perfBudgetResult: { pass: false, violations: ["LCP is over.", 7] } };
    expect(readExtras("perf", stored({ runExtra, pages }))).to.deep.equal({
      facts: [{ label: "Lighthouse", value: "13.5.0" }],
      perf: {
        device: "mobile",
        runsPerPage: 3,
        benchmarkIndex: 1_300,
        // The run's own average if it has one, otherwise the mean of the pages; omitted if no page has a value.
        averages: [
          { key: "lcp", value: 2_501, low: 2_400, high: 2_800 },
          { key: "si", value: 4_500, low: null, high: null },
        ],
        budget: { pass: false, violations: ["LCP is over."] },
      },
    });
  });

  it("reads the grade of the host, and of the worst page where the host was not looked at", () => {
    const good = page({ grade: "A", modifiers: [] });
    const bad = page({ grade: "C", modifiers: [{ name: "csp", points: -25 }, { name: 7 }] });
    const pages = [good, bad];
    expect(readExtras("security", stored({ pages })).security).to.deep.equal({
      grade: "C",
      modifiers: [{ name: "csp", points: -25 }],
    });
    const site = page({
      grade: "D",
      modifiers: [],
      advisories: { date: "2026-03-04T00:00:00Z" },
      observatory: { grade: "B", score: 70 },
    });
    expect(readExtras("security", stored({ pages, site }))).to.deep.equal({
      facts: [
        { label: "Advisories about libraries of", value: "2026-03-04" },
        { label: "By MDN Observatory's points alone", value: "B (70)" },
      ],
      security: { grade: "D", modifiers: [] },
    });
  });

  it("reads the proof of each planned row", () => {
    const events = [
      {
        planEventId: "e1",
        kind: "event",
        label: "Add",
        eventType: "add_to_cart",
        status: "pass",
        reason: null,
        violations: [],
        notJudged: ["user_id"],
        push: { atMs: 2_140.4, name: "add_to_cart", copy: '{"value":49}', stack: ["app.js:211"] },
        beacons: [{ provider: "GA4", event: "add_to_cart", atMs: 2_310 }],
        screenshotId: "abc",
      },
      {
        planEventId: "e2",
        kind: "event",
        label: "Buy",
        eventType: "purchase",
        status: "fail",
        reason: null,
        violations: [{ rule: "r", message: "It was never sent." }],
        push: null,
        beacons: [],
        screenshotId: null,
      },
      {
        planEventId: "p1",
        kind: "page",
        label: "Home",
        eventType: null,
        status: "not_exercised",
        reason: "No scenario visits it.",
        violations: [],
      },
    ];
    const pictureOf = (id: string, caption: string) => (id === "abc" ? { ...PICTURE, caption } : null);
    const { tracking } = readExtras("tracking", stored({ pages: [page({ events })], pictureOf }));
    expect(tracking?.total).to.equal(3);
    expect(tracking?.rows[0]).to.deep.equal({
      kind: "event",
      id: "e1",
      label: "Add",
      url: "https://shop.example/",
      verdict: "proven",
      plan: "event add_to_cart; not checked: user_id",
      push: 'add_to_cart at 2,140 ms, from app.js:211, {"value":49}',
      beacon: "GA4 add_to_cart at 2,310 ms",
      violations: [],
      picture: { ...PICTURE, caption: "Add" },
    });
    expect(tracking?.rows[1]).to.deep.include({
      verdict: "failed",
      push: null,
      beacon: null,
      violations: ["It was never sent."],
    });
    expect(tracking?.rows[2]).to.deep.include({
      kind: "page",
      verdict: "not_exercised",
      violations: ["No scenario visits it."],
    });
  });

  it("reads the three states of consent, and leaves those that were not reached without figures", () => {
    const before = {
      cookies: [{ name: "_ga" }, { name: "_ga" }],
      storage: [{}],
      parties: [
        { site: "x.example", entity: "X" },
        { site: "y.example", entity: null },
      ],
      beacons: [{ count: 2 }, { count: 3 }],
    };
    const details = {
      banner: { cmp: "Cookiebot" },
      coverage: "Only before consent.",
      before,
      rejected: { state: "measured", cookies: [], storage: [], parties: [], beacons: [] },
      accepted: { state: "not_measured", reason: "The banner stayed." },
    };
    const { privacy } = readExtras("privacy", stored({ pages: [page(details), page({})] }));
    expect(privacy).to.deep.equal({
      total: 1,
      pages: [
        {
          url: "https://shop.example/",
          banner: "Cookiebot",
          coverage: "Only before consent.",
          states: [
            {
              state: "before",
              reason: null,
              cookies: 2,
              storage: 1,
              thirdParties: 2,
              beacons: 5,
              names: ["_ga", "X", "y.example"],
            },
            { state: "rejected", reason: null, cookies: 0, storage: 0, thirdParties: 0, beacons: 0, names: [] },
            {
              state: "accepted",
              reason: "The banner stayed.",
              cookies: null,
              storage: null,
              thirdParties: null,
              beacons: null,
              names: [],
            },
          ],
        },
      ],
    });
  });

  for (const pillar of AUDIT_PILLARS)
    it(`makes do with what is not there or of another form: ${pillar}`, () => {
      const odd = page({
        events: [null, 7, {}],
        before: "x",
        rejected: null,
        banner: 3,
        modifiers: { a: 1 },
        grade: 5,
        axeVersion: {},
      });
      const runExtra = { perfScore: "90", perfBudgetResult: [], seoLighthouseScore: null };
      expect(() => readExtras(pillar, stored({ runExtra, pages: [odd], site: odd }))).not.to.throw();
      expect(readExtras(pillar, stored({}))).to.be.an("object");
    });
});
