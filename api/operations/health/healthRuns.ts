// Finds the runs that the health of a project counts: a bounded number of small documents.
import type { Pillar } from "../../../domain/audit/pillars.ts";
import { HEALTH_WINDOW } from "../../../domain/health/siteHealth.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { TYPE_OF_PILLAR } from "../../../domain/runTypes.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { FACTS_OF } from "../../../models/runFacts/queries.ts";
import { latestRunsOfType } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import type { OperationContext } from "../../lib/context.ts";

const DAY_MS = 86_400_000;
/** Maximum number of runs that are searched, and of whole ones. */
const MAX_RUNS = 50;
export const RUN_FIELDS = {
  ...FACTS_OF,
  ...({
    projectId: 1,
    type: 1,
    environmentId: 1,
    baseUrl: 1,
    status: 1,
    verdict: 1,
    scenarios: 1,
    summary: 1,
    part: 1,
    error: 1,
    extra: 1,
    branch: 1,
    createdAt: 1,
    finishedAt: 1,
  } as const),
} as const;
export type RunRow = Pick<Run, "_id" | keyof typeof RUN_FIELDS>;

/** Runs on the main branch or without a branch. `environmentId`: on this environment; null: on the project's own address; undefined: on all. */
export type HealthScope = { project: Project; environmentId?: string | null };

/** When the run counts as done, in ms since 1970. */
export const timeOf = ({ finishedAt, createdAt }: Pick<Run, "finishedAt" | "createdAt">): number =>
  (finishedAt ?? createdAt).getTime();

/** Returns the completed runs in the health window that `countedRuns` chooses from, newest first. */
export async function searchRuns(
  { models }: Pick<OperationContext, "models">,
  pillar: Pillar,
  { project, environmentId }: HealthScope,
  now: number,
): Promise<RunRow[]> {
  const type = TYPE_OF_PILLAR[pillar];
  if (type === null) return [];
  const main = { project, branch: project.mainBranch };
  const since = new Date(now - HEALTH_WINDOW.days * DAY_MS);
  const only = environmentId === undefined ? {} : { environmentId };
  const wanted = { status: "completed", since, only, limit: MAX_RUNS, fields: RUN_FIELDS } as const;
  const found = await latestRunsOfType(models, main, type, wanted);
  // Any number of partial runs may be newer than the last whole one; and the caller may leave one run out.
  if (found.length < MAX_RUNS || found.filter((row) => !isPart(row)).length > HEALTH_WINDOW.runs) return found;
  const whole = await latestRunsOfType(models, main, type, { ...wanted, only: { ...only, whole: true } });
  const known = new Set(found.map(({ _id }) => _id));
  return [...found, ...whole.filter(({ _id }) => !known.has(_id))];
}

/** Returns the runs that count, newest first. `without`: runs that do not; at most one per pillar. */
export function countedRuns(found: readonly RunRow[], without?: ReadonlySet<string>): RunRow[] {
  const rows = found.filter(({ _id }) => !without?.has(_id));
  // Limited separately, so that partial runs do not push whole runs out of the window.
  const chosen = [true, false].flatMap((part) =>
    rows.filter((row) => isPart(row) === part).slice(0, HEALTH_WINDOW.runs),
  );
  return rows.filter((row) => chosen.includes(row));
}

/** Returns the latest completed runs in the health window, newest first, both whole and partial ones. */
export const latestRuns = async (...asked: Parameters<typeof searchRuns>): Promise<RunRow[]> =>
  countedRuns(await searchRuns(...asked));
