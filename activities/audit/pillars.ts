// The pillars that this installation audits: the one place that knows them all.
import type { AuditPillar } from "../../domain/audit/pillars.ts";
import type { AuditDeps } from "../deps.ts";
import type { PillarAudit } from "./pillar.ts";
import { seoAudit } from "./seo/index.ts";

export function createPillars(): Record<AuditPillar, PillarAudit> {
  return { seo: seoAudit } as unknown as Record<AuditPillar, PillarAudit>;
}
export const lighthouseSeo: AuditDeps["lighthouseSeo"] = async () => ({ score: null, reason: "not yet" });
