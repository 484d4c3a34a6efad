// What is asked about projects.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Project } from "./schema.ts";

/** One that is being deleted is found by nobody but its erasure. */
const LIVE = { erasing: null } as const;

/** The project with this id; null: there is none, or it is deleted. */
export function findProject<F extends keyof Project = keyof Project>(
  models: Models,
  projectId: string,
  fields?: Fields<Project, F>,
): Promise<Row<Project, F> | null> {
  return models.projects.findOne({ _id: projectId, ...LIVE }, fields).lean<Row<Project, F>>();
}

/** The project of an organisation with this id or slug; null: there is none. */
export function projectNamed(models: Models, orgId: string, named: string): Promise<Project | null> {
  return models.projects.findOne({ orgId, ...LIVE, $or: [{ _id: named }, { slug: named }] }).lean<Project>();
}

/** The project with this id, if it is the organisation's. */
export function projectOf(models: Models, orgId: string, projectId: string): Promise<Project | null> {
  return models.projects.findOne({ _id: projectId, orgId, ...LIVE }).lean<Project>();
}

/** Whether the project is the organisation's. */
export async function ownsProject(models: Models, orgId: string, projectId: string): Promise<boolean> {
  return (await models.projects.exists({ _id: projectId, orgId, ...LIVE })) !== null;
}

/** Whether a project of the organisation has this slug. */
export async function isSlugTaken(models: Models, orgId: string, slug: string): Promise<boolean> {
  return (await models.projects.exists({ orgId, slug })) !== null;
}

/** Names are not unique; slugs are. */
const ORDERS = { name: { name: 1, slug: 1 }, slug: { slug: 1 } } as const;

/** An organisation, or one project of it. */
export type Reach = { orgId: string; projectId?: string };

/** The projects within reach, by name unless told; all of them without a `limit`. */
export function projectsWithin<F extends keyof Project = keyof Project>(
  models: Models,
  { orgId, projectId }: Reach,
  { fields, by = "name", limit = 0 }: { fields?: Fields<Project, F>; by?: keyof typeof ORDERS; limit?: number } = {},
): Promise<Row<Project, F>[]> {
  const filter = projectId === undefined ? { orgId, ...LIVE } : { orgId, _id: projectId, ...LIVE };
  return models.projects.find(filter, fields).sort(ORDERS[by]).limit(limit).lean<Row<Project, F>[]>();
}

/** The ids of an organisation's projects. */
export async function projectIdsOf(models: Models, orgId: string): Promise<string[]> {
  const projects = await models.projects.find({ orgId, ...LIVE }, { _id: 1 }).lean<{ _id: string }[]>();
  return projects.map(({ _id }) => _id);
}

/** How many projects an organisation has. */
export const countProjects = (models: Models, orgId: string): Promise<number> =>
  models.projects.countDocuments({ orgId, ...LIVE });

/** The slugs of projects, by their ids. */
export async function slugsOf(models: Models, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await models.projects
    .find({ _id: { $in: [...ids] } }, { slug: 1 })
    .lean<Pick<Project, "_id" | "slug">[]>();
  return new Map(found.map(({ _id, slug }) => [_id, slug]));
}
