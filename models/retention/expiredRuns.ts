// Determines from the database which runs of a project have expired.
import {
  type KeptBecause,
  keptRuns,
  type RetainedRun,
  retentionKindOf,
  withBases,
} from "../../domain/retention/decide.ts";
import { OPEN_REVIEW_STATES } from "../../domain/review/states.ts";
import { isPart } from "../../domain/runs/part.ts";
import { type RunRetentionKind, retentionRules } from "../../domain/words/retention.ts";
import type { Models } from "../index.ts";
import { chunksOf } from "../lib/chunks.ts";
import { eachInTurns, readInTurns } from "../lib/readInTurns.ts";
import { shelfOf } from "../reviewItems/key.ts";
import type { Run } from "../runs/schema.ts";
import type { RetainedProject } from "./projects.ts";

/** `head`: the full audit that the run is part of, otherwise the run itself. */
export type ExpiredRun = { id: string; kind: RunRetentionKind; head: string };

const FIELDS = {
  type: 1,
  status: 1,
  parentRunId: 1,
  branch: 1,
  environmentId: 1,
  "upload.build": 1,
  outbox: 1,
  startOutbox: 1,
  createdAt: 1,
  pages: 1,
  scenarios: 1,
  "extra.functional": 1,
} as const;
type Row = Pick<Run, "_id" | "type" | "status" | "branch" | "createdAt" | "outbox" | "startOutbox"> & {
  parentRunId?: string | null;
  environmentId?: string | null;
  upload?: object | null;
  pages?: string | null;
  scenarios?: readonly string[] | null;
  extra?: Pick<Run["extra"], "functional">;
};

/** Fields of a run that name the runs it took parts from, and those it was compared with. */
const SOURCES = { rerun: 1 } as const;
const BASES = { ...SOURCES, against: 1, summary: 1 } as const;
/** Number of runs whose bases are read per call. */
const CHUNK = 200;

const RUN_ID = /run_[0-9a-z]+/g;

/** Returns every run id in a value, including the run id inside the id of a result. */
function runIdsIn(value: unknown): string[] {
  return (JSON.stringify(value) ?? "").match(RUN_ID) ?? [];
}

/** `expired`: oldest first, a full audit before its parts. `open`: runs that had not ended, which may reference others when they do. */
export type Expiry = { expired: ExpiredRun[]; open: string[] };

/** Returns which runs have expired, with their retention kind. A project's runs are held in memory as a few words each. */
export async function expiredRuns(models: Models, project: RetainedProject, now: Date): Promise<Expiry> {
  const mainBranch = project.mainBranch ?? "main";
  const rows = await readInTurns<Run, Row>(
    models.runs,
    { projectId: project._id },
    { fields: FIELDS, sort: { createdAt: -1 } },
  );
  const runs = rows.map(retainedOf);
  const rules = retentionRules(project.settings?.retention);
  const needed = await neededRuns(models, project._id);
  const kept = keptRuns(runs, needed, { mainBranch, rules, now });
  const open = runs.filter((run) => run.open).map(({ id }) => id);
  if (kept.size === runs.length) return { expired: [], open };
  const all = await withAllBases(models, runs, kept);
  const expired = runs
    .filter(({ id }) => !all.has(id))
    .map((run) => ({ id: run.id, kind: retentionKindOf(run, mainBranch), head: run.parentRunId ?? run.id }))
    .reverse();
  // A full audit is hidden before its parts, so that no part is visible without it.
  return { expired: [...Map.groupBy(expired, ({ head }) => head).values()].flatMap(headFirst), open };
}

const headFirst = (family: ExpiredRun[]): ExpiredRun[] => family.toSorted((a, b) => rankOf(a) - rankOf(b));
const rankOf = ({ id, head }: ExpiredRun): number => (id === head ? 0 : 1);

/**
 * Runs that others took parts from are kept along the whole chain. Runs that others were compared with are kept only for one step, because
 * every run names the one before it, and all of them would stay forever.
 */
