/** Counts of a visual run; failed = everything that is neither passed nor approved. */
export type VisualSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: number;
  errors: number;
  flaky: number;
  noBaseline: number;
};
