// Told whenever a person's sessions may have ended: what they have open is asked again whether it may go on.
import { noteAccessChange } from "../../models/changes/queries.ts";
import type { OperationContext } from "./context.ts";
import { optional } from "./optional.ts";

/** Every API process hears of it within a second. Where the note is lost, streams ask by themselves at their next heartbeat. */
export const accessChanged = (ctx: Pick<OperationContext, "models" | "log">, userId: string): Promise<unknown> =>
  optional(ctx, "open pages not notified of an ended session", { userId }, () => noteAccessChange(ctx.models, userId));
