// What every administrative operation starts with: its context, the permission check, and input validation.
import { type InferType, type Schema, ValidationError } from "yup";
import { ProductError } from "../../domain/errors.ts";
import { ALL_PROBLEMS, problemsOf, refused } from "../../domain/import/problems.ts";
import { type Right, scopeAllows } from "../../domain/keys.ts";
import type { Role } from "../../models/users/schema.ts";
import type { Caller, OperationContext } from "./context.ts";

/** Administrative operations need neither the artifact store nor the durable engine, so the terminal runs them without. */
export type AdminContext = Pick<OperationContext, "config" | "models" | "sealer" | "log" | "now" | "ulid">;

/** `view`: read. `edit`: projects, environments, scenarios, rules. `administer`: keys and users. `operate`: the installation itself. */
export type Need = "view" | "edit" | "administer" | "operate";

const ROLE_MAY: Record<Role, readonly Need[]> = {
  viewer: ["view"],
  editor: ["view", "edit"],
  admin: ["view", "edit", "administer"],
};
/** Rights of which a key needs one. A key can never create keys or users. */
const KEY_NEEDS: Record<Need, readonly Right[]> = {
  view: ["ci", "mcpRead", "mcpWrite"],
  edit: ["mcpWrite"],
  administer: [],
  operate: [],
};

/** Throws `scope_denied` if the key's scope is too narrow, and `forbidden` for any other caller without permission. */
export function mustBeAllowed(caller: Caller, need: Need): void {
  if (caller.kind === "operator") return;
  if (caller.kind === "user") {
    if (ROLE_MAY[caller.role].includes(need)) return;
    const roles = (["viewer", "editor", "admin"] as const).filter((role) => ROLE_MAY[role].includes(need));
    const who = roles[0] ? `the role ${roles.join(" or ")}` : "the operator at the terminal";
    throw new ProductError("forbidden", `This needs ${who}; you are signed in as ${caller.role}.`);
  }
  if (caller.kind === "schedule") throw new ProductError("forbidden", "A schedule can only start runs.");
  const rights = KEY_NEEDS[need];
  if (rights.length === 0)
    throw new ProductError("forbidden", "This cannot be done with an API key: sign in as an administrator.");
  if (!rights.some((right) => scopeAllows(caller.scope, right)))
    throw new ProductError("scope_denied", `The key's scope ${caller.scope} is too narrow: this needs mcp_full.`);
}

/** Validates the input strictly: no conversion, no unknown fields. Throws `validation_error` with the path of every wrong field. */
export function checked<S extends Schema>(schema: S, input: unknown): InferType<S> {
  try {
    return schema.validateSync(input, ALL_PROBLEMS);
  } catch (error) {
    if (error instanceof ValidationError) throw refused("The input is invalid", problemsOf(error));
    throw error;
  }
}
