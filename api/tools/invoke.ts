// One call of a tool: the gates in their order, the tool, and its answer in the form that the contract gives it.
import { ProductError } from "../../domain/errors.ts";
import { scopeAllows } from "../../domain/keys.ts";
import { PLAN_LIMITS, PLANS } from "../../domain/plans.ts";
import type { Environment } from "../../models/environment.ts";
import type { Project } from "../../models/project.ts";
import { HTTP_STATUS_OF, toProductError } from "../middleware/errors.ts";
import { validated } from "../middleware/validate.ts";
import { resolveProject } from "../operations/access.ts";
import type { Caller, OperationContext } from "../operations/context.ts";
import { resolveEnvironment } from "../operations/environments.ts";
import { DEFAULT_LIMIT } from "../operations/paging.ts";
import { planOf } from "../operations/quota.ts";
import { fitted } from "./answerSize.ts";
import { failure, success, ToolError, type ToolResponse } from "./envelope.ts";
import { findTool } from "./registry.ts";
import type { AnyTool, ToolAnswer, ToolPicture, ToolUse } from "./tool.ts";

export type ToolCall = { tool: string; args?: Record<string, unknown> };

/** `body` is what the HTTP face answers; `envelope` is the same in the form that every MCP answer has. */
export type ToolOutcome = { status: number; body: unknown; envelope: ToolResponse; pictures: ToolPicture[] };

/**
 * Calls a tool. Key and rate were checked before; then: tool known, scope, plan, confirm, args, project, and the quotas in
 * the operations. A refusal writes nothing. Rejects only with errors that nobody foresaw.
 */
export async function invokeTool(
  ctx: OperationContext,
  caller: Caller,
  call: ToolCall,
  signal: AbortSignal = new AbortController().signal,
): Promise<ToolOutcome> {
  let tool: AnyTool | undefined;
  let passed = false;
  try {
    tool = findTool(call.tool);
    const args = call.args ?? {};
    requireScope(caller, tool);
    if (tool.mutating) await requirePlan(ctx, caller, tool);
    if (tool.mutating) requireConfirm(tool, args);
    const valid = await validated(tool.schema, args);
    const use = await useOf(ctx, caller, tool, valid, signal);
    passed = true;
    const answer = await answerOf(tool, use, valid);
    const envelope = success(tool.name, answer);
    const { pictures = [] } = answer;
    if (tool.ci) return { status: tool.ci.status, body: answer.data, envelope, pictures };
    return { status: 200, body: envelope, envelope, pictures };
  } catch (error) {
    const known = error instanceof ToolError ? error : toProductError(error);
    if (known === null) throw error;
    const { status, body: envelope } = failure(call.tool, known);
    // Past the gates, a tool that is a face of the CI endpoints answers as they do.
    if (passed && tool?.ci && known instanceof ProductError) return { ...ciFailure(known), envelope, pictures: [] };
    return { status, body: envelope, envelope, pictures: [] };
  }
}

/** The tool's answer in a size that agents can take in. A list is asked again for fewer entries: that changes nothing. */
async function answerOf(tool: AnyTool, use: ToolUse, args: { limit?: number }): Promise<ToolAnswer> {
  const run = (given: object): Promise<ToolAnswer> => tool.run(use, given as never);
  const listed = !tool.mutating && "limit" in tool.args;
  const pages = { limit: args.limit ?? DEFAULT_LIMIT, read: (limit: number) => run({ ...args, limit }) };
  return fitted(await run(args), listed ? pages : undefined);
}

function ciFailure(error: ProductError): { status: number; body: unknown } {
  return { status: HTTP_STATUS_OF[error.code], body: { error: error.message, ...error.details } };
}

function requireScope(caller: Caller, tool: AnyTool): void {
  if (caller.kind === "operator") return;
  if (caller.kind === "user") {
    if (!tool.mutating || caller.role !== "viewer") return;
    throw new ToolError("scope_denied", `The role ${caller.role} may look but not change anything.`);
  }
  const right = tool.mutating ? "mcpWrite" : "mcpRead";
  if (scopeAllows(caller.scope, right)) return;
  const needed = tool.mutating ? "mcp_full" : "mcp_read or mcp_full";
  throw new ToolError(
    "scope_denied",
    `A key with the scope ${caller.scope} cannot call ${tool.name}: it needs the scope ${needed}.`,
  );
}

async function requirePlan(ctx: OperationContext, caller: Caller, tool: AnyTool): Promise<void> {
  const plan = await planOf(ctx, caller.orgId);
  if (PLAN_LIMITS[plan].mutatingTools) return;
  const unlocking = PLANS.filter((name) => PLAN_LIMITS[name].mutatingTools).join(", ");
  throw new ToolError(
    "plan_gate",
    `${tool.name} changes things, which the ${plan} plan does not allow agents; the plans that do: ${unlocking}.`,
  );
}

function requireConfirm(tool: AnyTool, args: Record<string, unknown>): void {
  if (args.confirm === true) return;
  throw new ToolError("confirm_required", `${tool.name} changes things: call it again with confirm: true in args.`);
}

/** The project and the environment that the args mean. */
async function useOf(
  ctx: OperationContext,
  caller: Caller,
  tool: AnyTool,
  args: { project?: string; environment?: string },
  signal: AbortSignal,
): Promise<ToolUse> {
  let project: Project | undefined;
  let environment: Environment | null = null;
  if (tool.project) {
    project = await resolveProject(ctx, caller, args.project);
    if (args.environment) environment = await resolveEnvironment(ctx, project, args.environment);
  }
  return {
    ctx,
    caller,
    environment,
    signal,
    get project() {
      if (project) return project;
      throw new Error(`${tool.name} was declared without a project.`);
    },
  };
}
