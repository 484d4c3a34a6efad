// How the audit of each pillar is laid out for its workflow.
import { type Stages, stagesOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { AuditPillar } from "./pillars.ts";

export const STAGES: Record<AuditPillar, Stages> = stagesOf(DECLARED_PILLARS);
