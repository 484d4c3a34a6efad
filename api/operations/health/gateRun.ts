// Gate input of one run, for a pull request or for the main branch before a release.

import type { AuditSummary } from "../../../domain/audit/summary.ts";
import { fieldError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import type { AuditedRun, CountedRun, Counts, GateRun } from "../../../domain/health/gateTypes.ts";
import { ownFailures } from "../../../domain/health/ownFailures.ts";
import { GATE_SEVERITIES, newFindingsOf, setAsideOf } from "../../../domain/problems/standing.ts";
import { isPart } from "../../../domain/runs/part.ts";
import { runSummary } from "../../../domain/runs/runSummary.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { countFindings, MAX_LISTED } from "../../../models/findings/queries.ts";
import { isNewSince, referenceOf, type Sought, soughtRun } from "../../../models/findings/reference.ts";
import { problemsOfRun } from "../../../models/problems/ofRun.ts";
import { PROBLEM_RUN_FIELDS, type ProblemRun } from "../../../models/problems/refresh.ts";
import { newAndUnchecked } from "../../../models/problems/unchecked.ts";
import { onMainBranch } from "../../../models/runs/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { findWork } from "../../../models/work/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { auditedPart, countsOf } from "./gather.ts";
import { RUN_FIELDS, type RunRow } from "./healthRuns.ts";
import type { ProjectReads } from "./projectReads.ts";

export const GATE_FIELDS = { ...RUN_FIELDS, ...PROBLEM_RUN_FIELDS, environmentName: 1 } as const;
export type GateRow = RunRow & ProblemRun & Pick<Run, "environmentName">;

/** A run of the same type, and a phrase that describes it in a sentence. */
type GateReference = { runId: string; words: string };

/** What all runs of a gate call share. */
export type Gating = Pick<ProjectReads, "mainBranch" | "decisions" | "leftOpen">;

/** `reference`: what the caller wants the run compared with, instead of its own history. */
export async function gateRun(
  ctx: OperationContext,
  run: GateRow,
  { reference, ...gating }: Gating & { reference?: GateReference },
): Promise<GateRun> {
  const { mainBranch } = gating;
  const runId = run._id;
  if (run.status !== "completed") return { runId, state: run.status, why: run.error };
  const { summary } = run;
  const counts = countsOf(summary);
  if (counts) return countedRun(ctx, run, counts, gating);
  // A completed run always has a summary; without one there is nothing to judge.
  if (summary === null || !("score" in summary)) return { runId, state: "failed" };
  const { base, against, bySeverity, accepted = 0 } = summary as Partial<AuditSummary>;
  const asked = reference && (await askedBase(ctx, run, reference));
  const { critical = 1, serious = 1 } = bySeverity ?? {};
  // An acceptance may have expired since.
  const count = critical + serious + accepted;
  const only = { ...gating, severities: GATE_SEVERITIES, ...given({ isNew: asked?.isNew }) };
  const [problems, left] = await Promise.all([
    count > 0 ? problemsOfRun(ctx.models, run, ctx.now(), only) : [],
    newAndUnchecked(ctx.models, run, ctx.now(), gating),
  ]);
  // Phrase that describes what the findings are compared with.
  const since = reference ? reference.words : onMainBranch(run.branch, mainBranch) ? against : base?.against;
  const findings = newFindingsOf(problems ?? [], left);
  // Without a base for comparison, findings only from older runs are no more certain to be new than those of this run.
  const compared = findings.compared && (left.length === 0 || base !== undefined || reference !== undefined);
  const failures = ownFailures(summary);
  // `accepted` counts all severities, so what is read of them is counted only if it matters.
  const acceptedRead = count > MAX_LISTED ? await countFindings(ctx.models, runId, ["accepted"], GATE_SEVERITIES) : 0;
  const cut = critical + serious + acceptedRead > MAX_LISTED ? MAX_LISTED : undefined;
  return {
    runId,
    state: "audited",
    score: scoreOf(run),
    ...given({ failures: failures.length > 0 ? failures : undefined, part: isPart(run) || undefined }),
    ...auditedPart(run),
    findings: given({ ...findings, compared, since, cut }),
    base: asked?.base ?? base,
  };
}

/** Reads the results only if something did not pass. */
async function countedRun(ctx: OperationContext, run: GateRow, counts: Counts, gating: Gating): Promise<CountedRun> {
  const leftOpen = await gating.leftOpen(run);
  const sentence = runSummary(run).sentence;
  const counted = { runId: run._id, state: "counted" as const, ...counts, sentence, ...leftOpen };
  if (counts.total === counts.passed) return counted;
  const problems = await problemsOfRun(ctx.models, run, ctx.now(), gating);
  return { ...counted, setAside: setAsideOf(problems ?? [], counts) };
}

/** Returns the base that the run would have had if it had been compared with the reference. */
async function askedBase(
  { models }: OperationContext,
  run: GateRow,
  { runId, words }: GateReference,
): Promise<{ base: NonNullable<AuditedRun["base"]>; isNew(finding: Sought): boolean }> {
  const before = await findWork(models, "run", runId);
  // Deleted between two reads.
  if (before === null) throw fieldError("against", `There is no run ${runId}.`);
  const isNew = isNewSince(await referenceOf(models, before, await soughtRun(models, run)));
  return { base: { against: words, score: scoreOf(before), asked: true }, isNew };
}
