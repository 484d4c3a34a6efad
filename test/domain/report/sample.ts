// A realistic full audit of a shop, for the tests of reports.

import type { Outcome, Severity } from "../../../domain/audit/finding.ts";
import type { RuleOutcome } from "../../../domain/audit/page.ts";
import type { AuditPillar } from "../../../domain/audit/pillars.ts";
import type { AuditSummary } from "../../../domain/audit/summary.ts";
import type { Extras, Picture } from "../../../domain/report/extraTypes.ts";
import type { ReportFinding, ReportInput, ReportPage, ReportSection } from "../../../domain/report/input.ts";
import { FULL_AUDIT, TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";

export const BASE = "https://shop.example";

/** One grey pixel. */
export const PICTURE: Picture = {
  dataUri:
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==",
  caption: "The element on the page",
};

export function finding(patch: Partial<ReportFinding> = {}): ReportFinding {
  return {
    fingerprint: "f".repeat(32),
    pillar: "a11y",
    rule: "image-alt",
    severity: "critical",
    outcome: "failed",
    page: `${BASE}/`,
    target: "img.hero",
    message: "The image has no text alternative.",
    evidence: {},
    help: 'Give the image an alt attribute that says what it shows, or alt="" when it is decoration.',
    isNew: false,
    isNewOnBranch: null,
    ...patch,
  };
}

export function page(path: string, patch: Partial<ReportPage> = {}): ReportPage {
  return {
    url: BASE + path,
    scenarioLabels: [path === "/" ? "Home" : path.slice(1)],
    status: "failed",
    reason: null,
    score: 74,
    metrics: {},
    rules: [],
    pictures: [],
    ...patch,
  };
}

export function summary(patch: Partial<AuditSummary> = {}): AuditSummary {
  return {
    pages: 3,
    passed: 112,
    failed: 9,
    warnings: 4,
    review: 2,
    notMeasured: 0,
    bySeverity: { critical: 2, serious: 4, moderate: 3, minor: 0, info: 0 },
    score: 74,
    new: 3,
    fixed: 1,
    verdict: "fail",
    reasons: ["2 new critical findings.", "1 new serious finding."],
    ...patch,
  };
}

export function section(pillar: AuditPillar, patch: Partial<ReportSection> = {}): ReportSection {
  const findings = patch.findings ?? [finding({ pillar })];
  const pages = patch.pages ?? [page("/"), page("/cart")];
  return {
    pillar,
    runId: `run_${pillar}`,
    status: "completed",
    error: null,
    summary: summary(),
    startingPoint: false,
    pagesTotal: pages.length,
    findingsTotal: findings.length,
    warnings: [],
    extras: {},
    ...patch,
    pages,
    findings,
  };
}

export function report(sections: ReportSection[], patch: Partial<ReportInput> = {}): ReportInput {
  const { kind = sections.length === 1 ? "pillar" : "suite" } = patch;
  const type = kind === "suite" ? FULL_AUDIT : TYPE_OF_PILLAR[sections[0]?.pillar ?? "visual"];
  return {
    kind,
    run: {
      runId: "run_01hxyz",
      type: type ?? FULL_AUDIT,
      projectName: "Sailcloth & Oak",
      environmentName: "Production",
      baseUrl: BASE,
      branch: "main",
      commitSha: "4f2a9c1d77e05b3c8a6f1e2d3c4b5a6978877665",
      prNumber: null,
      status: "completed",
      error: null,
      sentence: "What the run came to.",
      startedAt: "2026-03-10T14:02:11Z",
      finishedAt: "2026-03-10T14:06:42Z",
      durationMs: 271_000,
    },
    sections,
    others: [],
    visual: null,
    functional: null,
    score: sections[0]?.summary?.score ?? null,
    generatedAt: "2026-03-10T14:07:00Z",
    ...patch,
  };
}

const rules = (...all: [string, Outcome, Severity?][]): RuleOutcome[] =>
  all.map(([rule, outcome, severity = "moderate"]) => ({ rule, outcome, severity }));

const PASSED: Record<AuditPillar, string[]> = {
  a11y: [
    "aria-roles",
    "bypass-blocks",
    "button-name",
    "document-title",
    "frame-title",
    "html-has-lang",
    "label",
    "link-name",
    "list",
    "meta-viewport",
    "focus-visible",
    "keyboard-trap",
  ],
  perf: ["cls-budget", "render-blocking", "text-compression"],
  seo: ["canonical", "html-lang", "json-ld-parses", "robots-txt", "sitemap-valid", "viewport", "hreflang-valid"],
  security: ["hsts", "https-redirect", "nosniff", "tls-expiry", "mixed-content"],
  tracking: ["ga4-beacon", "page-type"],
  privacy: ["reject-exists", "privacy-link"],
};

/** Pages of the shop with outcomes of the pillar's rules. */
function pagesOf(pillar: AuditPillar, metrics: ReportPage["metrics"] = {}): ReportPage[] {
  const passed = PASSED[pillar].map((rule): [string, Outcome] => [rule, "passed"]);
  return [
    page("/", { score: 81, rules: rules(["first", "failed", "serious"], ...passed), metrics }),
    page("/products/canvas-tote?colour=natural", {
      scenarioLabels: ["Product page"],
      score: 64,
      rules: rules(["first", "failed"], ["second", "warning"], ...passed),
      metrics,
    }),
    page("/cart", {
      scenarioLabels: ["Cart", "Cart with voucher"],
      status: "passed",
      score: 97,
      rules: rules(...passed),
      metrics,
    }),
    page("/account/orders", {
      scenarioLabels: ["Orders"],
      status: "not_measured",
      score: null,
      reason: "The page answered HTTP 503, so nothing could be measured.",
    }),
  ];
}

const EXTRAS: Record<AuditPillar, Extras> = {
  a11y: {},
  seo: {},
  perf: {
    perf: {
      device: "mobile",
      runsPerPage: 3,
      benchmarkIndex: 1_243.5,
      averages: [
        { key: "score", value: 71, low: 66, high: 75 },
        { key: "lcp", value: 3_412, low: 3_110, high: 3_690 },
        { key: "fcp", value: 1_790, low: 1_702, high: 1_880 },
        { key: "cls", value: 0.127, low: 0.127, high: 0.131 },
        { key: "tbt", value: 310, low: 240, high: 420 },
        { key: "ttfb", value: 412, low: 380, high: 470 },
      ],
      budget: { pass: false, violations: ["LCP 3,412 ms is over the budget of 2,500 ms."] },
    },
  },
  security: {
    facts: [{ label: "Advisory data of", value: "4 March 2026" }],
    security: {
      grade: "C+",
      modifiers: [
        { name: "csp-not-implemented", points: -25 },
        { name: "cookies-without-secure-flag", points: -20 },
      ],
    },
  },
  tracking: {
    tracking: {
      proven: 1,
      total: 3,
      rows: [
        {
          kind: "event",
          id: "add_to_cart",
          label: "Product is put into the cart",
          url: `${BASE}/cart`,
          verdict: "proven",
          plan: "event add_to_cart; currency iso-currency, value number",
          push: "add_to_cart at 2,140 ms from app.js:211 with currency EUR, value 49",
          beacon: "GA4 add_to_cart at 2,310 ms, 204",
          violations: [],
          picture: PICTURE,
        },
        {
          kind: "event",
          id: "purchase",
          label: "Order is placed",
          url: `${BASE}/checkout`,
          verdict: "failed",
          plan: "event purchase; transaction_id required",
          push: "purchase at 4,020 ms from app.js:340",
          beacon: null,
          violations: ["The event purchase was pushed but never sent.", "The attribute transaction_id is missing."],
          picture: null,
        },
        {
          kind: "page",
          id: "search",
          label: "Search results",
          url: null,
          verdict: "not_exercised",
          plan: "page search; pageType search",
          push: null,
          beacon: null,
          violations: [],
          picture: null,
        },
      ],
    },
  },
  privacy: {
    privacy: {
      total: 1,
      pages: [
        {
          url: `${BASE}/`,
          banner: "Cookiebot",
          coverage: null,
          states: [
            {
              state: "before",
              reason: null,
              cookies: 3,
              storage: 1,
              thirdParties: 2,
              beacons: 1,
              names: ["_ga", "_gid", "session", "Google Analytics"],
            },
            {
              state: "rejected",
              reason: null,
              cookies: 1,
              storage: 1,
              thirdParties: 1,
              beacons: 0,
              names: ["session"],
            },
            {
              state: "accepted",
              reason: "The banner did not go away after accepting.",
              cookies: null,
              storage: null,
              thirdParties: null,
              beacons: null,
              names: [],
            },
          ],
        },
      ],
    },
  },
};

const FINDINGS: Record<AuditPillar, Partial<ReportFinding>[]> = {
  a11y: [
    { isNew: true, picture: PICTURE, evidence: { html: '<img class="hero" src="/img/tote.webp">' } },
    { page: `${BASE}/products/canvas-tote?colour=natural`, target: "#gallery > li:nth-child(2) img" },
    { page: `${BASE}/products/canvas-tote?colour=natural`, target: "#gallery > li:nth-child(3) img" },
    {
      rule: "color-contrast",
      severity: "serious",
      target: ".price--was",
      message: "The text has a contrast of 2.9:1; 4.5:1 is needed at 14 px.",
      help: "Darken the text or lighten its ground until the contrast is at least 4.5:1.",
    },
    {
      rule: "color-contrast",
      severity: "serious",
      page: `${BASE}/cart`,
      target: ".voucher small",
      message: "The text has a contrast of 3.4:1; 4.5:1 is needed at 12 px.",
      isNew: true,
      help: "Darken the text or lighten its ground until the contrast is at least 4.5:1.",
    },
    {
      rule: "target-size",
      severity: "moderate",
      outcome: "warning",
      target: "nav a.social",
      message: "The link measures 18 by 18 px; 24 by 24 px is the least.",
      help: "Give it padding.",
    },
    {
      rule: "focus-order",
      severity: "moderate",
      outcome: "review",
      target: "",
      message: "Focus moves from the footer back to the search field after 14 stops.",
      help: "Check that the order makes sense to somebody who cannot see the page.",
    },
  ],
  perf: [
    {
      rule: "unused-javascript",
      severity: "moderate",
      outcome: "warning",
      target: `${BASE}/js/vendor.js`,
      message: "412 kB of 640 kB of JavaScript are not used while the page loads.",
      help: "Load what is needed later when it is needed.",
    },
  ],
  seo: [
    {
      rule: "title-length",
      severity: "minor",
      target: "",
      message: "The title has 92 characters; results show about 60.",
      help: "Shorten the title to what identifies the page.",
    },
    {
      rule: "broken-link",
      severity: "serious",
      target: `${BASE}/sale/winter`,
      message: "The link to /sale/winter answers 404.",
      help: "Mend or remove the link.",
      isNew: true,
    },
  ],
  security: [
    {
      rule: "csp-missing",
      severity: "serious",
      target: "Content-Security-Policy",
      message: "The page sends no Content-Security-Policy.",
      help: "Send a policy that names where scripts may come from.",
    },
  ],
  tracking: [
    {
      rule: "pushed-never-sent",
      severity: "critical",
      target: "purchase",
      message: "The event purchase was pushed but never sent.",
      help: "Check the trigger of the tag for this event.",
      isNew: true,
    },
  ],
  privacy: [
    {
      rule: "tracker-before-consent",
      severity: "critical",
      target: "_ga",
      message: "The cookie _ga was set before any choice was made.",
      help: "Load the tag only after consent to statistics.",
    },
  ],
};

const SCORES: Record<AuditPillar, number> = { perf: 71, seo: 88, a11y: 74, security: 55, tracking: 33, privacy: 40 };

export function sampleSection(pillar: AuditPillar): ReportSection {
  const metrics: ReportPage["metrics"] =
    pillar === "perf" ? { lcp: 3_412, fcp: 1_790, cls: 0.127, tbt: 310, ttfb: 412 } : {};
  return section(pillar, {
    summary: summary({ pages: 4, notMeasured: 1, score: SCORES[pillar] }),
    pages: pagesOf(pillar, metrics),
    findings: (FINDINGS[pillar] ?? []).map((patch) => finding({ pillar, ...patch })),
    warnings:
      pillar === "privacy"
        ? [
            "On one page a choice in the consent banner could not be made or verified, so what happens after it is not known.",
          ]
        : [],
    extras: EXTRAS[pillar],
  });
}

export function sampleSuite(): ReportInput {
  return report((["perf", "seo", "a11y", "security", "tracking", "privacy"] as const).map(sampleSection), {
    score: 66,
    others: [
      {
        pillar: "visual",
        status: "completed",
        verdict: "pass",
        score: 100,
        sentence: "48 of 48 pictures passed, 2 of them approved.",
      },
    ],
  });
}
