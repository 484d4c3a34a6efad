import { type InferType, object } from "yup";
import type { Project } from "../../../models/projects/schema.ts";
import { requireReadRight, resolveProject } from "../../lib/access.ts";
import { type AdminContext, checked } from "../../lib/admin.ts";
import type { Caller } from "../../lib/context.ts";
import { projectField } from "../../lib/fields.ts";

const INPUT = object({ project: projectField.required() }).noUnknown().required();
export type ProjectInput = InferType<typeof INPUT>;

/** Returns the project that the caller wants to view, after checking that they may. */
export async function projectToView(ctx: AdminContext, caller: Caller, input: ProjectInput): Promise<Project> {
  requireReadRight(caller);
  return resolveProject(ctx, caller, checked(INPUT, input).project);
}
