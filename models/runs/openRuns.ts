// The open runs of an organisation, which a start reads twice: to be admitted, and for its project's share of the workers.
import { connectionOf } from "../database/connectionOf.ts";
import type { Models } from "../index.ts";
import type { Run } from "./schema.ts";

export type OpenRun = Pick<Run, "_id" | "parentRunId" | "progress" | "projectId">;

/** How long the second read reuses the result of the first. */
const KEPT_MS = 5_000;
const lastRead = new WeakMap<object, Map<string, { at: number; projects: string[] }>>();

export async function openRunsOf(models: Models, orgId: string): Promise<OpenRun[]> {
  const open = await models.runs
    .find({ status: "running", orgId }, { progress: 1, parentRunId: 1, projectId: 1 })
    .lean<OpenRun[]>();
  const read = lastRead.get(connectionOf(models)) ?? new Map();
  lastRead.set(connectionOf(models), read);
  read.set(orgId, { at: Date.now(), projects: open.map(({ projectId }) => projectId) });
  return open;
}

/** Returns the projects of the open runs, as read seconds ago for the same start, or otherwise from the database. */
export async function openProjectsOf(models: Models, orgId: string): Promise<string[]> {
  const read = lastRead.get(connectionOf(models));
  const last = read?.get(orgId);
  // Use it only once, because the next start's own read is newer.
  read?.delete(orgId);
  if (last && Date.now() - last.at < KEPT_MS) return last.projects;
  const open = await models.runs.find({ status: "running", orgId }, { projectId: 1 }).lean<Pick<Run, "projectId">[]>();
  return open.map(({ projectId }) => projectId);
}
