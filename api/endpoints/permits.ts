// Rights that endpoints check before they validate a body.
import type { Caller, OperationContext } from "../lib/context.ts";
import { requireChange } from "../operations/keys/planGate.ts";

type Permit = (ctx: OperationContext, caller: Caller) => void | Promise<void>;

/** Permits callers that have the right. */
export const right =
  (require: (caller: Caller) => void): Permit =>
  (_ctx, caller) =>
    require(caller);

/** Permits callers that may change things; keys also need a plan that includes it. `what`: the change in words. */
export const toChange =
  (what: string): Permit =>
  (ctx, caller) =>
    requireChange(ctx, caller, what);
