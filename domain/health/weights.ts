// How much each pillar counts in the quality score: one table, in parts of 100.
import type { Pillar } from "../audit/pillars.ts";

/** What breaks a visit for everybody counts most; what is seen by search engines and measuring only, least. */
export const PILLAR_WEIGHTS: Readonly<Record<Pillar, number>> = {
  visual: 18,
  functional: 18,
  a11y: 14,
  perf: 14,
  security: 14,
  seo: 10,
  tracking: 6,
  privacy: 6,
};
