// Resolves the reference that a gate call wants its audits compared with, instead of the one used when each run finished.
import type { AuditedRun } from "../../../domain/health/gateTypes.ts";
import type { AskedReference } from "../../../domain/history/asked.ts";
import { scoreOf } from "../../../domain/runs/score.ts";
import { partsOfType } from "../../../domain/runTypes.ts";
import { isNewSince, referenceOf, type Sought, soughtRun } from "../../../models/findings/reference.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { findWork } from "../../../models/work/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { referenceFor } from "../runs/referenceFor.ts";
import { refusedReference } from "../runs/refusedReference.ts";

type JudgedRun = Pick<Run, "_id" | "type" | "pages" | "scenarios" | "environmentId">;

/** A run of the same type, and a phrase that describes it in a sentence. */
export type GateReference = { runId: string; words: string };

/**
 * Resolves the reference. Screenshots and scenarios keep their own comparison, because comparing them again would need the images. Throws
 * `validation_error` if the reference does not exist or does not fit, or if no audit is judged.
 */
export async function referenceOfGate(
  ctx: OperationContext,
  project: Project,
  { asked, judged }: { asked: string; judged: readonly JudgedRun[] },
): Promise<AskedReference> {
  const audits = judged.filter(({ type }) => partsOfType(type) === "pages");
  if (judged.length > 0 && audits.length === 0)
    throw refusedReference("No audit is checked here, so nothing is compared with another run: omit against.");
  const wanted = audits.map(({ _id, type, pages, scenarios, environmentId }) => ({
    type,
    pages,
    scenarios,
    environmentId,
    judged: _id,
  }));
  return referenceFor(ctx, project, { asked, wanted, environmentId: null });
}

/** Returns the base that the run would have had if it had been compared with the reference. */
export async function askedBase(
  { models }: OperationContext,
  run: Pick<Run, "_id" | "baseUrl" | "scenarios">,
  { runId, words }: GateReference,
): Promise<{ base: NonNullable<AuditedRun["base"]>; isNew(finding: Sought): boolean }> {
  const before = await findWork(models, "run", runId);
  // Deleted between two reads.
  if (before === null) throw refusedReference(`There is no run ${runId}.`);
  const now = await soughtRun(models, run);
  const isNew = isNewSince(await referenceOf(models, before, now), now);
  return { base: { against: words, score: scoreOf(before.summary), asked: true }, isNew };
}
