// Queries for projects.

import type { Models } from "../index.ts";
import type { Fields, Row } from "../lib/fields.ts";
import type { Project } from "./schema.ts";

/** A project that is being deleted is only visible to its erasure. */
const LIVE = { erasing: null } as const;

/** Returns the project with this id, or null if there is none or it is being deleted. */
export function findProject<F extends keyof Project = keyof Project>(
  models: Models,
  projectId: string,
  fields?: Fields<Project, F>,
): Promise<Row<Project, F> | null> {
  return models.projects.findOne({ _id: projectId, ...LIVE }, fields).lean<Row<Project, F>>();
}

/** Returns the project of an organisation with this id or slug, or null if there is none. */
export function projectNamed(models: Models, orgId: string, named: string): Promise<Project | null> {
  return models.projects.findOne({ orgId, ...LIVE, $or: [{ _id: named }, { slug: named }] }).lean<Project>();
}

/** Returns the project with this id if it belongs to the organisation. */
export function projectOf(models: Models, orgId: string, projectId: string): Promise<Project | null> {
  return models.projects.findOne({ _id: projectId, orgId, ...LIVE }).lean<Project>();
}

export async function ownsProject(models: Models, orgId: string, projectId: string): Promise<boolean> {
  return (await models.projects.exists({ _id: projectId, orgId, ...LIVE })) !== null;
}

export async function isSlugTaken(models: Models, orgId: string, slug: string): Promise<boolean> {
  return (await models.projects.exists({ orgId, slug })) !== null;
}

/** Names are not unique; slugs are. */
const ORDERS = { name: { name: 1, slug: 1 }, slug: { slug: 1 } } as const;

/** An organisation, or one project of it. */
export type Reach = { orgId: string; projectId?: string };

/** Returns the projects within reach, by default sorted by name; all of them without a `limit`. */
export function projectsWithin<F extends keyof Project = keyof Project>(
  models: Models,
  { orgId, projectId }: Reach,
  { fields, by = "name", limit = 0 }: { fields?: Fields<Project, F>; by?: keyof typeof ORDERS; limit?: number } = {},
): Promise<Row<Project, F>[]> {
  const filter = projectId === undefined ? { orgId, ...LIVE } : { orgId, _id: projectId, ...LIVE };
  return models.projects.find(filter, fields).sort(ORDERS[by]).limit(limit).lean<Row<Project, F>[]>();
}

export async function projectIdsOf(models: Models, orgId: string): Promise<string[]> {
  const projects = await models.projects.find({ orgId, ...LIVE }, { _id: 1 }).lean<{ _id: string }[]>();
  return projects.map(({ _id }) => _id);
}

export const countProjects = (models: Models, orgId: string): Promise<number> =>
  models.projects.countDocuments({ orgId, ...LIVE });

/** Returns the slugs of projects, by id. */
export async function slugsOf(models: Models, ids: readonly string[]): Promise<Map<string, string>> {
  const found = await models.projects
    .find({ _id: { $in: [...ids] } }, { slug: 1 })
    .lean<Pick<Project, "_id" | "slug">[]>();
  return new Map(found.map(({ _id, slug }) => [_id, slug]));
}
