// Run types: what a trigger may ask for, what the status endpoint calls it, and which workflow does it.
import type { AuditPillar, Pillar } from "./audit/pillars.ts";

/** Trigger `type` → status `type`. `analytics` is an alias of `tracking`. */
export const STATUS_TYPE_OF = {
  test: "vrt-test",
  baseline: "baseline",
  perf: "perf-test",
  seo: "seo-test",
  a11y: "a11y-test",
  security: "security-test",
  tracking: "tracking-test",
  analytics: "tracking-test",
} as const;

export type TriggerType = keyof typeof STATUS_TYPE_OF;

/** What can be started alone. The contract's table of triggers is closed, so privacy has a path of its own beside it. */
export const RUN_TYPE_OF = { ...STATUS_TYPE_OF, privacy: "privacy-test" } as const;
export type StartType = keyof typeof RUN_TYPE_OF;

/** Beside the triggers': `privacy-test`, and `full-suite`, which is the full audit itself. */
export type StatusType = (typeof STATUS_TYPE_OF)[TriggerType] | "privacy-test" | "full-suite";

export const TRIGGER_TYPES = Object.keys(STATUS_TYPE_OF) as TriggerType[];

export const RUN_STATUSES = ["running", "completed", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

export type RunWorkflow = "visualRun" | "baselineRun" | "auditRun" | "fullSuite";

/** Which workflow does a run of this type. */
export const WORKFLOW_OF: Record<StatusType, RunWorkflow> = {
  "vrt-test": "visualRun",
  baseline: "baselineRun",
  "perf-test": "auditRun",
  "seo-test": "auditRun",
  "a11y-test": "auditRun",
  "security-test": "auditRun",
  "tracking-test": "auditRun",
  "privacy-test": "auditRun",
  "full-suite": "fullSuite",
};

/** The run type of a pillar; null: no run of this installation does it. */
export const TYPE_OF_PILLAR: Record<Pillar, StatusType | null> = {
  visual: "vrt-test",
  functional: null,
  a11y: "a11y-test",
  perf: "perf-test",
  seo: "seo-test",
  security: "security-test",
  tracking: "tracking-test",
  privacy: "privacy-test",
};

/** The pillar that a run of this type belongs to; a baseline is the visual pillar's. A full audit belongs to none. */
export function pillarOf(type: StatusType): Pillar | null {
  if (type === "baseline") return "visual";
  return (Object.keys(TYPE_OF_PILLAR) as Pillar[]).find((pillar) => TYPE_OF_PILLAR[pillar] === type) ?? null;
}

/** The audit pillar of a run of this type, null for runs that are no audits of pages. */
export function auditPillarOf(type: StatusType): AuditPillar | null {
  const pillar = pillarOf(type);
  return pillar === null || pillar === "visual" || pillar === "functional" ? null : pillar;
}

/** What people call a run of each type. */
export const RUN_NAME: Record<StatusType, string> = {
  "vrt-test": "Visual test",
  baseline: "Baseline capture",
  "perf-test": "Performance audit",
  "seo-test": "SEO audit",
  "a11y-test": "Accessibility audit",
  "security-test": "Security audit",
  "tracking-test": "Tracking audit",
  "privacy-test": "Privacy audit",
  "full-suite": "Full audit",
};
