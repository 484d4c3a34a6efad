// How much each pillar counts in the quality score, in parts of 100.
import type { Pillar } from "../audit/pillars.ts";
import { byPillar } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";

/** What breaks a visit for everybody counts most; what is seen by search engines and measuring only, least. */
export const PILLAR_WEIGHTS: Readonly<Record<Pillar, number>> = byPillar(DECLARED_PILLARS, ({ weight }) => weight);
