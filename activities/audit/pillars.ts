// The pillars that this installation audits: the one place that knows them all.
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { a11yAudit } from "../pillars/a11y/index.ts";
import { createPerfAudit, type LabTools } from "../pillars/perf/index.ts";
import { privacyAudit } from "../pillars/privacy/index.ts";
import { securityAudit } from "../pillars/security/index.ts";
import { seoAudit } from "../pillars/seo/index.ts";
import { trackingAudit } from "../pillars/tracking/index.ts";
import type { PillarAudit } from "./pillar.ts";

/** What each pillar gathers is known to itself alone: from outside they are alike. */
export function createPillars(lab: LabTools): Record<AuditPillar, PillarAudit> {
  return {
    a11y: a11yAudit,
    perf: createPerfAudit(lab),
    privacy: privacyAudit,
    security: securityAudit,
    seo: seoAudit,
    tracking: trackingAudit,
  };
}
