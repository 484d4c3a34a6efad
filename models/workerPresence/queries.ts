// The running workers, as they report themselves. Temporal only knows workers that poll, and a worker without a free slot does not poll.
import type { QueueRole } from "../../domain/workflowNames.ts";
import type { Models } from "../index.ts";
import type { WorkerPresence } from "./schema.ts";

/** How often a worker reports. */
export const PRESENCE_EVERY_MS = 5_000;
/** A worker that is silent for longer counts as dead. Clocks of hosts may differ by some seconds. */
const SILENT_MS = 30_000;
/** Records left by killed workers are deleted after this time. */
const FORGOTTEN_MS = 3_600_000;

/** Records that the worker runs and serves these queues. */
export async function tellPresence(models: Models, { _id, ...told }: WorkerPresence): Promise<void> {
  await models.workers.updateOne({ _id }, { $set: told }, { upsert: true });
}

/** Removes the worker, and those that were killed long ago. */
export async function forgetPresence(models: Models, id: string, now: Date): Promise<void> {
  await models.workers.deleteOne({ _id: id });
  await models.workers.deleteMany({ seenAt: { $lt: new Date(now.getTime() - FORGOTTEN_MS) } });
}

/** Returns the running workers that have a version, and their queues. */
export async function presentBuilds(
  models: Models,
  now: Date,
): Promise<{ build: string; queues: QueueRole[]; host: string | null }[]> {
  const found = await presentWorkers(models, now);
  return found.flatMap(({ build, queues, host = null }) => (build ? [{ build, queues, host }] : []));
}

/** Returns the running workers as last reported. */
export function presentWorkers(models: Models, now: Date): Promise<WorkerPresence[]> {
  const since = new Date(now.getTime() - SILENT_MS);
  return models.workers.find({ seenAt: { $gte: since } }).lean<WorkerPresence[]>();
}
