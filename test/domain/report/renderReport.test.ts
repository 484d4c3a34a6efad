import { expect } from "chai";
import { AUDIT_PILLARS } from "../../../domain/audit/pillars.ts";
import type { AuditSummary, FigureChange } from "../../../domain/audit/summary.ts";
import { MAX_FINDINGS } from "../../../domain/report/bounds.ts";
import { printTemplates } from "../../../domain/report/printTemplates.ts";
import { renderReport } from "../../../domain/report/renderReport.ts";
import { finding, PICTURE, page, report, sampleSection, sampleSuite, section, summary } from "./sample.ts";

const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror=alert(1)>"'\``;
const count = (text: string, what: string | RegExp) => text.split(what).length - 1;
/** Elements in the text, as a parser would find them. */
const tags = (markup: string) => [...markup.matchAll(/<([a-z][a-z0-9]*)/gi)].map(([, name]) => name?.toLowerCase());

describe("a report", () => {
  for (const pillar of AUDIT_PILLARS)
    it(`tells of ${pillar}, without script and without request`, () => {
      const made = renderReport(report([sampleSection(pillar)]));
      expect(made).to.match(/^<!doctype html>\n<html lang="en">/);
      expect(made).to.include("Sailcloth &amp; Oak");
      expect(made).to.include("main · 4f2a9c1d77");
      expect(made).to.include("4 min 31 s");
      expect(made).to.include("Score: ");
      expect(made).to.include("The page answered HTTP 503, so nothing could be measured.");
      expect(new Set(tags(made))).not.to.contain.any.keys(
        "script",
        "iframe",
        "link",
        "object",
        "embed",
        "form",
        "base",
      );
      expect(
        [...made.matchAll(/ (?:src|srcset|xlink:href|action|background)="([^"]{0,11})/g)].every(
          ([, to]) => to === "data:image/",
        ),
      ).to.equal(true);
      expect(made).not.to.match(/url\(|@import/);
      expect(made).not.to.match(/\son[a-z]+\s*=/i);
    });

  it("shows what each pillar has of its own", () => {
    const made = renderReport(sampleSuite());
    for (const part of [
      "3,110 ms and 3,690 ms",
      "LCP 3,412 ms is over the budget of 2,500 ms.",
      "benchmark index of the measuring host 1,244",
      "Grade C+",
      'CSP not implemented</td><td class="num">−25',
      'Remaining</strong></td><td class="num"><strong>55',
      "1 of 3 planned pages and events are proven.",
      "GA4 add_to_cart at 2,310 ms",
      "None was seen.",
      'Before any choice</td><td class="num">3',
      "The banner did not go away after accepting.",
      "Tracker before consent",
      "48 of 48 pictures passed, 2 of them approved.",
    ])
      expect(made, part).to.include(part);
    expect(count(made, "<section>")).to.equal(6);
    expect(count(made, 'class="cover ')).to.equal(1);
  });

  it("groups findings by rule with the pages concerned, the mending once, and marks what is new", () => {
    const made = renderReport(report([sampleSection("a11y")]));
    expect(count(made, "Give the image an alt attribute")).to.equal(1);
    expect(made).to.include("3 findings on 2 pages");
    expect(count(made, "The image has no text alternative.")).to.equal(1);
    expect(made).to.include("1 new</span>");
    // The worst rule comes first; warnings and manual checks are separate.
    const order = [
      "<h3>To fix</h3>",
      "Image alt</h4>",
      "Color contrast</h4>",
      "<h3>Warnings</h3>",
      "Target size</h4>",
      "<h3>Manual review</h3>",
      "Focus order</h4>",
    ];
    expect(order.map((part) => made.indexOf(part))).to.deep.equal(
      order.map((part) => made.indexOf(part)).sort((a, b) => a - b),
    );
    expect(order.every((part) => made.includes(part))).to.equal(true);
    expect(made).to.include("12 checks passed on every page");
  });

  it("says what is wanted, once for a rule, where a check has a title", () => {
    const sample = sampleSection("seo");
    const [first] = sample.findings;
    if (!first) throw new Error("the sample has no findings");
    const titled = { ...sample, findings: [{ ...first, title: "Every page has a title of its own" }] };
    expect(count(renderReport(report([titled])), "Wanted: Every page has a title of its own")).to.equal(1);
    expect(renderReport(report([sample]))).not.to.include("Wanted:");
  });

  it("heads a rule by what is wrong, and by the rule's name where it has no words for that", () => {
    const sample = sampleSection("seo");
    const [first] = sample.findings;
    if (!first) throw new Error("the sample has no findings");
    const heads = (finding: typeof first) =>
      [...renderReport(report([{ ...sample, findings: [finding] }])).matchAll(/<h4>(.*?)<\/h4>/g)].map(
        ([, text]) => text,
      );
    expect(heads({ ...first, rule: "image-alt", fault: "Image has no alt text" })).to.deep.equal([
      "Image has no alt text",
    ]);
    expect(heads({ ...first, rule: "image-alt" })).to.deep.equal(["Image alt"]);
  });

  it("tells severities by word and shape, not by colour alone", () => {
    const made = renderReport(report([section("a11y")]));
    const shapes = [...made.matchAll(/class="mark sev-(\w+)"><svg[^>]*>(.*?)<\/svg>(\w+)/g)].map(
      ([, severity, shape, word]) => ({ severity, shape, word }),
    );
    expect(new Set(shapes.map(({ severity }) => severity))).to.have.keys(
      "critical",
      "serious",
      "moderate",
      "minor",
      "info",
    );
    expect(new Set(shapes.map(({ shape }) => shape)).size).to.equal(5);
    for (const { severity, word } of shapes) expect(word?.toLowerCase()).to.equal(severity);
  });

  it("escapes everything that pages, projects and people wrote", () => {
    const hostileSection = section("tracking", {
      error: HOSTILE,
      summary: summary({ reasons: [HOSTILE] }),
      pages: [
        page("/", {
          url: `javascript:alert(1)//${HOSTILE}`,
          scenarioLabels: [HOSTILE],
          reason: HOSTILE,
          rules: [{ rule: HOSTILE, outcome: "passed", severity: "info" }],
          pictures: [
            { dataUri: `data:image/png;base64,AA" onerror="alert(1)`, caption: HOSTILE },
            { ...PICTURE, caption: HOSTILE },
          ],
        }),
      ],
      findings: [
        finding({
          rule: HOSTILE,
          message: HOSTILE,
          help: HOSTILE,
          target: HOSTILE,
          page: `javascript:alert(1)//${HOSTILE}`,
          evidence: { html: HOSTILE },
          picture: { ...PICTURE, caption: HOSTILE },
        }),
        finding({ rule: HOSTILE, page: `https://shop.example/${HOSTILE}` }),
      ],
      warnings: [HOSTILE],
      extras: {
        facts: [{ label: HOSTILE, value: HOSTILE }],
        perf: {
          device: HOSTILE,
          runsPerPage: 3,
          benchmarkIndex: 1,
          averages: [{ key: HOSTILE, value: 1, low: 1, high: 2 }],
          budget: { pass: false, violations: [HOSTILE] },
        },
        security: { grade: "<x>", modifiers: [{ name: HOSTILE, points: -5 }] },
        privacy: {
          total: 1,
          pages: [
            {
              url: `data:text/html,${HOSTILE}`,
              banner: HOSTILE,
              coverage: HOSTILE,
              states: [
                {
                  state: "before",
                  reason: null,
                  cookies: 1,
                  storage: 0,
                  thirdParties: 0,
                  beacons: 0,
                  names: [HOSTILE],
                },
                {
                  state: "rejected",
                  reason: HOSTILE,
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
        tracking: {
          proven: 0,
          total: 1,
          rows: [
            {
              kind: "event",
              id: HOSTILE,
              label: HOSTILE,
              url: `javascript:${HOSTILE}`,
              verdict: "failed",
              plan: HOSTILE,
              push: HOSTILE,
              beacon: HOSTILE,
              violations: [HOSTILE],
              picture: { dataUri: "javascript:alert(1)", caption: HOSTILE },
            },
          ],
        },
      },
    });
    const others = [{ pillar: "visual", status: "completed", verdict: "pass", score: 1, sentence: HOSTILE } as const];
    for (const kind of ["pillar", "suite"] as const) {
      const input = report([hostileSection], { kind, others });
      const run = {
        ...input.run,
        projectName: HOSTILE,
        environmentName: HOSTILE,
        baseUrl: `javascript:${HOSTILE}`,
        branch: HOSTILE,
        commitSha: "<script>",
        runId: HOSTILE,
      };
      const made = renderReport({ ...input, run });
      expect(new Set(tags(made))).not.to.contain.any.keys("script", "x");
      expect(made).not.to.include("<img src=x");
      expect(count(made, "</style>")).to.equal(1);
      expect(count(made, "</title>")).to.equal(1);
      expect(made).not.to.match(/(?:href|src)="(?!https?:|data:image\/png;base64,[A-Za-z0-9+/=]+")/);
      expect(made).not.to.match(/<[^>"]*(?:"[^"]*"[^>"]*)*\son[a-z]+\s*=/i);
      const { header, footer } = printTemplates({ ...input, run });
      expect(new Set(tags(header + footer))).to.have.keys("div", "span");
    }
  });

  it("shows no credentials of an address", () => {
    const secret = "https://user:hunter2@staging.example/x";
    const made = renderReport(
      report([section("seo", { pages: [page("/", { url: secret })], findings: [finding({ page: secret })] })]),
    );
    expect(made).not.to.include("hunter2");
    expect(made).to.include("https://staging.example/x");
  });

  it(`tells at most ${MAX_FINDINGS} findings in full, the worst of all sections, and counts the rest`, () => {
    const many = (pillar: "a11y" | "seo", length: number, severity: "minor" | "critical") =>
      section(pillar, {
        findings: Array.from({ length }, (_, i) =>
          finding({ pillar, severity, rule: `rule-${pillar}`, target: `#t-${pillar}-${i}-`, message: `Message ${i}.` }),
        ),
      });
    const made = renderReport(report([many("a11y", 400, "minor"), many("seo", 300, "critical")]));
    expect(count(made, "<code>#t-seo-")).to.equal(300);
    expect(count(made, "<code>#t-a11y-")).to.equal(200);
    expect(made).to.include("and 200 more findings of this rule.");
    expect(made).to.include("400 findings on 1 page");
    expect(made).to.include("200 more findings are counted above and not shown in full here");
    const cutByCaller = section("seo", { findingsTotal: 900 });
    expect(renderReport(report([cutByCaller])))
      .to.include("at least 1 finding on 1 page")
      .and.to.include("899 more findings are counted");
  });

  it("bounds pages, pictures and texts", () => {
    const pages = Array.from({ length: 600 }, (_, i) => page(`/p-${i}-`, { pictures: [PICTURE] }));
    const made = renderReport(
      report([section("seo", { pages, pagesTotal: 750, findings: [finding({ message: "x".repeat(50_000) })] })]),
    );
    expect(count(made, '<tr><td><a href="https://shop.example/p-')).to.equal(500);
    expect(made).to.include("and 250 more pages.");
    expect(count(made, "<img ")).to.equal(80);
    expect(made).to.include("520 images were removed to keep this file small.");
    expect(made).not.to.include("x".repeat(1_001));
  });

  describe("of a run of a branch", () => {
    const against = "main at a1b2c3d, where this branch began";
    const figures: FigureChange[] = [
      { figure: "score", from: 91, to: 84, change: "worse" },
      { figure: "lcp", from: 2_600, to: 1_900, change: "better" },
      { figure: "cls", from: 0.02, to: 0.021, change: "steady" },
    ];
    const base = { runId: "run_main", against, score: 91, pages: 2, figures };
    const one = (patch: Partial<AuditSummary>) => section("perf", { summary: summary(patch) });
    const rowOf = (made: string, name: string) =>
      (new RegExp(`<tr><td>${name}</td>.*?</tr>`).exec(made)?.[0] ?? "")
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll(/\s+/g, " ");

    it("says once what new and fixed are counted from", () => {
      const told = (patch: Partial<AuditSummary>) => renderReport(report([one(patch)])).split("New and fixed since");
      expect(told({ against })[1]?.startsWith(` ${against}.`)).to.equal(true);
      expect([told({ against }).length, told({}).length]).to.deep.equal([2, 1]);
    });

    it("shows the figures of both runs, alone and within a full audit", () => {
      for (const sections of [[one({ base })], [one({ base }), section("seo")]]) {
        const made = renderReport(report(sections));
        expect(made).to.include(`<h3>Compared with ${against}</h3>`);
        expect(made).to.include("Averages over 2 pages that both runs measured.");
        expect(rowOf(made, "Performance score")).to.equal(" Performance score 91 84 Worse ");
        expect(rowOf(made, "Largest Contentful Paint \\(LCP\\)")).to.equal(
          " Largest Contentful Paint (LCP) 2,600 ms 1,900 ms Better ",
        );
        expect(rowOf(made, "Cumulative Layout Shift \\(CLS\\)")).to.equal(
          " Cumulative Layout Shift (CLS) 0.020 0.021 Steady ",
        );
      }
    });

    it("says why nothing could be compared, and nothing where there is no such run", () => {
      const sentence = `Not compared with ${against}: no page was measured in both runs.`;
      const none = { base: { ...base, pages: 0, figures: [] }, comparedWith: [sentence] };
      expect(renderReport(report([one(none)]))).to.include(`<p class="note">${sentence}</p>`);
      for (const patch of [{}, { base: { runId: "run_main", against, score: 91 } }])
        expect(renderReport(report([one(patch)]))).not.to.match(/ompared with /);
    });
  });

  it("shows a first run as the starting point over its critical findings, never as a green pass", () => {
    const first = section("a11y", {
      startingPoint: true,
      summary: summary({
        verdict: "pass",
        score: 95,
        bySeverity: { critical: 13, serious: 2, moderate: 0, minor: 0, info: 0 },
      }),
    });
    for (const made of [renderReport(report([first])), renderReport(report([first, section("seo")]))]) {
      expect(made).to.match(/class="mark tone-none"><svg[^>]*>.*?<\/svg>Starting point/);
      expect(made).to.include(
        "The first run of its kind, with 13 critical and 2 serious findings: later runs fail on new ones.",
      );
      expect(made).not.to.match(/tone-good"><svg[^>]*>.*?<\/svg>Passed/);
    }
  });

  it("shows no good score beside a failed run, and no poor one beside a pass, without the word that explains it", () => {
    const told = (score: number, verdict: "pass" | "fail") =>
      renderReport(report([section("seo", { summary: summary({ score, verdict }) })]));
    expect(told(95, "fail")).to.include("The score is good; the run failed for the reasons below.");
    expect(told(30, "pass")).to.include("The score is poor; the run passed because nothing became worse.");
    expect(told(95, "pass")).not.to.include('verdict-note"');
    expect(told(30, "fail")).not.to.include('verdict-note"');
  });

  it("never shows what was not measured as a figure or as a pass", () => {
    const nothing = section("perf", {
      summary: summary({
        score: null,
        pages: 1,
        notMeasured: 1,
        verdict: "fail",
        reasons: ["No page could be measured."],
      }),
      pages: [page("/", { status: "not_measured", score: null, reason: "The host was not found." })],
      findings: [],
    });
    const made = renderReport(report([nothing]));
    expect(made).to.include("Score: not measured").and.to.include("The host was not found.");
    expect(made).not.to.include("No failures and no warnings");
    const clean = section("seo", { findings: [], summary: summary({ verdict: "pass", score: 100 }) });
    expect(renderReport(report([clean]))).to.include("No failures and no warnings.");
    const unfinished = section("seo", {
      status: "failed",
      summary: null,
      error: "cancelled by somebody",
      findings: [],
      pages: [],
    });
    expect(renderReport(report([unfinished])))
      .to.include("Inconclusive")
      .and.to.include("cancelled by somebody");
  });
});
