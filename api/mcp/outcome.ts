// A tool call as MCP needs it: the envelope whatever the tool's HTTP shape, and its pictures.
import type { Request } from "express";
import { OUTCOME_TYPE, type Outcome } from "../../mcp/backend.ts";
import type { Caller, OperationContext } from "../lib/context.ts";
import type { ToolOutcome } from "../tools/invoke.ts";
import { loadPictures } from "./pictures.ts";

export async function outcomeOf(ctx: OperationContext, caller: Caller, found: ToolOutcome): Promise<Outcome> {
  const { envelope, pictures } = found;
  return { envelope, pictures: await loadPictures(ctx, caller, pictures) };
}

/** Our own clients ask the invoke endpoints for it; everybody else gets the shape of the contract. */
export function asksForOutcome(req: Request): boolean {
  return req.get("accept")?.includes(OUTCOME_TYPE) ?? false;
}

/**
 * The context in which this request is served: a client may name the project that is meant where neither args nor key
 * name one.
 */
export function contextOf(ctx: OperationContext, req: Request): OperationContext {
  const named = req.get("x-default-project");
  return named ? { ...ctx, config: { ...ctx.config, defaultProject: named.slice(0, 200) } } : ctx;
}
