import { type AdminContext, mustBeAllowed } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { visibleProjects } from "./listProjects.ts";
import type { ProjectView } from "./projectView.ts";

/** The caller's projects by name; a project key sees its own only. */
export async function listProjects(ctx: AdminContext, caller: Caller): Promise<ProjectView[]> {
  mustBeAllowed(caller, "view");
  return visibleProjects(ctx, caller);
}
