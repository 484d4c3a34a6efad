// What is asked about projects.
import type { Fields, Row } from "./fields.ts";
import type { Models } from "./index.ts";
import type { Project } from "./project.ts";

/** The project with this id; null: there is none, or it was deleted. */
export function findProject<F extends keyof Project = keyof Project>(
  models: Models,
  projectId: string,
  fields?: Fields<Project, F>,
): Promise<Row<Project, F> | null> {
  return models.projects.findOne({ _id: projectId }, fields).lean<Row<Project, F>>();
}
