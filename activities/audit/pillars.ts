// The pillars that this installation audits: the one place that knows them all.
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import { a11yAudit } from "./a11y/index.ts";
import type { PillarAudit } from "./pillar.ts";
import { privacyAudit } from "./privacy/index.ts";
import { securityAudit } from "./security/index.ts";
import { seoAudit } from "./seo/index.ts";

export function createPillars(): Record<AuditPillar, PillarAudit> {
  return { a11y: a11yAudit, privacy: privacyAudit, security: securityAudit, seo: seoAudit } as unknown as Record<AuditPillar, PillarAudit>;
}
import type { AuditDeps } from "../deps.ts";
export const lighthouseSeo: AuditDeps["lighthouseSeo"] = async () => ({ score: null, reason: "not yet" });
