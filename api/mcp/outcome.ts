// The result of a tool call as MCP needs it: the envelope, whatever the tool's HTTP shape, and its pictures.
import type { Request } from "express";
import { OUTCOME_TYPE, type Outcome } from "../../mcp/backend.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import type { ToolOutcome } from "../tools/invoke.ts";
import { loadPictures } from "./pictures.ts";

export async function outcomeOf(ctx: OperationContext, caller: Caller, found: ToolOutcome): Promise<Outcome> {
  const { envelope, pictures } = found;
  return { envelope, pictures: await loadPictures(ctx, caller, pictures) };
}

/**
 * Whether the request comes from one of the service's own clients, which ask the invoke endpoints for the outcome; all others get the
 * documented shape.
 */
export function asksForOutcome(req: Request): boolean {
  return req.get("accept")?.includes(OUTCOME_TYPE) ?? false;
}

/** Returns the context for this request: a client may name the project to use if neither args nor key name one. */
export function contextOf(ctx: OperationContext, req: Request): OperationContext {
  const named = req.get("x-default-project");
  return named ? { ...ctx, config: { ...ctx.config, defaultProject: named.slice(0, 200) } } : ctx;
}
