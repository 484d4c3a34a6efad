// Heal proposals, and the reasons why there is none, as people and tools read them.
import { ProductError } from "../../../../domain/errors.ts";
import {
  type HealOutcome,
  type HealRefusal,
  type HealStatus,
  patchesOf,
} from "../../../../domain/functional/heal/outcome.ts";
import type { HealPatch } from "../../../../domain/functional/heal/patch.ts";
import { describeLocator } from "../../../../domain/functional/locatorWords.ts";
import type { StepDef } from "../../../../domain/functional/stepDef.ts";
import type { Locator } from "../../../../domain/functional/target.ts";
import { featureSentences } from "../../../../models/features/queries.ts";
import { findHealProposal } from "../../../../models/healProposals/queries.ts";
import { type HealProposal, outcomeOf } from "../../../../models/healProposals/schema.ts";
import type { Job } from "../../../../models/jobs/schema.ts";
import type { Project } from "../../../../models/projects/schema.ts";
import { scenarioRunOf } from "../../../../models/scenarioRuns/queries.ts";
import type { Caller, OperationContext } from "../../../lib/context.ts";
import { liveWork } from "../../../lib/liveWork.ts";
import { artifactUrl } from "../../../lib/publicLink.ts";
import { findJob } from "../../jobs/findJob.ts";
import { projectStepDefs } from "../library.ts";
import { stepUsage } from "../stepUsage.ts";

export type HealUser = { featureId: string; name: string };

export type HealView = {
  /** `none`: nothing is proposed. `running`: `get_job_status` of the job returns more. */
  status: HealStatus | "none" | "running";
  jobId: string | null;
  healId: string | null;
  runId: string;
  featureId: string | null;
  scenario: string | null;
  step: HealOutcome["step"];
  why: HealRefusal | null;
  message: string;
  score: number | null;
  lead: number | null;
  patch: PatchView | null;
  /** Later steps that broke too and are healed along with this one. */
  also: { step: NonNullable<HealOutcome["step"]>; score: number | null; lead: number | null; patch: PatchView }[];
  candidates: HealOutcome["candidates"];
  replay: HealOutcome["replay"];
  pictures: { before: string | null; found: string | null; after: string | null };
  /** Set on a running heal if Temporal did not answer, so that the message is from the last stored state. */
  stale?: true;
  /** Features that use what the patch changes; null if they were not looked up. */
  users: { features: HealUser[]; more: number } | null;
};

export type PatchView = {
  kind: HealPatch["kind"];
  stepDefId: string | null;
  featureId: string | null;
  /** In words: locators, or the sentence. */
  before: string[];
  after: string[];
  /** How the element is found after the change. */
  finds: string | null;
  locators: Locator[];
  /** Definition that is added to the project. */
  stepDef: StepDef | null;
};

/** Maximum number of features named. */
const MAX_USERS = 50;

export type HealPlace = { runId: string; featureId: string | null; scenario: string | null };

export function viewOfOutcome(
  ctx: OperationContext,
  place: HealPlace,
  outcome: HealOutcome,
  of: Partial<Pick<HealView, "jobId" | "healId" | "status" | "users">> = {},
): HealView {
  const { patch, finds, pictures, why, message, step, score, lead, candidates, replay, also = [] } = outcome;
  const open = (id: string | null) => (id === null ? null : artifactUrl(ctx, id));
  return {
    status: patch === null ? "none" : "proposed",
    jobId: null,
    healId: null,
    users: null,
    ...place,
    ...of,
    step,
    why,
    message,
    score,
    lead,
    candidates,
    replay,
    patch: patch && patchView(patch, finds),
    also: also.map((one) => ({
      step: one.step,
      score: one.score,
      lead: one.lead,
      patch: patchView(one.patch, one.finds),
    })),
    pictures: { before: open(pictures.before), found: open(pictures.found), after: open(pictures.after) },
  };
}

