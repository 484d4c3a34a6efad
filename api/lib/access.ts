// Who may do what: rights of keys and roles, and which project a call means. Every operation starts here.
import { ProductError } from "../../domain/errors.ts";
import { type Right, scopeAllows } from "../../domain/keys.ts";
import { projectNamed } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Role } from "../../models/users/schema.ts";
import type { Caller, OperationContext } from "./context.ts";

/** What a right is called in a refusal, and which scopes have it. */
const RIGHT_TEXT: Record<Right, string> = {
  ci: "call CI endpoints; use a key with the scope ci or mcp_full",
  mcpRead: "read here; use a key with the scope mcp_read or mcp_full",
  mcpWrite: "change anything here; use a key with the scope mcp_full",
};

const ROLES_OF_RIGHT: Record<Right, readonly Role[]> = {
  ci: ["admin", "editor", "viewer"],
  mcpRead: ["admin", "editor", "viewer"],
  mcpWrite: ["admin", "editor"],
};

/** Throws scope_denied (a key) or forbidden (a person) unless the caller has the right. */
export function requireRight(caller: Caller, right: Right): void {
  if (caller.kind === "operator") return;
  if (caller.kind === "schedule") throw new ProductError("forbidden", "A schedule may start runs and nothing else.");
  if (caller.kind === "key") {
    if (scopeAllows(caller.scope, right)) return;
    throw new ProductError("scope_denied", `A key with the scope ${caller.scope} cannot ${RIGHT_TEXT[right]}.`);
  }
  if (ROLES_OF_RIGHT[right].includes(caller.role)) return;
  throw new ProductError("forbidden", `The role ${caller.role} may look but not change anything.`);
}

/** Whether the caller has the right to change things, rather than to look only. */
export function mayChange(caller: Caller): boolean {
  if (caller.kind === "operator") return true;
  if (caller.kind === "schedule") return false;
  return caller.kind === "key" ? scopeAllows(caller.scope, "mcpWrite") : ROLES_OF_RIGHT.mcpWrite.includes(caller.role);
}

/** Reading runs and projects: keys for CI and keys for agents alike, and people. */
export function requireReadRight(caller: Caller): void {
  if (caller.kind === "key" && scopeAllows(caller.scope, "ci")) return;
  requireRight(caller, "mcpRead");
}

/** The CI endpoints are closed to keys that may only read as agents do. */
export function requireCiRight(caller: Caller): void {
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpRead");
}

/** Starting and cancelling runs: keys that may use CI, schedules, and people who may change things. */
export function requireRunRight(caller: Caller): void {
  if (caller.kind === "schedule") return;
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpWrite");
}

/** Throws unless the caller is a person with the role admin, or the operator. */
export function requireAdmin(caller: Caller): void {
  if (caller.kind === "operator" || (caller.kind === "user" && caller.role === "admin")) return;
  throw new ProductError("forbidden", "Only an administrator may do this.");
}

/** In words for the audit log and the history of baselines; never the key itself. */
export function describeCaller(caller: Caller): string {
  // What an app does is the deed of the person who connected it; the audit log has the app beside it.
  if (caller.kind === "key") return caller.app?.email ?? `key ${caller.keyName}`;
  if (caller.kind === "schedule") return `schedule ${caller.name}`;
  return caller.kind === "user" ? caller.email : "operator";
}

/** The id under which a caller is counted and its Idempotency-Keys are kept. */
export function callerId(caller: Caller): string {
  if (caller.kind === "key") return caller.keyId;
  if (caller.kind === "schedule") return caller.scheduleId;
  return caller.kind === "user" ? caller.userId : `operator:${caller.orgId}`;
}

/** The one project that the caller may see; null: all of its organisation. */
const ownProject = (caller: Caller): string | null =>
  caller.kind === "key" || caller.kind === "schedule" ? caller.projectId : null;

/** What the caller may see: its organisation, or one project of it. */
export function reachOf(caller: Caller): { orgId: string; projectId?: string } {
  const own = ownProject(caller);
  return { orgId: caller.orgId, ...(own !== null && { projectId: own }) };
}

/**
 * The project that a call means: the one named (slug or id), else the key's own. The defaults of keys and of the
 * installation serve tool calls only, so they are not looked at here. A project outside the
 * caller's reach is unknown, never hinted at.
 */
export async function resolveProject(
  ctx: Pick<OperationContext, "models">,
  caller: Caller,
  named?: string,
): Promise<Project> {
  const ownId = ownProject(caller);
  const wanted = named || ownId;
  if (!wanted)
    throw new ProductError("validation_error", "project is required: it is the project slug.", {
      fields: [{ path: "project", message: "project is required: it is the project slug." }],
    });
  const project = await projectNamed(ctx.models, caller.orgId, wanted);
  if (!project || (ownId !== null && project._id !== ownId))
    throw new ProductError("project_resolution_error", `Project "${wanted}" was not found.`);
  return project;
}
