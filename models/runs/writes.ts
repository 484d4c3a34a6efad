// Changes of a run's projection that do not come from its workflow: closing it from outside, and counting its results again.

import { isDeepStrictEqual } from "node:util";
import { given } from "../../domain/given.ts";
import { approvalSentences, restsOnDecision } from "../../domain/history/approvalSentences.ts";
import { keptSentence } from "../../domain/history/protection.ts";
import { comparedSentences } from "../../domain/history/referenceSentence.ts";
import { countedVerdict } from "../../domain/runs/measured.ts";
import { carriedOf } from "../../domain/runs/rerun.ts";
import { answersNoMore, type Reason } from "../../domain/visual/outcome.ts";
import { countChanges, showsChanges } from "../../domain/visual/reading/groups.ts";
import type { RuleTotal } from "../../domain/visual/wideRules/ruleTotals.ts";
import { replacedSentence, settlePromotedShots } from "../baselines/replaced.ts";
import { noteWorkChange } from "../changes/queries.ts";
import type { Models } from "../index.ts";
import { refreshProblems } from "../problems/refresh.ts";
import { refreshReviewItems } from "../reviewItems/writeRun.ts";
import { settleRun } from "../reviewRequests/settle.ts";
import { scenarioSummary, settlePendingScenarios } from "../scenarioRuns/ofRun.ts";
import type { Shot } from "../shots/schema.ts";
import type { Run, VisualSummary } from "./schema.ts";
import { SHOWN } from "./shown.ts";
import { refreshSuiteOf } from "./suite.ts";

type Counted = Pick<
  Shot,
  "status" | "flaky" | "reasons" | "reference" | "causes" | "fingerprint" | "index" | "carriedFrom"
>;
const COUNTED = {
  status: 1,
  flaky: 1,
  reasons: 1,
  reference: 1,
  causes: 1,
  fingerprint: 1,
  index: 1,
  carriedFrom: 1,
} as const;

/** Counts results. Shots without a verdict are not counted. */
export function countResults(shots: Iterable<Counted>): VisualSummary {
  const approved: Reason[] = [];
  const all: Reason[] = [];
  const references: Shot["reference"][] = [];
  const parts: Counted[] = [];
  const changed: Counted[] = [];
  const sum: VisualSummary = { total: 0, passed: 0, failed: 0, approved: 0, errors: 0, flaky: 0, noBaseline: 0 };
  for (const shot of shots) {
    if (shot.status === "pending") continue;
    sum.total++;
    references.push(shot.reference);
    parts.push(shot);
    all.push(...shot.reasons);
    if (shot.flaky) sum.flaky++;
    if (shot.status === "approved") sum.approved++;
    if (shot.status === "passed" || shot.status === "approved") {
      sum.passed++;
      approved.push(...shot.reasons.filter(restsOnDecision));
      if (shot.reasons.some(({ code }) => code === "ignored_change")) sum.ignored = (sum.ignored ?? 0) + 1;
      continue;
    }
    sum.failed++;
    if (answersNoMore(shot)) sum.pageErrors = (sum.pageErrors ?? 0) + 1;
    else if (shot.status === "error") sum.errors++;
    if (shot.reasons.some((r) => r.code === "no_baseline")) sum.noBaseline++;
    if (showsChanges(shot)) changed.push(shot);
  }
  const approvals = approvalSentences(approved);
  const comparedWith = comparedSentences(references);
  const baselinesKept = keptSentence(all, sum.total);
  return {
    ...sum,
    ...given({ rerun: carriedOf(parts) }),
    ...(changed.length > 0 && { changes: countChanges(changed), changedScreenshots: changed.length }),
    ...(approvals.length > 0 && { approvals }),
    ...(comparedWith.length > 0 && { comparedWith }),
    ...(baselinesKept !== null && { baselinesKept }),
  };
}

/** Returns the current counts of a run's results. */
export async function summaryOf(models: Models, runId: string): Promise<VisualSummary> {
  return countResults(await models.shots.find({ runId }, COUNTED).lean<Counted[]>());
}

/**
 * Writes the counts and the verdict of a finished run again, after results were approved or compared again. Counts again after writing,
 * until nothing changes in between, so that the last of several writers has seen what all of them did, and the next one makes up for a
 * writer that died. `reviewed`: the change comes from decisions that are reported one by one.
 */
export async function refreshSummary(
  models: Models,
  runId: string,
  about: { reviewed?: true } = {},
): Promise<VisualSummary> {
  const run = await models.runs.findOne({ _id: runId, ...SHOWN }).lean<Run>();
  let summary = await summaryOf(models, runId);
  for (;;) {
    const verdict = countedVerdict(run?.type ?? "vrt-test", summary);
    // A failed run (cancelled, lost) has no overall verdict, so good results give it none. A different verdict is reported to those who are
    // notified of verdicts.
    const completed = await models.runs.updateOne(
      { _id: runId, status: "completed" },
      // Set in the same write, so that a reader in between finds unreported changes instead of reported ones.
      { $set: { summary, verdict, outbox: "waiting" }, $inc: { resultsRevision: 1 } },
    );
    if (completed.matchedCount === 0)
      await models.runs.updateOne({ _id: runId, status: "failed" }, { $set: { summary } });
    await dropReports(models, runId);
    const after = await summaryOf(models, runId);
    if (JSON.stringify(after) === JSON.stringify(summary)) {
      // As the write found it, because the run may have ended since it was read.
      if (run && completed.matchedCount > 0) {
        // Of two decisions at once, the one that read first may write last.
        let seen: number | null;
        do {
          seen = await revisionOf(models, runId);
          await refreshProblems(models, run);
          await refreshReviewItems(models, run);
          await refreshSuiteOf(models, run);
        } while ((await revisionOf(models, runId)) !== seen);
      }
      await noteWorkChange(models, "run", runId, about);
      return summary;
    }
    summary = after;
  }
}

