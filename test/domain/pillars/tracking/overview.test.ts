import { expect } from "chai";
import type { Outcome, Severity } from "../../../../domain/audit/finding.ts";
import type { ItemVerdict } from "../../../../domain/pillars/tracking/audit.ts";
import {
  type AuditedPage,
  pagesWorstFirst,
  rowsWorstFirst,
  violationCounter,
} from "../../../../domain/pillars/tracking/overview.ts";

const verdict = (planEventId: string, status: ItemVerdict["status"], ...rules: string[]): ItemVerdict => ({
  planEventId,
  kind: "event",
  label: planEventId,
  eventType: planEventId,
  status,
  reason: null,
  violations: rules.map((rule) => ({ rule, message: rule })),
  notJudged: [],
  push: null,
  beacons: [],
  screenshotId: null,
});
const page = (url: string, status: AuditedPage["status"], events: ItemVerdict[] = []): AuditedPage => ({
  url,
  status,
  reason: null,
  score: null,
  planPageId: null,
  events,
});

describe("the report of a tracking audit", () => {
  it("has the worst rows first: severity, then number, then what was not tried", () => {
    const rows = rowsWorstFirst([
      page("/a", "failed", [
        verdict("right", "pass"),
        verdict("idle", "not_exercised"),
        verdict("order", "fail", "wrong-order"),
        verdict("missing", "fail", "missing-event"),
      ]),
      page("/b", "failed", [verdict("two", "fail", "wrong-value", "missing-attribute")]),
    ]);
    expect(rows.map(({ id, page: at }) => `${at} ${id}`)).to.deep.equal([
      "/b two",
      "/a missing",
      "/a order",
      "/a idle",
      "/a right",
    ]);
    expect(rows[0]?.violations.map(({ rule, severity }) => `${severity} ${rule}`)).to.deep.equal([
      "serious missing-attribute",
      "moderate wrong-value",
    ]);
  });

  it("has pages with most failed rows first, those in order last", () => {
    const pages = pagesWorstFirst([
      page("/right", "passed"),
      page("/gone", "not_measured"),
      page("/one", "failed", [verdict("a", "fail", "x"), verdict("b", "pass")]),
      page("/two", "failed", [verdict("a", "fail", "x"), verdict("b", "fail", "x")]),
    ]);
    expect(pages.map(({ url, rows }) => [url, rows.fail, rows.pass])).to.deep.equal([
      ["/two", 2, 0],
      ["/one", 1, 1],
      ["/gone", 0, 0],
      ["/right", 0, 0],
    ]);
  });

  it("counts findings by rule: failures first, then by severity and number", () => {
    const finding = (outcome: Outcome, severity: Severity, rule: string, target: string, isNew: boolean | null) => ({
      outcome,
      severity,
      rule,
      target,
      isNew,
    });
    const counter = violationCounter();
    for (const one of [
      finding("review", "info", "not-exercised", "e", null),
      finding("failed", "moderate", "wrong-value", "a x", false),
      finding("failed", "moderate", "wrong-value", "a x", true),
      finding("failed", "serious", "missing-event", "b", true),
      finding("passed", "serious", "wrong-type", "", null),
    ])
      counter.add(one);
    expect(counter.classes()).to.deep.equal([
      { rule: "missing-event", severity: "serious", outcome: "failed", count: 1, new: 1, targets: ["b"] },
      { rule: "wrong-value", severity: "moderate", outcome: "failed", count: 2, new: 1, targets: ["a x"] },
      { rule: "not-exercised", severity: "info", outcome: "review", count: 1, new: null, targets: ["e"] },
    ]);
  });
});
