// How the audit of each pillar is laid out for its workflow: which queue gathers, and which parts come after the pages.
import type { AuditDeclaration } from "../pillars/declaration.ts";
import { auditsOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { AuditPillar } from "./pillars.ts";

export type Stages = Omit<AuditDeclaration, "place">;

export const STAGES = Object.fromEntries(
  auditsOf(DECLARED_PILLARS).map(({ name, audit }): [AuditPillar, Stages] => [name, audit]),
) as Record<AuditPillar, Stages>;
