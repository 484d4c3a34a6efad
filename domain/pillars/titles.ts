// What holds on a page where a rule is kept: the titles of all checks, for reports and tools.
import type { AuditPillar } from "../audit/pillars.ts";
import { OWN_CHECKS } from "./a11y/table.ts";
import { PERF_CHECKS } from "./perf/table.ts";
import { PRIVACY_CHECKS } from "./privacy/table.ts";
import * as security from "./security/table.ts";
import * as seo from "./seo/table.ts";
import { TRACKING_CHECKS } from "./tracking/table.ts";

type Titled = { rule: string; title: string };

const CHECKS: Record<AuditPillar, readonly Titled[]> = {
  a11y: OWN_CHECKS.map(({ check }) => check),
  perf: PERF_CHECKS,
  privacy: PRIVACY_CHECKS,
  security: [...security.PAGE_CHECKS, ...security.SITE_CHECKS],
  seo: [...seo.PAGE_CHECKS, ...seo.SITE_CHECKS],
  tracking: TRACKING_CHECKS,
};

const TITLES = new Map(
  Object.entries(CHECKS).flatMap(([pillar, checks]) =>
    checks.map(({ rule, title }) => [`${pillar}:${rule}`, title] as const),
  ),
);

/** Undefined: the rule is none of our own checks (axe, budgets), or of an older version. */
export const titleOf = (pillar: AuditPillar, rule: string): string | undefined => TITLES.get(`${pillar}:${rule}`);
