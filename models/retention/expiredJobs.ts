// Determines from the database which jobs of a project have expired.
import { expiredJobIds, type RetainedJob } from "../../domain/retention/jobs.ts";
import { retentionRules } from "../../domain/words/retention.ts";
import type { Models } from "../index.ts";
import type { Job } from "../jobs/schema.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import type { RetainedProject } from "./projects.ts";

const FIELDS = { kind: 1, status: 1, environmentId: 1, finishedAt: 1 } as const;
type Row = Pick<Job, "_id" | "kind" | "status" | "finishedAt"> & { environmentId?: string | null };

/** Returns the ids of the project's expired jobs, oldest first. */
export async function expiredJobs(models: Models, { _id, settings }: RetainedProject, now: Date): Promise<string[]> {
  const rows = await readInTurns<Job, Row>(
    models.jobs,
    { projectId: _id },
    { fields: FIELDS, sort: { createdAt: -1, _id: -1 } },
  );
  const rule = retentionRules(settings?.retention).jobs;
  return expiredJobIds(rows.map(retainedOf), await neededJobs(models, _id), { rule, now });
}

const retainedOf = ({ _id, kind, status, environmentId, finishedAt }: Row): RetainedJob => ({
  id: _id,
  kind,
  environmentId: environmentId ?? null,
  completed: status === "completed",
  endedAt: finishedAt,
});

/** Returns the jobs whose proposals nobody has decided on. */
async function neededJobs(models: Models, projectId: string): Promise<Set<string>> {
  const needed = new Set<string>();
  await eachInTurns<{ jobId: string }>(
    models.healProposals,
    { projectId, status: "proposed" },
    { fields: { jobId: 1 } },
    ({ jobId }) => void needed.add(jobId),
  );
  return needed;
}