async function withAllBases(
  models: Models,
  runs: readonly RetainedRun[],
  kept: ReadonlyMap<string, KeptBecause>,
): Promise<ReadonlyMap<string, KeptBecause>> {
  let all = withBases(runs, kept, await basesOf(models, [...kept.keys()], BASES));
  let added = [...all.keys()].filter((id) => !kept.has(id));
  while (added.length > 0) {
    const more = withBases(runs, all, await basesOf(models, added, SOURCES));
    const known = all;
    added = [...more.keys()].filter((id) => !known.has(id));
    all = more;
  }
  return all;
}

/**
 * Returns the hidden runs that something has come to reference. `since`: when the runs to delete were chosen; `open`: the open runs at
 * that time.
 */
export async function stillNeeded(
  models: Models,
  projectId: string,
  { since, open }: { since: Date; open: readonly string[] },
): Promise<Set<string>> {
  const needed = await neededRuns(models, projectId);
  const note = (run: object) => {
    for (const id of runIdsIn(run)) needed.add(id);
  };
  const fields = { fields: { _id: 0, ...BASES } } as const;
  await eachInTurns(models.runs, { projectId, createdAt: { $gte: since } }, fields, note);
  for (const id of await basesOf(models, open, BASES)) needed.add(id);
  return needed;
}

function retainedOf(row: Row): RetainedRun {
  const { _id, type, status, parentRunId, branch, environmentId, upload, outbox, startOutbox, createdAt } = row;
  const { pages = null, scenarios = null, extra = {} } = row;
  return {
    id: _id,
    type,
    parentRunId: parentRunId ?? null,
    branch: branch ?? null,
    environmentId: environmentId ?? null,
    covers: pages ?? (isPart({ type, scenarios, extra }) ? "a part" : "everything"),
    uploaded: upload !== null && upload !== undefined,
    completed: status === "completed",
    open: status === "running" || outbox === "waiting" || startOutbox === "waiting",
    createdAt,
  };
}

/** Returns the runs that open problems, open reviews, unresolved conversations and running jobs depend on. */
async function neededRuns(models: Models, projectId: string): Promise<Set<string>> {
  const needed = new Set<string>();
  const note = (value: unknown) => {
    for (const id of runIdsIn(value)) needed.add(id);
  };
  await eachInTurns<{ status: string }>(
    models.problems,
    { projectId },
    { fields: { status: 1, runId: 1, "lastSeen.runId": 1, "evidence.resultId": 1 } },
    (problem) => {
      if (problem.status !== "fixed") note(problem);
    },
  );
  for (const state of OPEN_REVIEW_STATES) {
    const shelfId = shelfOf(projectId, state);
    await eachInTurns(models.reviewItems, { shelfId }, { fields: { _id: 0, runId: 1, shotId: 1 } }, note);
  }
  const threads = { projectId, resolved: null };
  await eachInTurns(models.reviewThreads, threads, { fields: { runId: 1 } }, note);
  // Also those of open review requests and of undecided proposals.
  await eachInTurns<{ waiterId: string | null; runId: string }>(
    models.reviewRequests,
    { projectId },
    { fields: { waiterId: 1, runId: 1 } },
    ({ waiterId, runId }) => waiterId !== null && note(runId),
  );
  await eachInTurns(models.healProposals, { projectId, status: "proposed" }, { fields: { runId: 1 } }, note);
  for (const status of ["queued", "running"])
    await eachInTurns(models.jobs, { projectId, status }, { fields: { input: 1, state: 1 } }, note);
  return needed;
}

async function basesOf(
  models: Models,
  runIds: readonly string[],
  named: Readonly<Record<string, 1>>,
): Promise<Set<string>> {
  const bases = new Set<string>();
  for (const ids of chunksOf(runIds, CHUNK))
    await eachInTurns(models.runs, { _id: { $in: ids } }, { fields: { _id: 0, ...named } }, (run) => {
      for (const id of runIdsIn(run)) bases.add(id);
    });
  return bases;
}
