// Decides which runs of a project have expired. Pure: the result depends only on the rows, the rules and the time.
import type { StatusType } from "../runTypes.ts";
import { auditPillarOf, FULL_AUDIT, partsOfType } from "../runTypes.ts";
import { QUIET_BRANCH_DAYS, type RetentionRules, type RunRetentionKind } from "../words/retention.ts";

/** The data of a run that decides whether it is kept. `open`: it has not ended, or something still has to be notified of it. */
export type RetainedRun = {
  id: string;
  type: StatusType;
  parentRunId: string | null;
  branch: string | null;
  environmentId: string | null;
  /** Which pages the run covers. Runs are compared with runs that cover the same pages. */
  covers: string;
  uploaded: boolean;
  completed: boolean;
  open: boolean;
  createdAt: Date;
};

/** Why a run is kept. `needed`: a kept document refers to it. `base`: a kept run was compared with it or took parts from it. */
export type KeptBecause = "open" | "newest" | "number" | "days" | "needed" | "base";

export type RetentionPlace = { mainBranch: string; rules: RetentionRules; now: Date };

const DAY_MS = 86_400_000;
const QUIET_MS = QUIET_BRANCH_DAYS * DAY_MS;

/** Returns the retention kind of a run. Audits and functional tests count by their type, screenshots by their branch. */
export function retentionKindOf(
  { type, branch, uploaded }: Pick<RetainedRun, "type" | "branch" | "uploaded">,
  mainBranch: string,
): RunRetentionKind {
  if (type === FULL_AUDIT || auditPillarOf(type) !== null) return "audits";
  if (partsOfType(type) === "scenarios") return "functional";
  if (uploaded) return "uploads";
  return branch === null || branch === mainBranch ? "main" : "pullRequests";
}

/** Returns the key of runs among which people look for "the newest": the same type, branch, environment, pages and source of screenshots. */
const lineOf = (run: RetainedRun, mainBranch: string): string =>
  [run.type, run.branch ?? mainBranch, run.environmentId ?? "", run.covers, run.uploaded ? "uploaded" : ""].join("\n");

/**
 * Returns why each kept run of a project is kept; all others have expired. `runs`: newest first. A full audit and its parts are kept
 * together and count as one. A branch without recent runs needs no newest run. `needed`: runs that open problems, reviews and jobs refer
 * to.
 */
export function keptRuns(
  runs: readonly RetainedRun[],
  needed: ReadonlySet<string>,
  { mainBranch, rules, now }: RetentionPlace,
): Map<string, KeptBecause> {
  const kept = new Map<string, KeptBecause>();
  const lines = new Set<string>();
  const counts = new Map<RunRetentionKind, number>();
  const quiet = new Map<string, boolean>();
  /** Runs are sorted newest first, so the first of a branch is its newest. */
  const isQuiet = ({ branch, createdAt }: RetainedRun): boolean => {
    if (branch === null || branch === mainBranch) return false;
    const known = quiet.get(branch) ?? now.getTime() - createdAt.getTime() > QUIET_MS;
    quiet.set(branch, known);
    return known;
  };
  const isFirst = (key: string): boolean => lines.size < lines.add(key).size;

  const reasonOf = (run: RetainedRun): KeptBecause | null => {
    const kind = retentionKindOf(run, mainBranch);
    const line = lineOf(run, mainBranch);
    // Later runs are compared with the newest completed run, even if a newer one failed.
    const newestOfAll = isFirst(line);
    const newestCompleted = run.completed && isFirst(`${line}\ncompleted`);
    const ofQuiet = isQuiet(run);
    const count = (counts.get(kind) ?? 0) + (run.parentRunId === null ? 1 : 0);
    counts.set(kind, count);
    if (run.open) return "open";
    if ((newestOfAll || newestCompleted) && !ofQuiet) return "newest";
    if (needed.has(run.id)) return "needed";
    if (run.parentRunId === null && count <= rules[kind].runs) return "number";
    return now.getTime() - run.createdAt.getTime() < rules[kind].days * DAY_MS ? "days" : null;
  };
  for (const run of runs) {
    const reason = reasonOf(run);
    if (reason !== null) kept.set(run.id, reason);
  }
  return withFamilies(runs, kept);
}

/** Adds the runs that kept runs were compared with or took parts from, and the families of all of them. */
export function withBases(
  runs: readonly RetainedRun[],
  kept: ReadonlyMap<string, KeptBecause>,
  bases: Iterable<string>,
): Map<string, KeptBecause> {
  const more = new Map(kept);
  for (const id of bases) if (!more.has(id)) more.set(id, "base");
  return withFamilies(runs, more);
}

/** A full audit is kept with all of its parts, for the reason of the one that is kept. */
function withFamilies(runs: readonly RetainedRun[], kept: ReadonlyMap<string, KeptBecause>): Map<string, KeptBecause> {
  const families = new Map<string, KeptBecause>();
  for (const { id, parentRunId } of runs) {
    const reason = kept.get(id);
    const head = parentRunId ?? id;
    if (reason !== undefined && !families.has(head)) families.set(head, reason);
  }
  const all = new Map(kept);
  for (const { id, parentRunId } of runs) {
    const reason = all.get(id) ?? families.get(parentRunId ?? id);
    if (reason !== undefined) all.set(id, reason);
  }
  return all;
}
