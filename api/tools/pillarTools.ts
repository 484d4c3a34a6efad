// Audits whose report and history have their own tools; get_pillar_report reads every pillar's.
import type { AuditPillar } from "../../domain/audit/pillars.ts";

/** `says`: what a report of the pillar contains in addition to findings. */
type PillarTools = { report: string; history: string; says: string };

export const PILLAR_TOOLS: Partial<Record<AuditPillar, PillarTools>> = {
  perf: {
    report: "perf_get_latest_report",
    history: "perf_list_history",
    says: "averages with their interval, each page's medians and spread, budgets, and findings worst first",
  },
  seo: {
    report: "seo_get_report",
    history: "seo_list_history",
    says: "score and findings worst first",
  },
  a11y: {
    report: "a11y_get_report",
    history: "a11y_list_history",
    says: "score and WCAG findings worst first, with the elements concerned",
  },
  security: {
    report: "security_get_report",
    history: "security_list_history",
    says: "score and findings on headers, cookies, TLS, files and libraries, worst first",
  },
};
