// The pillars that this installation audits: the one place that knows them all.
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { a11yAudit } from "./a11y/index.ts";
import { createPerfAudit, type LabTools } from "./perf/index.ts";
import type { PillarAudit } from "./pillar.ts";
import { privacyAudit } from "./privacy/index.ts";
import { securityAudit } from "./security/index.ts";
import { seoAudit } from "./seo/index.ts";
import { trackingAudit } from "./tracking/index.ts";

/** What each pillar gathers is known to itself alone: from outside they are alike. */
export function createPillars(lab: LabTools): Record<AuditPillar, PillarAudit> {
  return {
    a11y: a11yAudit,
    perf: createPerfAudit(lab),
    privacy: privacyAudit,
    security: securityAudit,
    seo: seoAudit,
    tracking: trackingAudit,
  } as unknown as Record<AuditPillar, PillarAudit>;
}
