// Which tools a caller may call, and why not the others: the gates of invoke.ts that do not depend on args.
import { scopeAllows } from "../../domain/keys.ts";
import { PLAN_LIMITS, PLANS, type PlanName } from "../../domain/plans.ts";
import type { Caller } from "../lib/context.ts";
import { type AnyTool, rightOf } from "./tool.ts";

export type RefusedTools = { code: "scope_denied" | "plan_gate"; message: string; tools: string[] };
export type ToolAccess = { callable: string[]; refused: RefusedTools[] };

/** Keeps the order of the tools; a tool that fails several gates is listed under the first. */
export function toolAccess(tools: readonly AnyTool[], caller: Caller, plan: PlanName): ToolAccess {
  const callable: string[] = [];
  const refused = new Map<string, RefusedTools>();
  for (const tool of tools) {
    const obstacle = obstacleOf(tool, caller, plan);
    if (obstacle === null) callable.push(tool.name);
    else {
      const known = refused.get(obstacle.message);
      if (known) known.tools.push(tool.name);
      else refused.set(obstacle.message, { ...obstacle, tools: [tool.name] });
    }
  }
  return { callable, refused: [...refused.values()] };
}

function obstacleOf(tool: AnyTool, caller: Caller, plan: PlanName): Omit<RefusedTools, "tools"> | null {
  const right = rightOf(tool);
  if (caller.kind === "key" && !scopeAllows(caller.scope, right))
    return {
      code: "scope_denied",
      message: `The key's scope ${caller.scope} is too narrow: ${right === "mcpWrite" ? "mcp_full" : "mcp_read or mcp_full"} is needed.`,
    };
  if (caller.kind === "user" && right === "mcpWrite" && caller.role === "viewer")
    return {
      code: "scope_denied",
      message: "The role viewer has view-only access. Ask an administrator for the role editor.",
    };
  if (!tool.mutating || PLAN_LIMITS[plan].mutatingTools) return null;
  const unlocking = PLANS.filter((name) => PLAN_LIMITS[name].mutatingTools).join(", ");
  return {
    code: "plan_gate",
    message: `The ${plan} plan lets agents change nothing; the plans that do: ${unlocking}.`,
  };
}
