// How much waits in the whole installation, and how fast its workers are. Read at most every few seconds, as every start asks.
import { partsASecond } from "../../domain/durable/load.ts";
import type { Models } from "../index.ts";
import type { Run } from "../runs/schema.ts";
import { presentWorkers } from "../workerPresence/queries.ts";

/** `queued`: screenshots and pages that open runs still have to do. `aSecond`: of them, by what the workers measured. */
export type Load = { queued: number; aSecond: number };

const KEPT_MS = 5_000;
const kept = new WeakMap<object, { from: number; load: Promise<Load> }>();

/** At most 5 s old for whoever asks by the same `key`. */
export function loadOf(models: Models, now: Date, key: object): Promise<Load> {
  const last = kept.get(key);
  const age = last === undefined ? Number.POSITIVE_INFINITY : now.getTime() - last.from;
  if (last && age >= 0 && age < KEPT_MS) return last.load;
  const load = readLoad(models, now);
  kept.set(key, { from: now.getTime(), load });
  // What failed is asked again.
  load.catch(() => kept.delete(key));
  return load;
}

async function readLoad(models: Models, now: Date): Promise<Load> {
  const [open, workers] = await Promise.all([
    models.runs.find({ status: "running" }, { progress: 1 }).lean<Pick<Run, "progress">[]>(),
    presentWorkers(models, now),
  ]);
  return {
    queued: open.reduce((sum, { progress }) => sum + Math.max(0, progress.total - progress.done), 0),
    aSecond: partsASecond(workers.map(({ pace }) => pace)),
  };
}
