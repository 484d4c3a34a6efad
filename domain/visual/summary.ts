/** Counts of a visual run; failed = everything that is neither passed nor approved. */
export type VisualSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: number;
  errors: number;
  flaky: number;
  noBaseline: number;
  /** Whose decisions on branches results of the main branch passed by, in sentences; missing: none did. */
  approvals?: string[];
};
