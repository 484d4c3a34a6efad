// What holds on a page where a rule is kept: the titles of all checks, for reports and tools.
import type { AuditPillar } from "../audit/pillars.ts";
import { OWN_CHECKS } from "./a11y/checks.ts";
import { PERF_CHECKS } from "./perf/checks.ts";
import { PRIVACY_CHECKS } from "./privacy/checks.ts";
import * as security from "./security/table.ts";
import { PAGE_CHECKS } from "./seo/pageChecks.ts";
import { SITE_CHECKS } from "./seo/siteChecks.ts";
import { TRACKING_CHECKS } from "./tracking/rules.ts";

type Titled = { rule: string; title: string };

const CHECKS: Record<AuditPillar, readonly Titled[]> = {
  a11y: OWN_CHECKS.map(({ check }) => check),
  perf: PERF_CHECKS,
  privacy: PRIVACY_CHECKS,
  security: [...security.PAGE_CHECKS, ...security.SITE_CHECKS],
  seo: [...PAGE_CHECKS, ...SITE_CHECKS],
  tracking: TRACKING_CHECKS,
};

const TITLES = new Map(
  Object.entries(CHECKS).flatMap(([pillar, checks]) =>
    checks.map(({ rule, title }) => [`${pillar}:${rule}`, title] as const),
  ),
);

/** Undefined: the rule is none of our own checks (axe, budgets), or of an older version. */
export const titleOf = (pillar: AuditPillar, rule: string): string | undefined => TITLES.get(`${pillar}:${rule}`);
