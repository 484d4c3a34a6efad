// The pillars that this installation audits, loaded from the folders of their names.
import { AUDIT_PILLARS, type AuditPillar } from "../../domain/audit/pillars.ts";
import type { LabTools, PillarAudit, PillarModule } from "./pillar.ts";

/** Loads the pillars. Only the pillar itself knows the type of its data. Rejects if a folder is missing. */
export async function loadPillars(lab: LabTools): Promise<Record<AuditPillar, PillarAudit>> {
  const pillars = AUDIT_PILLARS.map(async (pillar): Promise<[AuditPillar, PillarAudit]> => {
    const { createAudit }: PillarModule = await import(`../pillars/${pillar}/index.ts`);
    return [pillar, createAudit(lab)];
  });
  return Object.fromEntries(await Promise.all(pillars)) as Record<AuditPillar, PillarAudit>;
}
