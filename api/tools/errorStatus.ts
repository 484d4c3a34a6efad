// The status of each error of a tool. It loads nothing: types of answers rest on it, which clients import.

/** Codes of tools and of the gates before them. */
export const TOOL_ERROR_STATUS = {
  validation_error: 400,
  confirm_required: 400,
  unauthorized: 401,
  scope_denied: 403,
  plan_gate: 403,
  not_found: 404,
  project_resolution_error: 422,
  pipeline_blocked: 422,
  save_failed: 422,
  tool_error: 422,
  proof_failed: 422,
  rate_limit: 429,
  unavailable: 503,
} as const;
export type ToolErrorCode = keyof typeof TOOL_ERROR_STATUS;
