// From which figure on a rule warns and fails: the one table of the pillar.
import type { FormFactor, Metric } from "./measurements.ts";

/** Reached or passed: from `warning` on worth a look, from `failed` on broken. A rule without `failed` only warns. */
export type Threshold = { warning: number; failed: number };

/**
 * The borders between Lighthouse's green, orange and red of each metric (its scoring curves' p10 and median), but CLS: a
 * page that jumps does so in every run, so it fails where Web Vitals stop calling it good. TTFB: web.dev/articles/ttfb.
 */
export const METRIC_THRESHOLD: Record<FormFactor, Record<Metric, Threshold>> = {
  mobile: {
    lcp: { warning: 2_500, failed: 4_000 },
    fcp: { warning: 1_800, failed: 3_000 },
    cls: { warning: 0.1, failed: 0.1 },
    tbt: { warning: 200, failed: 600 },
    si: { warning: 3_387, failed: 5_800 },
    ttfb: { warning: 800, failed: 1_800 },
  },
  desktop: {
    lcp: { warning: 1_200, failed: 2_400 },
    fcp: { warning: 934, failed: 1_600 },
    cls: { warning: 0.1, failed: 0.1 },
    tbt: { warning: 150, failed: 350 },
    si: { warning: 1_311, failed: 2_300 },
    ttfb: { warning: 800, failed: 1_800 },
  },
};

/** A page that jumps by more than this (poor in Web Vitals) is a serious failure; less is a moderate one. */
export const SERIOUS_CLS = 0.25;

const KIB = 1_024;

/** Bytes, milliseconds or counts, as each check says. Small savings are no findings: nobody mends 4 KiB. */
export const THRESHOLD = {
  /** ms of FCP that Lighthouse expects to gain (simulated network). */
  renderBlockingSavingsMs: { warning: 300, failed: 1_000 },
  /** ms one blocking file took to arrive in truth, unthrottled. */
  renderBlockingFileMs: { warning: 300, failed: 600 },
  uncompressedTextBytes: { warning: 1_400, failed: 4 * KIB },
  cacheWastedBytes: { warning: 4 * KIB, failed: 24 * KIB },
  imageWastedBytes: { warning: 100 * KIB, failed: 500 * KIB },
  unusedJavascriptBytes: { warning: 100 * KIB, failed: 300 * KIB },
  unusedCssBytes: { warning: 50 * KIB, failed: 150 * KIB },
  unminifiedJavascriptBytes: { warning: 20 * KIB, failed: 100 * KIB },
  unminifiedCssBytes: { warning: 10 * KIB, failed: 50 * KIB },
  legacyJavascriptBytes: { warning: 15 * KIB, failed: 60 * KIB },
  duplicatedJavascriptBytes: { warning: 20 * KIB, failed: 100 * KIB },
  /** Redirects before the document. */
  redirects: { warning: 1, failed: 2 },
  /** Elements. Lighthouse has no border of its own since version 13; these are the ones before. */
  domElements: { warning: 1_400, failed: 5_000 },
  /** ms of the longest task, simulated. */
  longestTaskMs: { warning: 500, failed: 1_500 },
  /** ms of main thread that third parties took, unthrottled. */
  thirdPartyMs: { warning: 250, failed: 1_000 },
  thirdPartyBytes: { warning: 500 * KIB, failed: 2_048 * KIB },
  /** ms for which text is invisible. */
  fontSwapMs: { warning: 100, failed: Number.POSITIVE_INFINITY },
  pageBytes: { warning: 2_667 * KIB, failed: 5_120 * KIB },
  /** ms of script work, simulated. */
  scriptMs: { warning: 1_282, failed: 3_500 },
  /** ms of LCP that HTTP/2 would save. */
  httpSavingsMs: { warning: 300, failed: Number.POSITIVE_INFINITY },
} satisfies Record<string, Threshold>;