async function revisionOf(models: Models, runId: string): Promise<number | null> {
  const run = await models.runs.findOne({ _id: runId }, { resultsRevision: 1 }).lean<Pick<Run, "resultsRevision">>();
  return run?.resultsRevision ?? null;
}

/** Counts an ended run again if its results are no longer those that were counted. */
export async function recountEnded(models: Models, runId: string): Promise<void> {
  const run = await models.runs.findOne({ _id: runId }, { summary: 1 }).lean<Pick<Run, "summary">>();
  if (!run?.summary) return;
  if (!isDeepStrictEqual(await summaryOf(models, runId), run.summary)) await refreshSummary(models, runId);
}

/** Stores what each rule did, counted again after its shots were compared again. */
export async function setRuleTotals(models: Models, runId: string, ruleTotals: RuleTotal[]): Promise<void> {
  await models.runs.updateOne({ _id: runId }, { $set: { ruleTotals } });
}

/** Makes a completed run be reported again, because a decision changed what statuses and comments say, but no count. */
export async function reopenOutbox(models: Models, runId: string): Promise<void> {
  const again = { $set: { outbox: "waiting" as const }, $inc: { resultsRevision: 1 } };
  await models.runs.updateOne({ _id: runId, status: "completed" }, again);
}

/** Drops the reports of a run whose results changed, and of its full audit; the next request creates new ones. */
export async function dropReports(models: Models, runId: string): Promise<void> {
  const run = await models.runs.findOne({ _id: runId }, { parentRunId: 1 }).lean<Pick<Run, "parentRunId">>();
  const ids = [runId, ...(run?.parentRunId ? [run.parentRunId] : [])];
  for (const _id of ids) await models.runs.updateOne({ _id }, { $set: { reports: {} }, $inc: { resultsRevision: 1 } });
}

/**
 * Turns shots without a verdict into errors because their run ended early; those whose picture has become a baseline pass. Returns the
 * number of errors.
 */
export async function settlePendingShots(models: Models, runId: string, at: Date, why?: string): Promise<number> {
  await settlePromotedShots(models, runId, at);
  const message = `This shot was not taken, because the run ended early${why ? `: ${why}` : "."}`;
  const reason: Reason = { code: "not_run", message };
  const settled = await models.shots.updateMany(
    { runId, status: "pending" },
    { $set: { status: "error", reasons: [reason], mismatchPercent: 100, fingerprint: "not_run", decidedAt: at } },
  );
  return settled.modifiedCount;
}

/** Gives every part of a run without a result one that states why. */
export async function settlePending(models: Models, runId: string, at: Date, why?: string): Promise<void> {
  await settlePendingShots(models, runId, at, why);
  await settlePendingPages(models, runId, at, why);
  await settlePendingScenarios(models, runId, at, why);
}

/** Joins an error and an additional sentence. */
export function withSentence(error: string, more: string | null): string {
  return more === null ? error : `${error.replace(/\.$/, "")}. ${more}`;
}

/** Code of audited pages whose run ended before they were audited. */
export const PAGE_NOT_RUN = "not_run";

/** Marks the open pages of an audit as not measured. Returns how many. */
export async function settlePendingPages(models: Models, runId: string, at: Date, why?: string): Promise<number> {
  const reason = `This page was not audited, because the run ended early${why ? `: ${why}` : "."}`;
  const settled = await models.auditPages.updateMany(
    { runId, status: "pending" },
    { $set: { status: "not_measured", code: PAGE_NOT_RUN, reason, decidedAt: at } },
  );
  return settled.modifiedCount;
}

/**
 * Ends a run without a workflow (cancelled, or lost its workflow). Only closes a run that is still running, and returns whether this call
 * did it. Shots without a verdict become errors, the counts include them, and requests for review are closed if nothing is left to decide.
 */
export async function closeRun(
  models: Models,
  { runId, status, error, at }: { runId: string; status: "failed"; error: string; at: Date },
): Promise<boolean> {
  const run = await models.runs.findOne({ _id: runId }, { createdAt: 1 }).lean<Pick<Run, "_id" | "createdAt">>();
  if (!run) return false;
  const duration = Math.max(0, at.getTime() - run.createdAt.getTime());
  const replaced = await replacedSentence(models, runId);
  const closed = await models.runs.updateOne(
    { _id: runId, status: "running" },
    { $set: { status, error: withSentence(error, replaced), verdict: null, finishedAt: at, duration } },
  );
  // Also if another call closed it, because that one may have died before it reached the shots.
  const ended = await models.runs.findOne({ _id: runId, status: "failed" }, { status: 1 }).lean();
  if (ended) {
    await settlePending(models, runId, at, error);
    const scenarios = await scenarioSummary(models, runId);
    if (scenarios.total > 0)
      await models.runs.updateOne({ _id: runId, status: "failed" }, { $set: { summary: scenarios } });
    if ((await summaryOf(models, runId)).total > 0) await refreshSummary(models, runId);
    await settleRun(models, runId, at);
  }
  if (closed.modifiedCount > 0) await noteWorkChange(models, "run", runId);
  return closed.modifiedCount > 0;
}
