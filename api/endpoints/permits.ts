// Who may call an endpoint: the right that is checked before a body is validated, with its words for the documentation of the 403. The objects
// are spread into declarations.
import { requireAdmin, requireCiRight, requireReadRight, requireRight } from "../lib/access.ts";
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

export const toRead = right(requireReadRight);
export const mayEdit = right((caller) => requireRight(caller, "mcpWrite"));

/** May read runs and their results under /api/ci. */
export const readers = {
  allowed: "keys of scope ci or mcp_full, everyone signed in",
  permit: right(requireCiRight),
} as const;
/** May read what the tools read. */
export const toolReaders = {
  allowed: "keys of scope mcp_read or mcp_full, everyone signed in",
  permit: right((caller) => requireRight(caller, "mcpRead")),
} as const;
/** May change things with a key too. `what`: the change in words. */
export const changers = (what: string) =>
  ({
    allowed: "keys of scope mcp_full, on plans that let agents change things; the roles editor and admin",
    permit: toChange(what),
  }) as const;
export const editors = { allowed: "the roles editor and admin", permit: mayEdit } as const;
export const administrators = { allowed: "the role admin", permit: right(requireAdmin) } as const;
