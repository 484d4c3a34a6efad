// Approves results: screenshots of failed or missing results become baselines, and the results count as passed.
import { fieldError } from "../../../domain/errors.ts";
import { hintOf } from "../../../domain/nearest.ts";
import { NO_MODE } from "../../../domain/visual/modes.ts";
import { refreshSummary } from "../../../models/runs/writes.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { decided } from "../../lib/decided.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { requirePersonOnMain } from "../../lib/protectedMain.ts";
import { settleReviews } from "../../lib/settleReviews.ts";
import { findVisualRun, takenRun } from "../runs/latestRun.ts";
import { approveShot, whyNot } from "./approveShot.ts";
import { placeOf, type ShotPlace } from "./findShot.ts";

export type ApproveInput = {
  project?: string;
  runId?: string;
  scenarios: string[];
  viewports?: string[];
  browsers?: string[];
  /** "default" selects results without a mode. */
  modes?: string[];
  environment?: string;
  branch?: string;
};

/** Maximum number of results promoted per call, because each takes some ten writes and the caller waits for all of them. */
export const MAX_APPROVED = 1_000;

export type Approval = {
  runId: string;
  projectSlug: string;
  environmentName: string | null;
  branch: string | null;
  /** A sentence on which run was used if the call named none; null otherwise. */
  taken: string | null;
  promoted: (ShotPlace & { baselineVersionId: string })[];
  skipped: (ShotPlace & { reason: string })[];
};

/**
 * Promotes the named results. Throws `validation_error` if there are more than `MAX_APPROVED`. Safe to repeat and to run concurrently: a
 * result is promoted only once, and a second caller finds it in `skipped`.
 */
export async function approveResults(ctx: OperationContext, caller: Caller, input: ApproveInput): Promise<Approval> {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, input.project);
  const run = await findVisualRun(ctx, project, input);
  requirePersonOnMain(caller, project, run.branch, "approving");
  const shots = await shotsOf(ctx.models, { runId: run._id });
  requireKnown("scenarios", input.scenarios, shots);
  requireKnown("modes", input.modes ?? [], shots);
  const wanted = shots.filter(
    (s) =>
      input.scenarios.includes(s.scenarioLabel) &&
      (!input.viewports || input.viewports.includes(s.viewport)) &&
      (!input.browsers || input.browsers.includes(s.browser)) &&
      (!input.modes || input.modes.includes(s.mode ?? NO_MODE)),
  );
  requireFew(wanted);
  await holdRuns(ctx, [run._id]);
  const approval: Approval = {
    runId: run._id,
    projectSlug: project.slug,
    environmentName: run.environmentName,
    branch: run.branch,
    taken: input.runId ? null : takenRun(run),
    promoted: [],
    skipped: [],
  };
  for (const shot of wanted) {
    const done = await approveShot(ctx, caller, shot);
    if ("reason" in done) approval.skipped.push({ ...placeOf(shot), ...done });
    else approval.promoted.push({ ...placeOf(shot), ...done });
  }
  // Done even if nothing was promoted, because an earlier call may have died before updating the counts.
  await refreshSummary(ctx.models, run._id);
  await decided(ctx, project._id, []);
  await settleReviews(ctx, run._id);
  if (approval.promoted.length > 0)
    await recordAudit(ctx, caller, "results.approve", run._id, {
      scenarios: input.scenarios,
      promoted: approval.promoted.length,
      skipped: approval.skipped.length,
    });
  return approval;
}

/** Counts only results that can be approved; the others cost nothing. */
function requireFew(wanted: readonly Shot[]): void {
  const open = wanted.filter((shot) => whyNot(shot) === null).length;
  if (open <= MAX_APPROVED) return;
  const message = `The scenarios have ${open} results to approve: at most ${MAX_APPROVED} are approved at a time. Name fewer scenarios, or viewports.`;
  throw fieldError("scenarios", message);
}

/** Fields by which callers select results. */
const NAMED_BY = {
  scenarios: { nameOf: ({ scenarioLabel }: Shot): string => scenarioLabel, words: "of a scenario" },
  modes: { nameOf: ({ mode }: Shot): string => mode ?? NO_MODE, words: "in the mode" },
} as const;

/** Throws `validation_error` for a name that the run does not have, because it is a typing error; nothing is promoted. */
function requireKnown(field: keyof typeof NAMED_BY, names: readonly string[], shots: readonly Shot[]): void {
  const { nameOf, words } = NAMED_BY[field];
  const known = [...new Set(shots.map(nameOf))];
  const index = names.findIndex((name) => !known.includes(name));
  if (index < 0) return;
  const message = `The run has no result ${words} "${names[index]}".${hintOf(names[index]!, known)}`;
  throw fieldError(`${field}[${index}]`, message);
}
