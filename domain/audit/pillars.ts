// The pillars of quality, under the contract's ids.
import type { PillarDeclaration } from "../pillars/declaration.ts";
import { auditsOf, byPillar, namesOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { PillarParts } from "../words/pillars.ts";

export const PILLARS = namesOf(DECLARED_PILLARS);
export type Pillar = (typeof PILLARS)[number];

/** Pillars that audit pages and give findings; the other two give pictures and steps. */
export const AUDIT_PILLARS = auditsOf(DECLARED_PILLARS).map(({ name }) => name);
export type AuditPillar = (typeof AUDIT_PILLARS)[number];

/** Whether the pillar audits pages and gives findings. */
export const isAudit = (pillar: string): pillar is AuditPillar => AUDIT_PILLARS.some((one) => one === pillar);

/** What people call them. */
export const PILLAR_NAME: Record<Pillar, string> = byPillar(DECLARED_PILLARS, ({ title }) => title);

/** What the runs of a pillar are made of, and what their progress counts. */
export const PILLAR_PARTS: Record<Pillar, PillarParts> = byPillar(DECLARED_PILLARS, ({ parts }) => parts);

/** What a project must have before a run of the pillar has something to test; null: its pages are enough. */
export const PILLAR_NEEDS: Record<Pillar, NonNullable<PillarDeclaration["needs"]> | null> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.needs ?? null,
);

/** Whether pages of the pillar have figures that are measured several times and depend on the device. */
export const HAS_METRICS: Record<Pillar, boolean> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.metrics === true,
);
