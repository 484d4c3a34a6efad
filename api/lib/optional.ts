// Runs bookkeeping whose loss is harmless: a failure is logged, not thrown.
import { messageOf } from "../../domain/errors.ts";
import type { OperationContext } from "./context.ts";

export async function optional<T>(
  ctx: Pick<OperationContext, "log">,
  what: string,
  fields: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    ctx.log("warn", what, { ...fields, reason: messageOf(error) });
    return null;
  }
}
