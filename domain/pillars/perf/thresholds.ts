// From which figure on a rule warns and fails: of the rules that are no rows of `checks/metrics.ts` and `checks/savings.ts`, which hold their own.

/** Reached or passed: from `warning` on worth a look, from `failed` on broken. A rule without `failed` only warns. */
export type Threshold = { warning: number; failed: number };

/** A page that jumps by more than this (poor in Web Vitals) is a serious failure; less is a moderate one. */
export const SERIOUS_CLS = 0.25;

export const KIB = 1_024;

/** Bytes, milliseconds or counts, as each check says. Small savings are no findings: 4 KiB are not worth a fix. */
export const THRESHOLD = {
  /** ms of FCP that Lighthouse expects to gain (simulated network). */
  renderBlockingSavingsMs: { warning: 300, failed: 1_000 },
  /** ms one blocking file took to arrive in truth, unthrottled. */
  renderBlockingFileMs: { warning: 300, failed: 600 },
  uncompressedTextBytes: { warning: 1_400, failed: 4 * KIB },
  cacheWastedBytes: { warning: 4 * KIB, failed: 24 * KIB },
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
