// The pillars of quality, by the ids in the contract.
import type { PillarDeclaration } from "../pillars/declaration.ts";
import { auditsOf, byPillar, namesOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { PillarParts } from "../words/pillars.ts";

export const PILLARS = namesOf(DECLARED_PILLARS);
export type Pillar = (typeof PILLARS)[number];

/** Pillars that audit pages and report findings; the others produce screenshots and test steps. */
export const AUDIT_PILLARS = auditsOf(DECLARED_PILLARS).map(({ name }) => name);
export type AuditPillar = (typeof AUDIT_PILLARS)[number];

/** Returns whether the pillar audits pages and reports findings. */
export const isAudit = (pillar: string): pillar is AuditPillar => AUDIT_PILLARS.some((one) => one === pillar);

/** Name of each pillar as people read it. */
export const PILLAR_NAME: Record<Pillar, string> = byPillar(DECLARED_PILLARS, ({ title }) => title);

/** What the runs of each pillar consist of and what their progress counts. */
export const PILLAR_PARTS: Record<Pillar, PillarParts> = byPillar(DECLARED_PILLARS, ({ parts }) => parts);

/** What a project must have so that a run of the pillar has something to test; null if pages are enough. */
export const PILLAR_NEEDS: Record<Pillar, NonNullable<PillarDeclaration["needs"]> | null> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.needs ?? null,
);

/** Whether the pillar measures figures several times per page that depend on the device. */
export const HAS_METRICS: Record<Pillar, boolean> = byPillar(
  DECLARED_PILLARS,
  (pillar: PillarDeclaration) => pillar.metrics === true,
);
