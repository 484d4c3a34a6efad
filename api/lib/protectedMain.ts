// What keys and schedules may not do to the baselines of a protected main branch.
import { ProductError } from "../../domain/errors.ts";
import { protectedRefusal, protectsMain } from "../../domain/history/protection.ts";
import { findProject } from "../../models/projects/queries.ts";
import type { Project } from "../../models/projects/schema.ts";
import { onMainBranch } from "../../models/runs/queries.ts";
import type { Caller, OperationContext } from "./context.ts";

/** Whether the caller is a person: a signed-in user or the operator at a terminal. */
const isPerson = ({ kind }: Caller): boolean => kind === "user" || kind === "operator";

/** Whether the project prevents this caller from changing the branch's baselines. A null branch is the main branch. */
export function isKeptFrom(
  caller: Caller,
  project: Pick<Project, "mainBranch" | "settings">,
  branch: string | null,
): boolean {
  return !isPerson(caller) && protectsMain(project) && onMainBranch(branch, project.mainBranch);
}

/** Throws forbidden if the branch is protected and the caller is not a person. `what` names the action, such as "approving". */
export function requirePersonOnMain(
  caller: Caller,
  project: Pick<Project, "mainBranch" | "settings">,
  branch: string | null,
  what: string,
): void {
  if (isKeptFrom(caller, project, branch))
    throw new ProductError("forbidden", protectedRefusal(project.mainBranch, what));
}

/** The same for a project that is known only by its id. */
export async function requirePersonOnMainOf(
  { models }: Pick<OperationContext, "models">,
  caller: Caller,
  { projectId, branch }: { projectId: string; branch: string | null },
  what: string,
): Promise<void> {
  if (isPerson(caller)) return;
  const project = await findProject(models, projectId, { mainBranch: 1, settings: 1 });
  if (project) requirePersonOnMain(caller, project, branch, what);
}
