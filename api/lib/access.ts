// Who may do what: rights of keys and roles, and which project a call refers to. Every operation starts here.
import { SCHEDULED } from "../../domain/durable/lost.ts";
import { ProductError } from "../../domain/errors.ts";
import { type Right, scopeAllows } from "../../domain/keys.ts";
import { projectNamed } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import type { Role } from "../../models/users/schema.ts";
import type { Caller, OperationContext } from "./context.ts";

/** What the right allows, in the words of an error message, and which scopes have it. */
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

/** Throws scope_denied (for a key) or forbidden (for a person) unless the caller has the right. */
export function requireRight(caller: Caller, right: Right): void {
  if (caller.kind === "operator") return;
  if (caller.kind === "schedule") throw new ProductError("forbidden", "A schedule can only start runs.");
  if (caller.kind === "key") {
    if (scopeAllows(caller.scope, right)) return;
    throw new ProductError("scope_denied", `A key with the scope ${caller.scope} cannot ${RIGHT_TEXT[right]}.`);
  }
  if (ROLES_OF_RIGHT[right].includes(caller.role)) return;
  throw new ProductError(
    "forbidden",
    `The role ${caller.role} has view-only access. Ask an administrator for the role editor.`,
  );
}

/** Whether the caller may change things rather than only view them. */
export function mayChange(caller: Caller): boolean {
  if (caller.kind === "operator") return true;
  if (caller.kind === "schedule") return false;
  return caller.kind === "key" ? scopeAllows(caller.scope, "mcpWrite") : ROLES_OF_RIGHT.mcpWrite.includes(caller.role);
}

/** Requires the right to read runs and projects: CI keys, agent keys and people have it. */
export function requireReadRight(caller: Caller): void {
  if (caller.kind === "key" && scopeAllows(caller.scope, "ci")) return;
  requireRight(caller, "mcpRead");
}

/** Requires access to the CI endpoints, which are closed to keys with the scope mcp_read. */
export function requireCiRight(caller: Caller): void {
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpRead");
}

/** Requires the right to start and cancel runs: CI keys, schedules, and people who may change things have it. */
export function requireRunRight(caller: Caller): void {
  if (caller.kind === "schedule") return;
  requireRight(caller, caller.kind === "key" ? "ci" : "mcpWrite");
}

/** Throws unless the caller is a person with the role admin, or the operator. */
export function requireAdmin(caller: Caller): void {
  if (caller.kind === "operator" || (caller.kind === "user" && caller.role === "admin")) return;
  throw new ProductError("forbidden", "Only an administrator may do this.");
}

/** Describes the caller for the audit log and the baseline history; never contains the key itself. */
export function describeCaller(caller: Caller): string {
  // An app's actions are attributed to the person who connected it; the audit log names the app separately.
  if (caller.kind === "key") return caller.app?.email ?? `key ${caller.keyName}`;
  if (caller.kind === "schedule") return `${SCHEDULED}${caller.name}`;
  return caller.kind === "user" ? caller.email : "operator";
}

/** Describes who made a decision: a key did, also if it belongs to an app that a person connected. See domain/history/protection.ts. */
export const decidedBy = (caller: Caller): string =>
  caller.kind === "key" ? `key ${caller.app?.name ?? caller.keyName}` : describeCaller(caller);

/** Returns the id that identifies the caller in rate limits and Idempotency-Keys. */
export function callerId(caller: Caller): string {
  if (caller.kind === "key") return caller.keyId;
  if (caller.kind === "schedule") return caller.scheduleId;
  return caller.kind === "user" ? caller.userId : `operator:${caller.orgId}`;
}

/** Returns the only project that the caller may see; null if it may see all of its organisation. */
const ownProject = (caller: Caller): string | null =>
  caller.kind === "key" || caller.kind === "schedule" ? caller.projectId : null;

/** Returns what the caller may see: its organisation, or one project of it. */
export function reachOf(caller: Caller): { orgId: string; projectId?: string } {
  const own = ownProject(caller);
  return { orgId: caller.orgId, ...(own !== null && { projectId: own }) };
}

/**
 * Returns the project that a call refers to: the one named (slug or id), otherwise the key's own. The defaults of keys and of the
 * installation apply to tool calls only, so they are not considered here. A project outside the caller's reach is reported as not found,
 * so that its existence is not revealed.
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
