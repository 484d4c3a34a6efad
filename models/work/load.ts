// How much work is waiting at each location, and the speed of the workers there. Read at most every few seconds, because every start needs
// it.
import { type Load, partsASecond } from "../../domain/durable/load.ts";
import { OPEN_JOB, opensOf } from "../../domain/jobs/kinds.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { sharedRead } from "../lib/sharedRead.ts";
import type { Run } from "../runs/schema.ts";
import { presentWorkers } from "../workerPresence/queries.ts";

const KEPT_MS = 5_000;

/** Each location has its own queue and workers, so the load of one is independent of another. "" means no particular location. */
const loads = sharedRead(KEPT_MS, readLoads);

/** Returns the load of one location, at most 5 s old. null means no particular location. */
export async function loadOf(models: Models, now: Date, location: string | null): Promise<Load> {
  return (await loads(models, now)).get(location ?? "") ?? { queued: 0, aSecond: null };
}

async function readLoads(models: Models, now: Date): Promise<Map<string, Load>> {
  const [open, workers] = await Promise.all([
    models.runs.find({ status: "running" }, { progress: 1, location: 1 }).lean<Pick<Run, "progress" | "location">[]>(),
    presentWorkers(models, now),
  ]);
  const browsers = workers.filter(({ queues }) => queues.includes("browser"));
  const places = new Set([...open, ...browsers].map(({ location }) => location ?? ""));
  const at = <T extends { location?: string | null }>(all: readonly T[], place: string) =>
    all.filter(({ location }) => (location ?? "") === place);
  return new Map(
    [...places].map((place) => [
      place,
      {
        queued: at(open, place).reduce((sum, { progress }) => sum + Math.max(0, progress.total - progress.done), 0),
        aSecond: partsASecond(at(browsers, place).map(({ pace }) => pace)),
      },
    ]),
  );
}

/** Returns the number of unfinished jobs of an organisation that open pages. `but`: ids that are already counted. */
export async function openPageJobs(models: Models, orgId: string, but: ReadonlySet<string>): Promise<number> {
  const found = await Promise.all(
    OPEN_JOB.map((status) => models.jobs.find({ status, orgId }, { kind: 1 }).lean<Pick<Job, "_id" | "kind">[]>()),
  );
  return found.flat().filter(({ _id, kind }) => opensOf(kind) === "pages" && !but.has(_id)).length;
}
