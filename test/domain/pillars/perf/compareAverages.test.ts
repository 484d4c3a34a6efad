import { expect } from "chai";
import type { MeasuredRun } from "../../../../domain/audit/judge.ts";
import { compareAverages } from "../../../../domain/pillars/perf/compareAverages.ts";

const AGAINST = "main at a1b2c3d, where this branch began";

type Page = { key: string; metrics: Record<string, number> };
/** A page whose three runs measured these figures, each a percent apart. */
const page = (key: string, figures: Record<string, number>): Page => ({
  key,
  metrics: Object.fromEntries(
    Object.entries(figures).flatMap(([figure, value]) =>
      [0.99, 1, 1.01].map((share, run) => [`${figure}Run${run + 1}`, value * share]),
    ),
  ),
});
const measured = (...pages: Page[]): MeasuredRun => ({ pages, options: {} });
const ALL = { score: 90, lcp: 1_900, fcp: 900, cls: 0.02, tbt: 150, ttfb: 200 };

describe("the averages of a performance run beside those of its base run", () => {
  for (const [why, before, after, said] of [
    [
      "equal figures are steady",
      measured(page("/", ALL)),
      measured(page("/", ALL)),
      `Compared with ${AGAINST}: score, LCP, FCP, CLS, TBT and TTFB are steady.`,
    ],
    [
      "a slower page is worse, with both values",
      measured(page("/", ALL)),
      measured(page("/", { ...ALL, lcp: 2_600 })),
      `Compared with ${AGAINST}: LCP 1,900 → 2,600 ms is worse; score, FCP, CLS, TBT and TTFB are steady.`,
    ],
    [
      "of the score more is better, of layout shift less",
      measured(page("/", { score: 70, cls: 0.3, ttfb: 200 })),
      measured(page("/", { score: 90, cls: 0.05, ttfb: 900 })),
      `Compared with ${AGAINST}: TTFB 200 → 900 ms is worse; score 70 → 90 and CLS 0.3 → 0.05 are better.`,
    ],
    [
      "a lower score is worse",
      measured(page("/", { score: 90 })),
      measured(page("/", { score: 70 })),
      `Compared with ${AGAINST}: score 90 → 70 is worse.`,
    ],
    [
      "a difference within what two runs may differ by is none",
      measured(page("/", { lcp: 1_900 })),
      measured(page("/", { lcp: 2_050 })),
      `Compared with ${AGAINST}: LCP is steady.`,
    ],
    [
      "a host that disturbed two of three runs made no page slower",
      measured(page("/", { lcp: 1_900, score: 90 })),
      {
        options: {},
        pages: [
          {
            key: "/",
            metrics: { lcpRun1: 1_890, lcpRun2: 3_100, lcpRun3: 3_120, scoreRun1: 91, scoreRun2: 70, scoreRun3: 70 },
          },
        ],
      },
      `Compared with ${AGAINST}: score and LCP are steady.`,
    ],
    [
      "pages that one run alone measured are left out",
      measured(page("/", { lcp: 1_000 }), page("/old", { lcp: 9_000 })),
      measured(page("/", { lcp: 1_000 }), page("/new", { lcp: 9_000 })),
      `Compared with ${AGAINST}, over the 1 page that both runs measured: LCP is steady.`,
    ],
    [
      "a figure that one run lacks is left out",
      measured(page("/", { lcp: 1_000 })),
      measured(page("/", { lcp: 1_000, score: 50 })),
      `Compared with ${AGAINST}: LCP is steady.`,
    ],
    [
      "runs without a common page",
      measured(page("/old", ALL)),
      measured(page("/new", ALL)),
      `Not compared with ${AGAINST}: no page was measured in both runs.`,
    ],
    [
      "runs of different devices",
      { ...measured(page("/", ALL)), options: { formFactor: "desktop" } },
      measured(page("/", ALL)),
      `Not compared with ${AGAINST}: it was measured as desktop, this run as mobile.`,
    ],
  ] satisfies [string, MeasuredRun, MeasuredRun, string][])
    it(why, () => {
      expect(compareAverages(before, after, AGAINST).sentence).to.equal(said);
    });

  it("gives both averages of every figure, and over how many pages", () => {
    const before = measured(page("/", { lcp: 1_000, cls: 0.1234 }), page("/cart", { lcp: 2_000, cls: 0.1234 }));
    const after = measured(page("/cart", { lcp: 4_000, cls: 0.1234 }), page("/", { lcp: 3_000, cls: 0.1234 }));
    const { pages, figures } = compareAverages(before, after, AGAINST);
    expect(pages).to.equal(2);
    expect(figures).to.deep.equal([
      { figure: "lcp", from: 1_500, to: 3_500, change: "worse" },
      { figure: "cls", from: 0.123, to: 0.123, change: "steady" },
    ]);
  });
});
