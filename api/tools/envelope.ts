// The tool response: one place that turns answers and errors into it.
import { ProductError } from "../../domain/errors.ts";
import { TOOL_ERROR_STATUS, type ToolErrorCode } from "./errorStatus.ts";
import { GuidedError } from "./guidedError.ts";
import { oneLine } from "./sentences.ts";
import { type NextAction, type ToolAnswer, withConfirms } from "./tool.ts";

/** Whether other args, or the same call later, may succeed. */
const RECOVERABLE: Record<ToolErrorCode, boolean> = {
  validation_error: true,
  confirm_required: true,
  unauthorized: false,
  scope_denied: false,
  plan_gate: false,
  not_found: true,
  project_resolution_error: true,
  pipeline_blocked: true,
  save_failed: true,
  tool_error: true,
  proof_failed: false,
  rate_limit: true,
  unavailable: true,
};

/** Details of an error that are beside its message: why in one word, and what runs later all the same. */
const TOLD = ["reason", "runId", "jobId", "statusUrl"] as const;

export type ToolSuccess = {
  ok: true;
  tool: string;
  summary: string;
  data: unknown;
  warnings: string[];
  nextActions: NextAction[];
};
export type ToolFailure = {
  ok: false;
  tool: string;
  summary: string;
  data: unknown;
  warnings: string[];
  nextActions: NextAction[];
  error: { code: ToolErrorCode; message: string; fields?: { path: string; message: string }[] } & {
    [name in (typeof TOLD)[number]]?: string;
  };
  recoverable: boolean;
  retryAfterMs?: number;
};
export type ToolResponse = ToolSuccess | ToolFailure;

/** An error with what only the gateway has: its code, and calls that mend it. */
export class ToolError extends Error {
  readonly code: ToolErrorCode;
  readonly recoverable: boolean;
  readonly nextActions: NextAction[];

  constructor(
    code: ToolErrorCode,
    message: string,
    { recoverable = RECOVERABLE[code], nextActions = [] }: { recoverable?: boolean; nextActions?: NextAction[] } = {},
  ) {
    super(message);
    this.name = "ToolError";
    this.code = code;
    this.recoverable = recoverable;
    this.nextActions = nextActions;
  }
}

export function success(tool: string, { summary, data, warnings = [], nextActions = [] }: ToolAnswer): ToolSuccess {
  return { ok: true, tool, summary, data: data ?? null, warnings, nextActions: withConfirms(nextActions) };
}

/** An answer that tells of a failure, with all that it tells. */
export function failedAnswer(tool: string, answer: ToolAnswer, { code, message }: NonNullable<ToolAnswer["failed"]>) {
  const { ok: _, summary: __, ...rest } = success(tool, answer);
  const said = oneLine(message, MAX_MESSAGE);
  const body: ToolFailure = {
    ok: false,
    ...rest,
    summary: said,
    error: { code, message: said },
    recoverable: RECOVERABLE[code],
  };
  return { status: TOOL_ERROR_STATUS[code], body };
}

const MAX_MESSAGE = 2_000;
const MAX_FIELDS = 20;

/** HTTP status and envelope of an error. `nextActions`: where the error brings none of its own. */
export function failure(
  tool: string,
  error: ToolError | ProductError,
  nextActions: NextAction[] = [],
): { status: number; body: ToolFailure } {
  const code = error instanceof ToolError ? error.code : codeOf(error);
  const details: Record<string, unknown> = error instanceof ProductError ? error.details : {};
  const { fields, retryAfterMs } = details;
  // What was sent may be quoted, and may be of any length and form.
  const message = oneLine(error.message, MAX_MESSAGE);
  const body: ToolFailure = {
    ok: false,
    tool,
    summary: message,
    data: null,
    warnings: [],
    nextActions: withConfirms(
      error instanceof ToolError || error instanceof GuidedError ? error.nextActions : nextActions,
    ),
    error: {
      code,
      message,
      ...(Array.isArray(fields)
        ? { fields: (fields as { path: string; message: string }[]).slice(0, MAX_FIELDS) }
        : {}),
      ...Object.fromEntries(TOLD.flatMap((name) => (typeof details[name] === "string" ? [[name, details[name]]] : []))),
    },
    recoverable: error.recoverable ?? RECOVERABLE[code],
    ...(typeof retryAfterMs === "number" ? { retryAfterMs } : {}),
  };
  const status = error instanceof ProductError && error.code === "too_large" ? 413 : TOOL_ERROR_STATUS[code];
  return { status, body };
}

/** Inside a tool, a thing that is missing is the tool's error: `not_found` means an unknown tool. */
function codeOf({ code }: ProductError): ToolErrorCode {
  switch (code) {
    case "not_found":
    case "conflict":
      return "tool_error";
    case "forbidden":
      return "scope_denied";
    case "too_large":
      return "validation_error";
    default:
      return code;
  }
}
