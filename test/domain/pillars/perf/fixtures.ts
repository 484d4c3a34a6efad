// Small Lighthouse results, generated in the format of version 13.
import type { PerfFacts } from "../../../../domain/pillars/perf/facts.ts";
import { readLhr } from "../../../../domain/pillars/perf/readLhr.ts";

export const SITE = "https://shop.example.com";

export type Lhr = {
  /** Names of Lighthouse's own `metrics` audit. */
  metrics?: Record<string, number>;
  audits?: Record<string, object>;
  requests?: object[];
  score?: number | null;
  rest?: object;
};

export const GOOD_METRICS = {
  largestContentfulPaint: 1_600,
  firstContentfulPaint: 920,
  cumulativeLayoutShift: 0,
  totalBlockingTime: 30,
  speedIndex: 1_000,
  timeToFirstByte: 460,
};

export function lhrOf({
  metrics = GOOD_METRICS,
  audits = {},
  requests = [],
  score = 0.97,
  rest = {},
}: Lhr = {}): object {
  return {
    lighthouseVersion: "13.5.0",
    requestedUrl: `${SITE}/`,
    mainDocumentUrl: `${SITE}/`,
    runWarnings: [],
    environment: { benchmarkIndex: 1_500 },
    categories: { performance: { score } },
    audits: {
      metrics: { scoreDisplayMode: "informative", details: { type: "debugdata", items: [metrics, {}] } },
      "network-requests": { details: { type: "table", items: requests } },
      ...audits,
    },
    ...rest,
  };
}

/** A page with these runs. */
export function factsOf(lhrs: readonly Lhr[], given: Partial<PerfFacts> = {}): PerfFacts {
  const runs = lhrs.map((lhr) => {
    const read = readLhr(lhrOf(lhr));
    if (!read.ok) throw new Error(read.error.message);
    return read.run;
  });
  return {
    formFactor: "mobile",
    lighthouseVersion: "13.5.0",
    finalUrl: `${SITE}/`,
    runs,
    representative: 0,
    failures: [],
    warnings: [],
    artifacts: {},
    ...given,
  };
}

/** An audit with a table. */
export function table(items: readonly object[], rest: object = {}): object {
  return {
    score: items.length === 0 ? 1 : 0,
    scoreDisplayMode: "metricSavings",
    details: { type: "table", items },
    ...rest,
  };
}

export const NOT_APPLICABLE = { score: null, scoreDisplayMode: "notApplicable" };
