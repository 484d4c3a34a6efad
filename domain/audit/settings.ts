// What a project may set for its audits and its gate. Validated where it comes in (api/operations/admin/projectSettings.ts).

import type { Severity } from "./finding.ts";
import type { AuditPillar } from "./pillars.ts";
import type { AuditThresholds } from "./verdict.ts";

type Common = { thresholds?: AuditThresholds };

/** By pillar. Selectors are CSS. */
export type AuditSettings = {
  /** Lighthouse runs a page (default 3, the median counts) and the device (default mobile). */
  perf?: Common & { runs?: number; formFactor?: "mobile" | "desktop" };
  seo?: Common;
  /** Most failed findings of a severity that a run may have. */
  a11y?: Common & { budgets?: Partial<Record<Severity, number>> };
  security?: Common;
  tracking?: Common & { dataLayerNames?: string[]; consent?: { selector?: string } };
  /** Buttons of a consent banner that is not known, and cookies that are needed before any choice. */
  privacy?: Common & {
    consent?: { acceptSelector?: string; rejectSelector?: string };
    necessaryCookies?: string[];
  };
};

/** `gate`: thresholds of the pull request gate, see domain/health/gate.ts. */
export type ProjectSettings = { audits?: AuditSettings; gate?: Record<string, unknown> };

/** A stored setting of a pillar is an object; anything else is as if it were not there. */
export function isAuditPillarSetting(value: unknown): value is AuditSettings[AuditPillar] & Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
