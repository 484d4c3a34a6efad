// Recomputes the verdict of a finished audit after findings were accepted or counted again.

import { type Counted, rejudge, type VerdictFacts } from "../../domain/audit/acceptance.ts";
import { OPEN_OUTCOMES } from "../../domain/audit/finding.ts";
import type { AuditSummary } from "../../domain/audit/summary.ts";
import { acceptedUntil } from "../acceptances/queries.ts";
import type { Acceptance } from "../acceptances/schema.ts";
import type { Models } from "../index.ts";
import { readInTurns } from "../lib/readInTurns.ts";
import { refreshProblems } from "../problems/refresh.ts";
import type { Run } from "../runs/schema.ts";
import { refreshSuiteOf } from "../runs/suite.ts";
import { dropReports } from "../runs/writes.ts";
import { countFindings, findingsOfRun, findingsWithIds } from "./queries.ts";
import type { FindingRecord } from "./schema.ts";

/** Maximum number of findings per run that are counted. */
const MAX_READ = 100_000;

const idsOf = (runIds: readonly string[], ...fingerprints: string[]): string[] =>
  runIds.flatMap((runId) => fingerprints.map((fingerprint) => `${runId}:${fingerprint}`));

/** Marks a finding of these runs as accepted. Safe to repeat. */
export async function markAccepted(
  { findings }: Models,
  runIds: readonly string[],
  { fingerprint, until }: Pick<Acceptance, "fingerprint" | "until">,
): Promise<void> {
  const _id = { $in: idsOf(runIds, fingerprint) };
  for (const outcome of OPEN_OUTCOMES)
    await findings.updateMany({ _id, outcome }, { $set: { outcome: "accepted", was: outcome, acceptedUntil: until } });
  await findings.updateMany({ _id, outcome: "accepted" }, { $set: { acceptedUntil: until } });
}

/** Makes the finding of these runs count again. Safe to repeat. */
export async function unmarkAccepted(
  { findings }: Models,
  runIds: readonly string[],
  fingerprint: string,
): Promise<void> {
  const _id = { $in: idsOf(runIds, fingerprint) };
  for (const was of OPEN_OUTCOMES)
    await findings.updateMany(
      { _id, outcome: "accepted", was },
      { $set: { outcome: was, acceptedUntil: null }, $unset: { was: 1 } },
    );
}

/**
 * Marks what is accepted in the run now, and makes count again what no longer is: somebody may have decided since its pages were judged.
 */
export async function agreeWithAcceptances(
  models: Models,
  run: Parameters<typeof acceptedUntil>[1] & Pick<Run, "_id">,
  at: Date,
): Promise<void> {
  const { _id: runId } = run;
  const until = await acceptedUntil(models, run, at);
  const fields = { fingerprint: 1, cause: 1, outcome: 1 } as const;
  const accepted = await findingsOfRun(models, runId, { outcomes: ["accepted"], fields });
  // A finding of several pages is accepted by its cause, also where one page is left.
  for (const { fingerprint, cause } of accepted)
    if (!until.has(fingerprint) && !(cause && until.has(cause))) await unmarkAccepted(models, [runId], fingerprint);
  const ids = idsOf([runId], ...until.keys());
  const found = ids.length > 0 ? await findingsWithIds(models, runId, ids, fields) : [];
  for (const { fingerprint, outcome } of found) {
    const end = until.get(fingerprint);
    const marked = outcome === "accepted" || !OPEN_OUTCOMES.some((one) => one === outcome);
    if (end && !marked) await markAccepted(models, [runId], { fingerprint, until: end });
  }
}

/** Evaluates an ended audit again if the number of its accepted findings is no longer the one that was counted. */
export async function rejudgeEnded(models: Models, runId: string): Promise<void> {
  const run = await models.runs.findOne({ _id: runId }, { summary: 1 }).lean<Pick<Run, "summary">>();
  if (!run?.summary || !("bySeverity" in run.summary)) return;
  const { accepted = 0 } = run.summary;
  if ((await countFindings(models, runId, ["accepted"])) !== accepted) await rejudgeRun(models, runId);
}

export type Rejudgement = { runId: string; verdict: "pass" | "fail"; changed: boolean };

/**
 * Counts and evaluates a completed audit again, until nothing changed in between. Returns null if the run is not a completed audit, or if
 * an older version did not store what its verdict is based on.
 */
export async function rejudgeRun(models: Models, runId: string): Promise<Rejudgement | null> {
  const run = await models.runs.findOne({ _id: runId, status: "completed" }).lean<Run>();
  const facts = run?.extra?.verdictFacts as VerdictFacts | undefined;
  if (!run?.summary || !("bySeverity" in run.summary) || facts === undefined) return null;
  const before: AuditSummary = run.summary;
  for (let counted = await countedOf(models, runId); ; ) {
    const { verdict, reasons, ...counts } = rejudge(counted, facts);
    const summary: AuditSummary = { ...before, ...counts, verdict, reasons };
    await models.runs.updateOne(
      { _id: runId, status: "completed" },
      // The commit status and the pull request comment show the counts too.
      { $set: { summary, verdict, outbox: "waiting" as const }, $inc: { resultsRevision: 1 } },
    );
    await dropReports(models, runId);
    const after = await countedOf(models, runId);
    if (JSON.stringify(rejudge(after, facts)) === JSON.stringify({ ...counts, verdict, reasons })) {
      await refreshProblems(models, run);
      await refreshSuiteOf(models, run);
      return { runId, verdict, changed: verdict !== run.verdict };
    }
    counted = after;
  }
}

const countedOf = ({ findings }: Models, runId: string): Promise<Counted[]> =>
  readInTurns<FindingRecord, Counted>(
    findings,
    { runId },
    { fields: { severity: 1, outcome: 1, isNew: 1 }, limit: MAX_READ },
  );
