// Starts a run of one feature, or of every ready feature of a project.
import { ProductError } from "../../../domain/errors.ts";
import { MAX_RETRIES } from "../../../domain/functional/attemptStatus.ts";
import { tagFilter } from "../../../domain/functional/gherkin/tags.ts";
import { DEFAULT_OPTIONS, type FeatureRunOptions, type ViewportName } from "../../../domain/functional/runOptions.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import { findFeature } from "../../../models/features/queries.ts";
import { requireRunRight, resolveProject } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { beginRun } from "../runs/beginRun.ts";
import type { RunInput, StartedRun } from "../runs/runInput.ts";
import { requirePillars } from "../runs/startRun.ts";

export type FeatureRunInput = Pick<
  RunInput,
  | "environment"
  | "location"
  | "baseUrl"
  | "branch"
  | "baseBranch"
  | "commitSha"
  | "history"
  | "scheduled"
  | "prNumber"
  | "issueKey"
> & {
  project?: string;
  /** If omitted, runs every ready feature; a named feature may be a draft. */
  featureId?: string;
  /** Former name of `verifyTracking`. */
  verifyAnalytics?: boolean;
  verifyTracking?: boolean;
  browsers?: BrowserName[];
  viewports?: ViewportName[];
  /** A tag expression. */
  tags?: string;
  retries?: number;
};

export type StartedFeatureRun = StartedRun & { featureId: string | null };

/** Throws `not_found` for an unknown feature, `plan_gate` if the plan locks the pillar, and `validation_error` for an invalid tag expression. */
export async function startFeatureRun(
  ctx: OperationContext,
  caller: Caller,
  input: FeatureRunInput,
): Promise<StartedFeatureRun> {
  requireRunRight(caller);
  const project = await resolveProject(ctx, caller, input.project);
  await requirePillars(ctx, caller.orgId, ["functional"]);
  const { featureId, tags = "" } = input;
  if (tags !== "") tagFilter(tags);
  const feature = featureId === undefined ? null : await findFeature(ctx.models, { projectId: project._id, featureId });
  if (featureId !== undefined && feature === null)
    throw new ProductError("not_found", `The project ${project.name} has no feature "${featureId}".`);
  const options: FeatureRunOptions = {
    ...DEFAULT_OPTIONS,
    featureIds: feature ? [feature.featureId] : null,
    tags,
    ...(input.viewports?.length ? { viewports: [...new Set(input.viewports)] } : {}),
    retries: Math.min(MAX_RETRIES, input.retries ?? DEFAULT_OPTIONS.retries),
    verifyTracking: input.verifyTracking === true || input.verifyAnalytics === true,
  };
  const { environment, location, baseUrl, branch, baseBranch, commitSha, history, scheduled, prNumber } = input;
  const { issueKey, browsers } = input;
  const started = await beginRun(
    ctx,
    caller,
    {
      environment,
      location,
      baseUrl,
      branch,
      baseBranch,
      commitSha,
      history,
      scheduled,
      prNumber,
      issueKey,
      browsers,
    },
    { project, type: "frt-test", extra: { functional: options }, body: input },
  );
  const what = feature ? `"${feature.name}"` : "all ready features";
  return {
    ...started,
    message: `${started.message.replace(/\.$/, "")}: ${what}.`,
    featureId: feature?.featureId ?? null,
  };
}