function patchView(patch: HealPatch, finds: string | null): PatchView {
  const none = { stepDefId: null, featureId: null, locators: [], stepDef: null };
  if (patch.kind === "locators") {
    const words = (locators: Locator[]) => locators.map(describeLocator);
    const { kind, stepDefId, before, after } = patch;
    return { ...none, kind, stepDefId, finds, before: words(before), after: words(after), locators: after };
  }
  const { kind, featureId, before, after } = patch;
  const stepDef = patch.kind === "definition" ? patch.def : null;
  return { ...none, kind, featureId, finds, before: [before], after: [after], stepDef, stepDefId: stepDef?.id ?? null };
}

export function viewOfProposal(
  ctx: OperationContext,
  proposal: HealProposal,
  users: HealView["users"] = null,
): HealView {
  const { _id: healId, jobId, runId, featureId, scenario, status } = proposal;
  return viewOfOutcome(ctx, { runId, featureId, scenario }, outcomeOf(proposal), { healId, jobId, status, users });
}

/**
 * Returns every feature that uses what the patches change. A sentence is only rewritten in its own feature, although other features may
 * contain the same sentence.
 */
export async function usersOfPatches(
  ctx: OperationContext,
  projectId: string,
  patches: readonly HealPatch[],
): Promise<NonNullable<HealView["users"]>> {
  const features = new Map<string, HealUser>();
  for (const patch of patches) {
    const using =
      patch.kind === "locators"
        ? (await stepUsage(ctx, projectId, patch.stepDefId, await projectStepDefs(ctx, projectId))).features
        : (await featureSentences(ctx.models, projectId)).filter(({ sentences }) => sentences.includes(patch.before));
    for (const { featureId, name } of using) features.set(featureId, { featureId, name });
  }
  const named = [...features.values()].slice(0, MAX_USERS);
  return { features: named, more: features.size - named.length };
}

/**
 * Returns the current result of a job, read from its workflow. Throws `not_found` for a job of another project, and `tool_error` if the
 * job failed or was cancelled.
 */
export async function readHealJob(
  ctx: OperationContext,
  caller: Caller,
  { project, jobId }: { project: Project; jobId: string },
): Promise<HealView> {
  const { work: job, progress, stale } = await liveWork(ctx, "job", await findJob(ctx, caller, jobId));
  if (job.status === "failed" || job.status === "cancelled")
    throw new ProductError(
      "tool_error",
      `The step could not be healed: ${job.error ?? "no reason was recorded"} Call again, or run the feature again first.`,
    );
  const view = await viewOfJob(ctx, project._id, { ...job, progress });
  return view.status === "running" && stale ? { ...view, stale } : view;
}

/** Returns the view of a job without reading it again. */
export async function viewOfJob(ctx: OperationContext, projectId: string, job: Job): Promise<HealView> {
  const { scenarioRunId } = job.input as { scenarioRunId: string };
  const scenario = await scenarioRunOf(ctx.models, projectId, scenarioRunId);
  const place: HealPlace = {
    runId: scenario?.runId ?? "",
    featureId: scenario?.featureId ?? null,
    scenario: scenario?.name ?? null,
  };
  if (job.result === null) return runningView(place, job);
  const { healId, outcome } = job.result as { healId: string | null; outcome: string };
  const told = JSON.parse(outcome) as HealOutcome;
  const users = told.patch && (await usersOfPatches(ctx, projectId, patchesOf(told)));
  const proposal = healId === null ? null : await findHealProposal(ctx.models, projectId, healId);
  const status = proposal?.status ?? (told.patch === null ? "none" : "outdated");
  return viewOfOutcome(ctx, place, told, { jobId: job._id, healId, status, users });
}

function runningView(place: HealPlace, job: Job): HealView {
  const { phase, done, total } = job.progress;
  return {
    status: "running",
    jobId: job._id,
    healId: null,
    ...place,
    step: null,
    why: null,
    score: null,
    lead: null,
    message: `The step is being healed: ${phase}, ${done} of ${total}.`,
    patch: null,
    also: [],
    candidates: [],
    replay: null,
    users: null,
    pictures: { before: null, found: null, after: null },
  };
}
