// The pillars of quality, under the contract's ids.
import { auditsOf, byPillar, namesOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";

export const PILLARS = namesOf(DECLARED_PILLARS);
export type Pillar = (typeof PILLARS)[number];

/** Pillars that audit pages and give findings; the other two give pictures and steps. */
export const AUDIT_PILLARS = auditsOf(DECLARED_PILLARS).map(({ name }) => name);
export type AuditPillar = (typeof AUDIT_PILLARS)[number];

/** What people call them. */
export const PILLAR_NAME: Record<Pillar, string> = byPillar(DECLARED_PILLARS, ({ title }) => title);

/** What one part of a pillar's run is. */
export const PILLAR_UNIT: Record<Pillar, string> = byPillar(DECLARED_PILLARS, ({ unit }) => unit);
