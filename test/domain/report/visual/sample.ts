// A realistic visual run, for the tests of its report.
import type { ReportInput } from "../../../../domain/report/input.ts";
import type { ResultPlace, ShownResult, VisualChange, VisualSection } from "../../../../domain/report/visual/types.ts";
import { BASE, PICTURE, report } from "../sample.ts";

export const place = (label: string, patch: Partial<ResultPlace> = {}): ResultPlace => ({
  label,
  url: `${BASE}/${label.toLowerCase()}`,
  viewport: "desktop",
  browser: "chromium",
  selector: null,
  ...patch,
});

export const shownResult = (label: string, patch: Partial<ShownResult> = {}): ShownResult => ({
  place: place(label),
  mismatchPercent: 0.004,
  flaky: false,
  reasons: [],
  baseline: { ...PICTURE, caption: `Baseline of ${label}` },
  test: { ...PICTURE, caption: `Test of ${label}` },
  diff: { ...PICTURE, caption: `Difference of ${label}` },
  overview: {
    picture: { ...PICTURE, caption: `The whole page of ${label}` },
    width: 1_440,
    height: 4_000,
    crop: { x: 100, y: 900, width: 480, height: 260 },
  },
  enlarged: false,
  wide: false,
  more: 0,
  ...patch,
});

export const change = (patch: Partial<VisualChange> = {}): VisualChange => ({
  sentence: "Background of the header changed from #fff to #eee, on 3 pages",
  lines: ["background-color: #fff → #eee"],
  selector: "header.site",
  causes: [
    {
      evidence: '"header.site" has new styles.',
      action: "approve",
      advice: "Approve if the new look is intended.",
      confidence: 0.9,
    },
  ],
  advice: [],
  places: ["Home", "Cart", "About"].map((label) => place(label)),
  shown: [shownResult("Home")],
  ...patch,
});

export function visualSection(patch: Partial<VisualSection> = {}): VisualSection {
  const changes = patch.changes ?? [change()];
  return {
    runId: "run_v",
    status: "completed",
    error: null,
    sentence: "3 of 100 screenshots changed.",
    verdict: "fail",
    counts: { total: 100, passed: 95, failed: 5, approved: 2, errors: 1, flaky: 0, noBaseline: 1 },
    open: { changed: 3, missing: 1, errors: 1 },
    changes,
    changesTotal: changes.length,
    unjudged: [
      { code: "http_error", message: "The page answered HTTP 503.", advice: "Correct it.", places: [place("Login")] },
      { code: "no_baseline", message: "No baseline yet.", advice: "Approve it.", places: [place("New")] },
    ],
    remarks: [{ code: "restless", message: '"#clock" keeps changing.', results: 4 }],
    rows: [
      {
        label: "Home",
        url: `${BASE}/`,
        browser: "chromium",
        selector: null,
        statuses: { desktop: "failed", phone: "passed" },
      },
      { label: "Login", url: `${BASE}/login`, browser: "chromium", selector: "#form", statuses: { desktop: "error" } },
      {
        label: "New",
        url: `${BASE}/new`,
        browser: "chromium",
        selector: null,
        statuses: { desktop: "no_baseline", phone: "approved" },
      },
    ],
    rowsTotal: 3,
    viewports: ["desktop", "phone"],
    pages: 3,
    ...patch,
  };
}

export const visualReport = (patch: Partial<VisualSection> = {}, around: Partial<ReportInput> = {}): ReportInput =>
  report([], { kind: "pillar", visual: visualSection(patch), score: 95, ...around });
