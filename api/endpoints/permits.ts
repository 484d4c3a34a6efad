// Rights that endpoints ask for before they look at a body.
import type { Caller, OperationContext } from "../lib/context.ts";
import { requireChange } from "../operations/keys/planGate.ts";

type Permit = (ctx: OperationContext, caller: Caller) => void | Promise<void>;

/** A right of the caller alone. */
export const right =
  (require: (caller: Caller) => void): Permit =>
  (_ctx, caller) =>
    require(caller);

/** The right to change things and, of keys, the plan for it. `what`: the change in words. */
export const toChange =
  (what: string): Permit =>
  (ctx, caller) =>
    requireChange(ctx, caller, what);
