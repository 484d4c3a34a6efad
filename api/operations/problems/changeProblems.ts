// Many problems at once: assigned, snoozed or accepted. Each stands for itself: what was refused leaves the others changed.
import { MAX_AT_ONCE } from "../../../domain/audit/acceptance.ts";
import { isAudit } from "../../../domain/audit/pillars.ts";
import { ProductError } from "../../../domain/errors.ts";
import { plural } from "../../../domain/text.ts";
import { findingsOfRun } from "../../../models/findings/queries.ts";
import { chunksOf } from "../../../models/lib/chunks.ts";
import type { Problem } from "../../../models/problems/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { acceptFindings, unacceptFindings } from "../findings/acceptFindings.ts";
import { changeProblem, type ProblemChange, requireProblem, undoProblem } from "./changeProblem.ts";
import { type ProblemView, problemView } from "./problemView.ts";

/** Problems of one call. */
export const MAX_CHANGED = 100;
/** Findings of one problem that are accepted with it. */
const MAX_FINDINGS = 1_000;

/** `rev`: the state that the person saw. */
export type Chosen = { id: string; rev: number };
/** `accept` of findings needs an end. null takes the acceptance back. */
export type ManyChange = Pick<ProblemChange, "assignee" | "snooze" | "accept">;
/** `now`: how it stands, where somebody else changed it first. */
export type Refused = { id: string; message: string; now: ProblemView | null };
export type ManyChanged = { changed: ProblemView[]; refused: Refused[] };

/** Throws not_found where one of them is not the project's; everything else is told of each. */
export async function changeProblems(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { problems, ...change }: { problems: readonly Chosen[] } & ManyChange,
): Promise<ManyChanged> {
  if (Object.keys(change).length !== 1)
    throw new ProductError("validation_error", "Name one thing to change: assignee, snooze or accept.", {
      fields: [{ path: "assignee", message: "Name one thing to change." }],
    });
  const { accept } = change;
  return eachOf(ctx, caller, slug, problems, async (project, problem, rev) => {
    if (accept === undefined || !isAudit(problem.pillar))
      return changeProblem(ctx, caller, problem._id, { rev, ...change });
    if (problem.rev !== rev) throw await staleOf(ctx, caller, problem._id);
    await (accept === null
      ? unaccept(ctx, caller, project, problem)
      : acceptAll(ctx, caller, project, problem, accept));
    return problemView(ctx, await requireProblem(ctx, caller, problem._id));
  });
}

/** Takes the last change of each back. */
export const undoProblems = (
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  problems: readonly Chosen[],
): Promise<ManyChanged> => eachOf(ctx, caller, slug, problems, (_, { _id }, rev) => undoProblem(ctx, caller, _id, rev));

type Work = (project: Project, problem: Problem, rev: number) => Promise<ProblemView>;

async function eachOf(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  chosen: readonly Chosen[],
  work: Work,
): Promise<ManyChanged> {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, slug);
  const once = [...new Map(chosen.map((one) => [one.id, one])).values()];
  for (const { id } of once)
    if ((await requireProblem(ctx, caller, id)).projectId !== project._id)
      throw new ProductError("not_found", `The problem "${id}" was not found.`);
  const done: ManyChanged = { changed: [], refused: [] };
  for (const { id, rev } of once) {
    try {
      done.changed.push(await work(project, await requireProblem(ctx, caller, id), rev));
    } catch (error) {
      if (!(error instanceof ProductError) || error.code === "validation_error") throw error;
      const { now = null } = (error.details ?? {}) as { now?: ProblemView };
      done.refused.push({ id, message: error.message, now });
    }
  }
  return done;
}

async function staleOf(ctx: OperationContext, caller: Caller, id: string): Promise<ProductError> {
  const now = problemView(ctx, await requireProblem(ctx, caller, id));
  return new ProductError("conflict", "Somebody else changed this problem. Reload it and try again.", { now });
}

/** The findings that a problem stands for in the newest run that saw it. */
async function fingerprintsOf(
  { models }: OperationContext,
  { cause, lastSeen }: Problem,
  accepted: boolean,
): Promise<string[]> {
  const outcomes = accepted ? (["accepted"] as const) : (["failed", "warning", "review"] as const);
  const found = await findingsOfRun(models, lastSeen.runId, { outcomes, fields: { fingerprint: 1, cause: 1 } });
  return found.filter((one) => (one.cause ?? one.fingerprint) === cause).map(({ fingerprint }) => fingerprint);
}

async function acceptAll(
  ctx: OperationContext,
  caller: Caller,
  project: Project,
  problem: Problem,
  { reason, until }: NonNullable<ProblemChange["accept"]>,
): Promise<void> {
  if (until === undefined)
    throw new ProductError("validation_error", "accept.until is required: findings are accepted until a date.", {
      fields: [{ path: "accept.until", message: "accept.until is required for findings." }],
    });
  const fingerprints = await fingerprintsOf(ctx, problem, false);
  if (fingerprints.length === 0)
    throw new ProductError("conflict", "The newest run that saw this problem has no open finding of it.");
  if (fingerprints.length > MAX_FINDINGS)
    throw new ProductError(
      "conflict",
      `It stands for ${plural(fingerprints.length, "finding")}, and at most ${MAX_FINDINGS} are accepted at once.`,
    );
  const { runId } = problem.lastSeen;
  for (const some of chunksOf(fingerprints, MAX_AT_ONCE))
    await acceptFindings(ctx, caller, { project, runId, fingerprints: some, reason, until, replaces: [] });
}

async function unaccept(ctx: OperationContext, caller: Caller, project: Project, problem: Problem): Promise<void> {
  const fingerprints = await fingerprintsOf(ctx, problem, true);
  const { runId } = problem.lastSeen;
  for (const some of chunksOf(fingerprints, MAX_AT_ONCE))
    await unacceptFindings(ctx, caller, { project, runId, fingerprints: some });
}
