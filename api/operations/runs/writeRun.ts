// Creates the document of a run that is about to start. Everything that its caller named is resolved first, so that a refusal writes
// nothing.
import { ProductError } from "../../../domain/errors.ts";
import { given } from "../../../domain/given.ts";
import type { AuditExtra } from "../../../domain/runs/part.ts";
import { inheritedOf, placesOf } from "../../../domain/runs/rerun.ts";
import { browsersOf, FULL_AUDIT, type StatusType, shotKindOf } from "../../../domain/runTypes.ts";
import { nearSentence, type StorageStanding, storageLevel } from "../../../domain/storage/quota.ts";
import type { Reason } from "../../../domain/visual/outcome.ts";
import { BROWSER_WORDS, type BrowserName } from "../../../domain/words/browsers.ts";
import { insertRun, partOfRun } from "../../../models/runs/lifecycle.ts";
import { notStarted as fieldsAtStart, type Run } from "../../../models/runs/schema.ts";
import { findWork } from "../../../models/work/queries.ts";
import { describeCaller } from "../../lib/access.ts";
import { admitRun } from "../../lib/bounds.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { holdRuns } from "../../lib/holdRun.ts";
import { claimRunId, type IdempotentCall, releaseClaim } from "../../lib/idempotency.ts";
import { optional } from "../../lib/optional.ts";
import { requireStorage } from "../../lib/storage.ts";
import { previewOfRun } from "../environments/previewOfRun.ts";
import { resolveEnvironment } from "../environments/resolveEnvironment.ts";
import { historyOfRun } from "../history/takeHistory.ts";
import { capturesFirstOnly } from "./firstPictures.ts";
import { requireSnapshots } from "./quota.ts";
import { requireHeld } from "./requireHeld.ts";
import { requireScenarios } from "./requireScenarios.ts";
import { freshId, partsOfRerun } from "./rerunParts.ts";
import { resolveAgainst } from "./resolveAgainst.ts";
import type { RunInput, RunPlan } from "./runInput.ts";
import { type WhatFailed, whatFailed } from "./whatFailed.ts";

