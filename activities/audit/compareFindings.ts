// What is new and what is fixed: the findings of a run beside those of the previous comparable run, and of the base branch.
import { countBySeverity } from "../../domain/audit/acceptance.ts";
import { isAmong } from "../../domain/audit/causes.ts";
import type { Severity } from "../../domain/audit/finding.ts";
import { fixedFindings, type Seen } from "../../domain/audit/fixed.ts";
import { type Sighting, sightingsSince } from "../../domain/audit/sightings.ts";
import { carryAcceptances } from "../../models/acceptances/queries.ts";
import { findingsOf, isFailed, isNewSince, type Known, referenceOf } from "../../models/findings/reference.ts";
import { changeFindings, markNew } from "../../models/findings/writes.ts";
import type { Models } from "../../models/index.ts";
import { type ComparableRuns, comparableRuns, mainBranchOf } from "../../models/runs/before.ts";
import { onMainBranch } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import type { ChosenBase } from "./besideBase.ts";

export type Compared = {
  /** Of the findings that failed. */
  bySeverity: Record<Severity, number>;
  newBySeverity: Record<Severity, number>;
  fixed: number;
  /** Findings that a person accepted. */
  accepted: number;
  /** The run of the same project, type, environment and branch before this one, else the main branch's. */
  previousRunId: string | null;
  /** What that run is, in words; null without a history. */
  against: string | null;
  /** The run of the base branch that the history chose; null without a history, and on the base branch itself. */
  base: ChosenBase | null;
  /** What it may not be worse than, where a rule asks: the run of the base branch, on that branch the run before. */
  reference: { run: Run; words: string } | null;
  mainBranch: string;
  /** Keys of pages that answered in an earlier run. */
  answeredBefore: ReadonlySet<string>;
};

/** `keys`: of all pages of the run, measured or not. */
export async function compareFindings(
  deps: AuditDeps,
  run: Run,
  keys: ReadonlySet<string>,
  seen: Seen,
): Promise<Compared> {
  const { models } = deps;
  const all = await findingsOf(models, run._id);
  const findings = all.filter(isFailed);
  const comparable = await comparableRuns(models, run);
  const previous = comparable.previous && (await referenceOf(models, comparable.previous, keys));
  const base =
    comparable.base?._id === previous?.run._id
      ? previous
      : comparable.base && (await referenceOf(models, comparable.base, keys));

  const onBranch = findings.filter(isNewSince(base));
  const sincePrevious = findings.filter(isNewSince(previous));
  // What main brought, and the branch took in since its last run, is no change of the branch.
  const fresh = comparable.byHistory && base ? sincePrevious.filter((one) => onBranch.includes(one)) : sincePrevious;
  if (previous) await markNew(models, run._id, "isNew", fingerprintsOf(fresh));
  if (comparable.base) await markNew(models, run._id, "isNewOnBranch", fingerprintsOf(onBranch));
  const sightings = sightingsSince(
    { runId: run._id, at: run.createdAt, findings: all },
    previous && { runId: previous.run._id, at: previous.run.createdAt, findings: previous.findings },
  );
  await noteSightings(deps, run._id, sightings);

  const accepted = all.filter(({ outcome }) => outcome === "accepted");
  await carryAcceptances(
    models,
    run,
    accepted.flatMap(({ fingerprint, cause }) => (cause ? [fingerprint, cause] : [fingerprint])),
  );
  // What was accepted meanwhile is still there.
  const now = all.filter(({ outcome }) => isFailed({ outcome }) || outcome === "accepted");
  const before = (previous?.findings ?? []).filter(isFailed);
  const gone = fixedFindings(before, now, seen, previous?.run.baseUrl ?? run.baseUrl);
  // Of main, and main has it no more: main's own repair, which the branch took in.
  const onBase = isAmong((base?.findings ?? []).filter(isFailed));
  const byMain = (one: Known): boolean =>
    comparable.byHistory && base !== null && one.isNewOnBranch !== true && !onBase(one);
  return {
    bySeverity: countBySeverity(findings),
    newBySeverity: countBySeverity(previous ? fresh : []),
    fixed: gone.filter((one) => !byMain(one)).length,
    accepted: accepted.length,
    previousRunId: previous?.run._id ?? null,
    against: comparable.against,
    base:
      comparable.base === null || comparable.againstBase === null
        ? null
        : { run: comparable.base, against: comparable.againstBase },
    ...(await heldAgainst(models, run, comparable)),
    answeredBefore: new Set([...(previous?.answered ?? []), ...(base?.answered ?? [])]),
  };
}

async function heldAgainst(
  models: Models,
  run: Run,
  { base, previous, against, againstBase }: ComparableRuns,
): Promise<Pick<Compared, "reference" | "mainBranch">> {
  const mainBranch = await mainBranchOf(models, run.projectId);
  const onMain = onMainBranch(run.branch, mainBranch) && !run.against;
  const found = onMain ? previous : base;
  const words = (onMain ? against : againstBase) ?? `the newest run of ${mainBranch}`;
  return { reference: found && { run: found, words }, mainBranch };
}

const fingerprintsOf = (findings: readonly Known[]): string[] => findings.map(({ fingerprint }) => fingerprint);

/** Findings that were seen alike are written together: there are as many kinds as runs in which something appeared. */
async function noteSightings(deps: AuditDeps, runId: string, sightings: readonly Sighting[]): Promise<void> {
  for (const { firstSeen, timesSeen, fingerprints } of sightings)
    await changeFindings(deps.models, runId, fingerprints, { firstSeen, timesSeen });
}
