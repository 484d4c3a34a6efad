/** Counts of a visual run; failed = everything that is neither passed nor approved. */
export type VisualSummary = {
  total: number;
  passed: number;
  failed: number;
  approved: number;
  /** Could not be judged; among the failed ones. */
  errors: number;
  flaky: number;
  noBaseline: number;
  /** Whose decisions on branches results of the main branch passed by, in sentences; missing: none did. */
  approvals?: string[];
  /** What the results were compared with and how far main has moved on since, in sentences; missing: the commit's history is not known. */
  comparedWith?: string[];
  /** Pages that answer with an error where a baseline shows that they answered before: failures, and no errors. Absent: none. */
  pageErrors?: number;
};
