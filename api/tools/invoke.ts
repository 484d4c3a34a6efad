// A tool call: the gates in order, the tool, and its answer in the documented shape.
import { ProductError } from "../../domain/errors.ts";
import { scopeAllows } from "../../domain/keys.ts";
import { coerceInput } from "../lib/coerceInput.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import { DEFAULT_LIMIT } from "../lib/paging.ts";
import { validated } from "../lib/validate.ts";
import { HTTP_STATUS_OF, toProductError } from "../middleware/errors.ts";
import { requireMutatingPlan } from "../operations/keys/planGate.ts";
import { startStatus } from "../operations/runs/startedView.ts";
import { fitted } from "./answerSize.ts";
import { narrowed, withoutEffect } from "./args.ts";
import { failedAnswer, failure, success, ToolError, type ToolResponse } from "./envelope.ts";
import { waitFor } from "./next.ts";
import { markedAnswer } from "./pageText.ts";
import { findTool, TOOLS } from "./registry.ts";
import {
  type AnyTool,
  type NextAction,
  rightOf,
  type ToolAnswer,
  type ToolPicture,
  type ToolUse,
  withConfirms,
} from "./tool.ts";
import { useOf } from "./useOf.ts";

export type ToolCall = { tool: string; args?: Record<string, unknown> };

/** `body` is the HTTP response; `envelope` is the same in the shape of every MCP answer. */
export type ToolOutcome = { status: number; body: unknown; envelope: ToolResponse; pictures: ToolPicture[] };

/**
 * Calls a tool. The key and the rate limit have already been checked; then follow: tool known, scope, plan, confirm, args, project, and
 * the quotas in the operations. A refused call writes nothing. Rejects only with unexpected errors.
 */
export async function invokeTool(
  ctx: OperationContext,
  caller: Caller,
  call: ToolCall,
  signal: AbortSignal = new AbortController().signal,
  tools: readonly AnyTool[] = TOOLS,
): Promise<ToolOutcome> {
  let tool: AnyTool | undefined;
  let use: ToolUse | undefined;
  try {
    tool = findTool(call.tool, tools);
    const args = narrowed(tool, coerceInput(tool.schema, call.args ?? {}) as Record<string, unknown>);
    requireScope(caller, tool);
    if (tool.mutating) await requireMutatingPlan(ctx, caller.orgId, tool.name);
    if (tool.mutating) requireConfirm(tool, args);
    const valid = await validated(tool.schema, args);
    use = await useOf(ctx, caller, tool, valid, signal, tools);
    const made: ToolAnswer = await tool.run(use, valid as never);
    const whole = {
      ...made,
      warnings: [...(made.warnings ?? []), ...withoutEffect(tool, valid)],
      nextActions: withConfirms(made.nextActions ?? []),
    };
    const fitting = await fittedAnswer(tool, use, valid, whole);
    const answer = markedAnswer(fitting, tool.pageText ?? [], namesOf(tools));
    const { pictures = [], failed } = answer;
    if (failed) {
      const { status, body } = failedAnswer(tool.name, answer, failed);
      return { status, body, envelope: body, pictures };
    }
    const envelope = success(tool.name, answer);
    // A CI shape has no field for a warning that something was cut, so a list signals it by its nextCursor, and other answers are sent
    // whole.
    if (tool.ci) {
      const { data } = isListed(tool) ? answer : whole;
      const status = tool.ci.status === 202 ? startStatus(data as { started?: boolean }) : 200;
      return { status, body: data, envelope, pictures };
    }
    return { status: 200, body: envelope, envelope, pictures };
  } catch (error) {
    const known = error instanceof ToolError ? error : toProductError(error);
    if (known === null) throw error;
    const { status, body: envelope } = failure(call.tool, known, use && readKept(use, known));
    // Once the gates have been passed, a tool that mirrors a CI endpoint returns errors in that endpoint's shape. The quota is the last
    // gate.
    if (use && tool?.ci && known instanceof ProductError && known.code !== "plan_gate")
      return { ...ciFailure(known), envelope, pictures: [] };
    return { status, body: envelope, envelope, pictures: [] };
  }
}

const namesOf = (tools: readonly AnyTool[]): ReadonlySet<string> =>
  tools === TOOLS ? NAMES : new Set(tools.map(({ name }) => name));
const NAMES: ReadonlySet<string> = new Set(TOOLS.map(({ name }) => name));

/** Suggests how to see what becomes of work that is stored but could not start because Temporal was unavailable. */
function readKept(use: ToolUse, error: ToolError | ProductError): NextAction[] {
  const { runId, jobId } = error instanceof ProductError ? error.details : {};
  if (typeof jobId === "string") return [{ label: "Status of the job", tool: "get_job_status", args: { jobId } }];
  return typeof runId === "string" ? [waitFor(use, runId)] : [];
}

/** Returns the answer at a size that agents can handle. Reading a list again for fewer entries is safe, because listing changes nothing. */
function fittedAnswer(tool: AnyTool, use: ToolUse, args: { limit?: number }, whole: ToolAnswer): Promise<ToolAnswer> {
  const read = (limit: number): Promise<ToolAnswer> => tool.run(use, { ...args, limit } as never);
  return fitted(whole, isListed(tool) ? { limit: args.limit ?? longestIn(whole.data), read } : undefined);
}

function isListed(tool: AnyTool): boolean {
  return !tool.mutating && "limit" in tool.args;
}

/** Returns the number of entries in a list that was requested without a limit. */
function longestIn(data: unknown): number {
  const lengths = Object.values(data ?? {}).map((value) => (Array.isArray(value) ? value.length : 0));
  return Math.max(DEFAULT_LIMIT, ...lengths);
}

function ciFailure(error: ProductError): { status: number; body: unknown } {
  return { status: HTTP_STATUS_OF[error.code], body: { error: error.message, ...error.details } };
}

function requireScope(caller: Caller, tool: AnyTool): void {
  if (caller.kind === "operator") return;
  if (caller.kind === "user") {
    if (rightOf(tool) === "mcpRead" || caller.role !== "viewer") return;
    throw new ToolError(
      "scope_denied",
      `The role ${caller.role} has view-only access. Ask an administrator for the role editor.`,
    );
  }
  if (caller.kind === "schedule") throw new ToolError("scope_denied", "A schedule can only start runs.");
  const right = rightOf(tool);
  if (scopeAllows(caller.scope, right)) return;
  if (caller.app)
    throw new ToolError(
      "scope_denied",
      caller.app.role === "viewer"
        ? `${caller.app.email} has the role viewer, so this app has view-only access. Ask an administrator for the role editor.`
        : "This app was connected to read only. Connect it again to let it change things.",
    );
  const needed = right === "mcpWrite" ? "mcp_full" : "mcp_read or mcp_full";
  throw new ToolError(
    "scope_denied",
    `A key with the scope ${caller.scope} cannot call ${tool.name}: it needs the scope ${needed}.`,
  );
}

function requireConfirm(tool: AnyTool, args: Record<string, unknown>): void {
  if (args.confirm === true) return;
  throw new ToolError("confirm_required", `${tool.name} changes things: call it again with confirm: true in args.`);
}
