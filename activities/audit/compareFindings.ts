// What is new and what is fixed: the findings of a run beside those of the previous comparable run, and of the base branch.

import { countBySeverity } from "../../domain/audit/acceptance.ts";
import { isAmong } from "../../domain/audit/causes.ts";
import type { Severity } from "../../domain/audit/finding.ts";
import { fixedFindings, type Seen } from "../../domain/audit/fixed.ts";
import { type Sighting, sightingsSince } from "../../domain/audit/sightings.ts";
import type { FindingRecord } from "../../models/finding.ts";
import { readInTurns } from "../../models/readInTurns.ts";
import type { Run } from "../../models/run.ts";
import { comparableRuns } from "../../models/runQueries.ts";
import type { AuditDeps } from "../deps.ts";

export type Compared = {
  /** Of the findings that failed. */
  bySeverity: Record<Severity, number>;
  newBySeverity: Record<Severity, number>;
  fixed: number;
  /** Findings that a person accepted. */
  accepted: number;
  /** The run of the same project, type, environment and branch before this one, else the main branch's. */
  previousRunId: string | null;
};

const FIELDS = {
  fingerprint: 1,
  cause: 1,
  pages: 1,
  severity: 1,
  outcome: 1,
  page: 1,
  pageIndex: 1,
  firstSeen: 1,
  timesSeen: 1,
} as const;
type Known = Pick<FindingRecord, "_id" | keyof typeof FIELDS>;

const CHUNK = 500;
/** Findings of a run that are compared. */
const MOST_READ = 100_000;

export async function compareFindings(deps: AuditDeps, run: Run, seen: Seen): Promise<Compared> {
  const all = await findingsOf(deps, run._id);
  const findings = all.filter(isFailed);
  const { previous, base } = await comparableRuns(deps.models, run);
  const allBefore = previous ? await findingsOf(deps, previous._id) : [];
  const before = allBefore.filter(isFailed);
  const atBase =
    base === null ? [] : base._id === previous?._id ? before : (await findingsOf(deps, base._id)).filter(isFailed);

  const fresh = missingFrom(findings, before);
  if (previous) await mark(deps, run._id, "isNew", fresh);
  if (base) await mark(deps, run._id, "isNewOnBranch", missingFrom(findings, atBase));
  const sightings = sightingsSince(
    { runId: run._id, at: run.createdAt, findings: all },
    previous && { runId: previous._id, at: previous.createdAt, findings: allBefore },
  );
  await noteSightings(deps, run._id, sightings);

  // What was accepted meanwhile is still there.
  const now = all.filter(({ outcome }) => isFailed({ outcome }) || outcome === "accepted");
  const fixed = fixedFindings(before, now, seen, previous?.baseUrl ?? run.baseUrl).length;
  return {
    bySeverity: countBySeverity(findings),
    newBySeverity: countBySeverity(previous ? fresh : []),
    fixed,
    accepted: all.filter(({ outcome }) => outcome === "accepted").length,
    previousRunId: previous?._id ?? null,
  };
}

const isFailed = ({ outcome }: Pick<Known, "outcome">): boolean => outcome === "failed";

const findingsOf = ({ models }: AuditDeps, runId: string): Promise<Known[]> =>
  readInTurns<FindingRecord, Known>(models.findings, { runId }, { fields: FIELDS, limit: MOST_READ });

const missingFrom = (findings: Known[], others: Known[]): Known[] => {
  const isKnown = isAmong(others);
  return findings.filter((one) => !isKnown(one));
};

/** Repeating it leaves the same marks. */
async function mark(deps: AuditDeps, runId: string, field: "isNew" | "isNewOnBranch", fresh: Known[]): Promise<void> {
  await deps.models.findings.updateMany({ runId }, { $set: { [field]: false } });
  await setInChunks(
    deps,
    runId,
    fresh.map((f) => f.fingerprint),
    { [field]: true },
  );
}

/** Findings that were seen alike are written together: there are as many kinds as runs in which something appeared. */
async function noteSightings(deps: AuditDeps, runId: string, sightings: readonly Sighting[]): Promise<void> {
  for (const { firstSeen, timesSeen, fingerprints } of sightings)
    await setInChunks(deps, runId, fingerprints, { firstSeen, timesSeen });
}

async function setInChunks(
  { models }: AuditDeps,
  runId: string,
  fingerprints: readonly string[],
  fields: Partial<FindingRecord>,
): Promise<void> {
  for (let at = 0; at < fingerprints.length; at += CHUNK) {
    const ids = fingerprints.slice(at, at + CHUNK).map((fingerprint) => `${runId}:${fingerprint}`);
    await models.findings.updateMany({ _id: { $in: ids } }, { $set: fields });
  }
}
