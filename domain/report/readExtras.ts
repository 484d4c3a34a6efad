// What a pillar shows beyond pages and findings, as it declares it.
import type { AuditPillar } from "../audit/pillars.ts";
import { reportsOf } from "../pillars/derive.ts";
import { DECLARED_PILLARS } from "../pillars/index.ts";
import type { Extras, PillarReport, Stored } from "./extraTypes.ts";

const REPORTS: Record<AuditPillar, PillarReport> = reportsOf(DECLARED_PILLARS);

export const readExtras = (pillar: AuditPillar, stored: Stored): Extras => REPORTS[pillar].extras(stored);

/** Figures that are in the table of their pillar. */
export const columnsOf = (pillar: AuditPillar): PillarReport["columns"] => REPORTS[pillar].columns;
