// Builds the tool response from answers and errors, for all tools.
import { ProductError } from "../../domain/errors.ts";
import { TOOL_ERROR_STATUS, type ToolErrorCode } from "./errorStatus.ts";
import { GuidedError } from "./guidedError.ts";
import { oneLine } from "./sentences.ts";
import { type NextAction, type ToolAnswer, withConfirms } from "./tool.ts";

/** Whether the call may succeed with other args or at a later time. */
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

/** Details of an error that are passed on in addition to its message: the reason in one word, and the ids of what is stored and starts later. */
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

/** An error with what only the gateway has: its code, and calls that fix it. */
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

/** Returns status and envelope of an answer that reports a failure, with all of its data. */
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

/** Returns the HTTP status and the envelope of an error. `nextActions` are used if the error has none. */
export function failure(
  tool: string,
  error: ToolError | ProductError,
  nextActions: NextAction[] = [],
): { status: number; body: ToolFailure } {
  const code = error instanceof ToolError ? error.code : codeOf(error);
  const details: Record<string, unknown> = error instanceof ProductError ? error.details : {};
  const { fields, retryAfterMs } = details;
  // The message may quote input of any length and form.
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

/** Inside a tool, a missing thing is the tool's error; `not_found` means an unknown tool. */
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
