// Finds the projects of documents that workflows are named after, and the schedules and channels that start new work.
import type { Models } from "../index.ts";
import { deleteWhere } from "../retention/deleteOwned.ts";

type Owned = { _id: string; projectId: string };

/** Returns the projects of these runs, jobs, recordings, schedules and deliveries, by document id. */
export async function projectsOfWork(models: Models, ids: readonly string[]): Promise<Map<string, string>> {
  const projects = new Map<string, string>();
  if (ids.length === 0) return projects;
  const wanted = { _id: { $in: [...ids] } };
  const found = await Promise.all([
    models.runs.find(wanted, { projectId: 1 }).lean<Owned[]>(),
    models.jobs.find(wanted, { projectId: 1 }).lean<Owned[]>(),
    models.recordings.find(wanted, { projectId: 1 }).lean<Owned[]>(),
    models.schedules.find(wanted, { projectId: 1 }).lean<Owned[]>(),
    models.notificationDeliveries.find(wanted, { projectId: 1 }).lean<Owned[]>(),
  ]);
  for (const { _id, projectId } of found.flat()) projects.set(_id, projectId);
  return projects;
}

export async function scheduleIdsOf(models: Models, projectId: string): Promise<string[]> {
  const found = await models.schedules.find({ projectId }, { _id: 1 }).lean<{ _id: string }[]>();
  return found.map(({ _id }) => _id);
}

/** Returns how many documents were deleted. */
export const deleteSchedule = (models: Models, id: string): Promise<number> =>
  deleteWhere(models, "schedules", { _id: id });

/** Stops all messages of the project. */
export async function silenceProject(models: Models, projectId: string): Promise<void> {
  await models.notificationChannels.updateMany({ projectId }, { $set: { enabled: false } });
  await models.prComments.updateMany({ projectId }, { $set: { dueAt: null } });
  await models.commentOrders.updateMany({ projectId }, { $set: { dueAt: null } });
}
