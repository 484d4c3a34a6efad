// What is new and what is fixed: the findings of a run beside those of the previous comparable run, and of the base branch.
import { SEVERITIES, type Severity } from "../../domain/audit/finding.ts";
import { fixedFindings, type Seen } from "../../domain/audit/fixed.ts";
import type { FindingRecord } from "../../models/finding.ts";
import type { Run } from "../../models/run.ts";
import { comparableRuns } from "../../models/runQueries.ts";
import type { AuditDeps } from "../deps.ts";

export type Compared = {
  /** Of the findings that failed. */
  bySeverity: Record<Severity, number>;
  newBySeverity: Record<Severity, number>;
  fixed: number;
  /** The run of the same project, type, environment and branch before this one, else the main branch's. */
  previousRunId: string | null;
};

type Known = Pick<FindingRecord, "fingerprint" | "severity" | "page" | "pageIndex">;

const CHUNK = 500;

export async function compareFindings(deps: AuditDeps, run: Run, seen: Seen): Promise<Compared> {
  const findings = await failedOf(deps, run._id);
  const { previous, base } = await comparableRuns(deps.models, run);
  const before = previous ? await failedOf(deps, previous._id) : [];
  const atBase = base === null ? [] : base._id === previous?._id ? before : await failedOf(deps, base._id);

  const fresh = missingFrom(findings, before);
  if (previous) await mark(deps, run._id, "isNew", fresh);
  if (base) await mark(deps, run._id, "isNewOnBranch", missingFrom(findings, atBase));

  const now = new Set(findings.map((f) => f.fingerprint));
  const fixed = fixedFindings(before, now, seen, previous?.baseUrl ?? run.baseUrl).length;
  return {
    bySeverity: count(findings),
    newBySeverity: count(previous ? fresh : []),
    fixed,
    previousRunId: previous?._id ?? null,
  };
}

async function failedOf(deps: AuditDeps, runId: string): Promise<Known[]> {
  return deps.models.findings
    .find({ runId, outcome: "failed" }, { fingerprint: 1, severity: 1, page: 1, pageIndex: 1 })
    .lean() as Promise<Known[]>;
}

const missingFrom = (findings: Known[], others: Known[]): Known[] => {
  const known = new Set(others.map((f) => f.fingerprint));
  return findings.filter((f) => !known.has(f.fingerprint));
};

/** Repeating it leaves the same marks. */
async function mark(deps: AuditDeps, runId: string, field: "isNew" | "isNewOnBranch", fresh: Known[]): Promise<void> {
  await deps.models.findings.updateMany({ runId }, { $set: { [field]: false } });
  for (let at = 0; at < fresh.length; at += CHUNK) {
    const ids = fresh.slice(at, at + CHUNK).map((f) => `${runId}:${f.fingerprint}`);
    await deps.models.findings.updateMany({ _id: { $in: ids } }, { $set: { [field]: true } });
  }
}

function count(findings: Known[]): Record<Severity, number> {
  return Object.fromEntries(
    SEVERITIES.map((severity) => [severity, findings.filter((f) => f.severity === severity).length]),
  ) as Record<Severity, number>;
}
