// The stages of each pillar's audit, for its workflow.
import { type Stages, stagesOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { AuditPillar } from "./pillars.ts";

export const STAGES: Record<AuditPillar, Stages> = stagesOf(DECLARED_PILLARS);
