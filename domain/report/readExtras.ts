// Reads what a pillar shows besides pages and findings, as the pillar declares it.
import type { AuditPillar } from "../audit/pillars.ts";
import { reportsOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { Extras, PillarReport, Stored } from "./extraTypes.ts";

const REPORTS: Record<AuditPillar, PillarReport> = reportsOf(DECLARED_PILLARS);

export const readExtras = (pillar: AuditPillar, stored: Stored): Extras => REPORTS[pillar].extras(stored);

/** Returns the figures shown in the pillar's table. */
export const columnsOf = (pillar: AuditPillar): PillarReport["columns"] => REPORTS[pillar].columns;
