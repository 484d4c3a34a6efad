// Weights of the pillars in the quality score, out of 100.
import type { Pillar } from "../audit/pillars.ts";
import { byPillar } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";

/** What breaks a visit for everybody has the highest weight; what only search engines and analytics see, the lowest. */
export const PILLAR_WEIGHTS: Readonly<Record<Pillar, number>> = byPillar(DECLARED_PILLARS, ({ weight }) => weight);
