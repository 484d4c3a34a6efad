// Run types: what a trigger may ask for, and what the status endpoint calls it (specification 4.1).

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
export type StatusType = (typeof STATUS_TYPE_OF)[TriggerType];

export const TRIGGER_TYPES = Object.keys(STATUS_TYPE_OF) as TriggerType[];

export const RUN_STATUSES = ["running", "completed", "failed"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Which workflow does a run of this type. A type without one cannot be started on this installation. */
export const WORKFLOW_OF: Partial<Record<StatusType, "visualRun" | "baselineRun">> = {
  "vrt-test": "visualRun",
  baseline: "baselineRun",
};
