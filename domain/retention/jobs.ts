// Decides which ended jobs of a project have expired. Pure: the result depends only on the rows, the rule and the time.
import type { JobKind } from "../jobs/kinds.ts";
import type { RetentionRule } from "../words/retention.ts";

/** The data of a job that decides whether it is kept. `endedAt`: null if it has not ended. */
export type RetainedJob = {
  id: string;
  kind: JobKind;
  environmentId: string | null;
  completed: boolean;
  endedAt: Date | null;
};

const DAY_MS = 86_400_000;

/**
 * Returns the ids of the expired jobs, oldest first. `jobs`: newest first. `needed`: jobs that an undecided proposal refers to. The newest
 * completed job of each kind and environment is kept, because later work starts from it: scenarios are proposed from the newest crawl. So
 * is what ended within a day, which somebody may still be reading.
 */
export function expiredJobIds(
  jobs: readonly RetainedJob[],
  needed: ReadonlySet<string>,
  { rule, now }: { rule: RetentionRule; now: Date },
): string[] {
  const keptMs = Math.max(1, rule.days) * DAY_MS;
  const lines = new Set<string>();
  const isNewest = ({ kind, environmentId }: RetainedJob): boolean =>
    lines.size < lines.add(`${kind}\n${environmentId ?? ""}`).size;
  const isKept = (job: RetainedJob, at: number): boolean =>
    (job.completed && isNewest(job)) ||
    job.endedAt === null ||
    needed.has(job.id) ||
    at < rule.runs ||
    now.getTime() - job.endedAt.getTime() < keptMs;
  return jobs
    .filter((job, at) => !isKept(job, at))
    .map(({ id }) => id)
    .reverse();
}
