// Call this whenever a person's sessions may have ended, so that their open streams are checked again.
import { noteAccessChange } from "../../models/changes/queries.ts";
import type { OperationContext } from "./context.ts";
import { optional } from "./optional.ts";

/** Notifies every API process within a second. If the note is lost, streams check by themselves at their next heartbeat. */
export const accessChanged = (ctx: Pick<OperationContext, "models" | "log">, userId: string): Promise<unknown> =>
  optional(ctx, "open pages not notified of an ended session", { userId }, () => noteAccessChange(ctx.models, userId));
