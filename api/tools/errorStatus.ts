// HTTP status of each tool error. Imports nothing, because the response types that clients import depend on it.

/** Error codes of tools and of the gates in front of them. */
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