/** Returns the stored run; for a rerun of failures in which nothing failed, returns what it is based on. Throws if the run cannot be started. */
export async function writeRun(
  ctx: OperationContext,
  caller: Caller,
  input: RunInput,
  plan: RunPlan,
  call: IdempotentCall | undefined,
): Promise<Run | WhatFailed> {
  const { project, type, extra = {}, pages, upload } = plan;
  const named = input.environment ? await resolveEnvironment(ctx, project, input.environment) : null;
  const { baseUrl, branch } = input;
  const preview = baseUrl ? await previewOfRun(ctx, project, { baseUrl, branch, named, type }) : null;
  const environment = preview ? preview.counted : named;
  const failed = input.failed
    ? await whatFailed(ctx, project, { ...askedOf(plan), input, environment, preview: preview !== null })
    : null;
  if (failed && failed.rerun === null) return failed;
  const source = failed?.rerun?.runs[type];
  if (input.scenarios) await requireScenarios(ctx, project, input.scenarios, branch || null);
  if (shotKindOf(type) !== null) await requireSnapshots(ctx, caller.orgId);
  const storage = await requireStorage(ctx, caller.orgId);
  const firstOnly =
    shotKindOf(type) === "baseline" && (await capturesFirstOnly(ctx, caller, { project, environment, input, upload }));
  const against = input.against
    ? await resolveAgainst(ctx, project, { asked: input.against, type, extra, pages, input, environment })
    : undefined;
  if (input.worse) requireHeld(input.worse, type, extra);
  const notes = [
    ...(await historyOfRun(ctx, project, input)),
    ...storageNotes(storage),
    ...browserNotes(type, input.browsers),
  ];
  const fresh = await freshId(ctx, caller, plan, failed);
  const run: Run = {
    ...fieldsAtStart(),
    _id: call ? await claimRunId(ctx.models, call, fresh, ctx.now()) : fresh,
    orgId: caller.orgId,
    projectId: project._id,
    projectSlug: project.slug,
    type,
    parentRunId: null,
    environmentId: environment?._id ?? null,
    environmentName: environment?.name ?? null,
    baseUrl: preview?.baseUrl ?? environment?.baseUrl ?? project.baseUrl,
    scenarios: input.scenarios ? [...new Set(input.scenarios)] : null,
    browsers: browsersOf(type, input.browsers),
    branch: input.branch || null,
    commitSha: input.commitSha || null,
    prNumber: input.prNumber ?? null,
    prUrl: input.prUrl || null,
    ciProvider: input.ciProvider || null,
    scheduled: caller.kind === "schedule" ? true : (input.scheduled ?? null),
    issueKey: input.issueKey || null,
    perfBudgets: input.perfBudgets ?? null,
    requestedBy: describeCaller(caller),
    createdAt: ctx.now(),
    warnings: notes,
    extra: failed?.rerun && type === FULL_AUDIT ? partsOfRerun(extra, failed) : extra,
    ...given({
      location: failed?.rerun
        ? (placesOf(failed.rerun)[0] ?? undefined)
        : input.location || named?.location || environment?.location || undefined,
      pages,
      upload,
      against,
      worse: input.worse,
      baseBranch: input.baseBranch || undefined,
      commitMessage: input.commitMessage || undefined,
      commitAuthor: input.commitAuthor || undefined,
      commitUrl: input.commitUrl || undefined,
      historyNotes: notes.length > 0 ? notes : undefined,
      startOutbox: input.commitSha ? ("waiting" as const) : undefined,
      requestedByApp: caller.kind === "key" ? caller.app?.name : undefined,
      firstPicturesOnly: firstOnly || undefined,
      rerun: failed?.rerun ?? undefined,
    }),
  };
  if (source) Object.assign(run, inheritedOf(source, run));
  const part = await partOfRun(ctx.models, run);
  if (part) run.part = part;
  try {
    await holdRuns(ctx, builtOn(run));
    await admitRun(ctx, caller.orgId, { id: run._id, location: run.location });
    if (preview) run.preview = await preview.keep();
  } catch (error) {
    // After any other error, the same call may still start this run.
    if (!call || !(error instanceof ProductError)) throw error;
    await optional(ctx, "a refused start keeps its Idempotency-Key", { runId: run._id }, () =>
      releaseClaim(ctx.models, call, run._id),
    );
    const stored = await findWork(ctx.models, "run", run._id);
    if (!stored) throw error;
    return stored;
  }
  if (await insertRun(ctx.models, run)) return run;
  // Another call with this Idempotency-Key stored the run first, so its document is returned, even if the run has progressed since.
  return (await findWork(ctx.models, "run", run._id)) ?? run;
}

/** Returns a warning about the organisation's storage, stored with the run's notes from its start. */
function storageNotes(standing: StorageStanding): Reason[] {
  const { used, limit } = standing;
  if (limit === null || storageLevel(standing) === "ok") return [];
  return [{ code: "storage_almost_full", message: nearSentence(used, limit) }];
}

/** Returns a warning about browsers that the run was asked to use and does not use. */
function browserNotes(type: StatusType, asked: readonly BrowserName[] = []): Reason[] {
  const used = browsersOf(type, asked);
  const unused = [...new Set(asked)].filter((browser) => !used.includes(browser));
  if (unused.length === 0) return [];
  const [names, own] = [unused, used].map((browsers) => browsers.map((one) => BROWSER_WORDS[one]).join(" and "));
  return [
    {
      code: "browser_not_used",
      message: `Audits open pages in ${own}. ${names} ${unused.length === 1 ? "was" : "were"} not used.`,
    },
  ];
}

/** Returns the runs that this run takes parts from or is compared with. */
const builtOn = ({ rerun, against }: Run): string[] =>
  [rerun?.runs, against?.runs].flatMap((runs) => Object.values(runs ?? {}).map(({ runId }) => runId));

/** Returns what a plan says about the pillars of a full audit. */
const askedOf = ({ type, extra = {} }: RunPlan) => {
  const { named = false, pillars = [] } = extra as AuditExtra;
  return { type, named, pillars };
};
