// How much waits in the whole installation, and how fast its workers are. Read at most every few seconds, as every start asks.
import { partsASecond } from "../../domain/durable/load.ts";
import type { Models } from "../index.ts";
import { sharedRead } from "../lib/sharedRead.ts";
import type { Run } from "../runs/schema.ts";
import { presentWorkers } from "../workerPresence/queries.ts";

/** `queued`: screenshots and pages that open runs still have to do. `aSecond`: of them, by what the workers measured; null: none has. */
export type Load = { queued: number; aSecond: number | null };

const KEPT_MS = 5_000;

/** At most 5 s old. */
export const loadOf = sharedRead(KEPT_MS, readLoad);

async function readLoad(models: Models, now: Date): Promise<Load> {
  const [open, workers] = await Promise.all([
    models.runs.find({ status: "running" }, { progress: 1 }).lean<Pick<Run, "progress">[]>(),
    presentWorkers(models, now),
  ]);
  return {
    queued: open.reduce((sum, { progress }) => sum + Math.max(0, progress.total - progress.done), 0),
    aSecond: partsASecond(workers.filter(({ queues }) => queues.includes("browser")).map(({ pace }) => pace)),
  };
}
