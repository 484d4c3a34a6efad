// Determines new and fixed findings: compares a run with the previous comparable run, and with the base branch.
import { countBySeverity } from "../../domain/audit/acceptance.ts";
import type { Severity } from "../../domain/audit/finding.ts";
import { type Sighting, sightingsSince } from "../../domain/audit/sightings.ts";
import { tieAcceptances } from "../../models/acceptances/queries.ts";
import type { AuditPageRow } from "../../models/auditPages/queries.ts";
import { fixedSince, keepFixed } from "../../models/findings/fixed.ts";
import { findingsOf, isNewSince, type Known, referenceOf, soughtRun } from "../../models/findings/reference.ts";
import { changeFindings, markNew } from "../../models/findings/writes.ts";
import type { Models } from "../../models/index.ts";
import { type ComparableRuns, comparableRuns, mainBranchOf } from "../../models/runs/before.ts";
import { onMainBranch } from "../../models/runs/queries.ts";
import type { Run } from "../../models/runs/schema.ts";
import type { AuditDeps } from "../deps.ts";
import type { ChosenBase } from "./besideBase.ts";

export type Compared = {
  /** Counts of failed findings. */
  bySeverity: Record<Severity, number>;
  newBySeverity: Record<Severity, number>;
  /** Number of earlier failures that are gone. */
  fixed: number;
  /** Number of findings that a person accepted. */
  accepted: number;
  /** The previous run of the same project, type, environment and branch, else the main branch's. */
  previousRunId: string | null;
  /** Description of that run; null without a history. */
  against: string | null;
  /** The run of the base branch that the history selected; null without a history, and on the base branch itself. */
  base: ChosenBase | null;
  /** The run that this one may not be worse than, if a rule requires it: that of the base branch, on that branch the previous run. */
  reference: { run: Run; words: string } | null;
  mainBranch: string;
  /** Keys of pages that responded in an earlier run. */
  answeredBefore: ReadonlySet<string>;
};

/** `run.seq`: that of its end. `parts`: the pages and other parts of the run. */
export async function compareFindings(deps: AuditDeps, run: Run, parts: readonly AuditPageRow[]): Promise<Compared> {
  const { models } = deps;
  const sought = await soughtRun(models, run, parts);
  const all = await findingsOf(models, run._id);
  const findings = all.filter(({ outcome }) => outcome === "failed");
  const comparable = await comparableRuns(models, run);
  const previous = comparable.previous && (await referenceOf(models, comparable.previous, sought));
  const base =
    comparable.base?._id === previous?.run._id
      ? previous
      : comparable.base && (await referenceOf(models, comparable.base, sought));

  const onBranch = new Set(findings.filter(isNewSince(base)));
  const sincePrevious = findings.filter(isNewSince(previous));
  // Findings from main that the branch merged since its last run, or on pages that only main measured, are not changes of the branch.
  const ofBranch = base !== null && (comparable.byHistory || previous?.run.scenarios !== null);
  const fresh = ofBranch ? sincePrevious.filter((one) => onBranch.has(one)) : sincePrevious;
  if (previous) await markNew(models, run._id, "isNew", fingerprintsOf(fresh));
  if (comparable.base) await markNew(models, run._id, "isNewOnBranch", fingerprintsOf([...onBranch]));
  const sightings = sightingsSince(
    { runId: run._id, at: run.createdAt, findings: all },
    previous && { runId: previous.run._id, at: previous.run.createdAt, findings: previous.findings },
  );
  await noteSightings(deps, run._id, sightings);

  const accepted = all.filter(({ outcome }) => outcome === "accepted");
  await tieAcceptances(
    models,
    run,
    accepted.flatMap(({ fingerprint, cause }) => (cause ? [fingerprint, cause] : [fingerprint])),
  );
  const baseByHistory = comparable.byHistory ? base : null;
  const fixed = fixedSince({ ...sought, findings: all }, { previous, base: baseByHistory });
  if (fixed.length > 0)
    await keepFixed(models, run, { previous: previous?.run ?? null, base: baseByHistory?.run ?? null }, fixed);
  return {
    bySeverity: countBySeverity(findings),
    newBySeverity: countBySeverity(previous ? fresh : []),
    fixed: fixed.length,
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

/** Findings with equal sightings are written together: there are as many groups as runs in which findings appeared. */
async function noteSightings(deps: AuditDeps, runId: string, sightings: readonly Sighting[]): Promise<void> {
  for (const { fingerprints, ...sighting } of sightings)
    await changeFindings(deps.models, runId, fingerprints, sighting);
}
