// Approving: pictures of failed or missing results become baselines, and the results count as passed.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import type { ReasonCode } from "../../../domain/visual/outcome.ts";
import type { BaselinePicture } from "../../../models/baseline.ts";
import { promote } from "../../../models/baselines/promote.ts";
import { refreshSummary } from "../../../models/runs.ts";
import type { Shot } from "../../../models/shot.ts";
import { describeCaller, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { hintOf } from "../../lib/nearest.ts";
import { findVisualRun, takenRun } from "../runs/latestRun.ts";

export type ApproveInput = {
  project?: string;
  runId?: string;
  scenarios: string[];
  viewports?: string[];
  browsers?: string[];
  environment?: string;
  branch?: string;
};

type Place = { scenarioLabel: string; viewport: string; browser: string; selector: string | null };
export type Approval = {
  runId: string;
  projectSlug: string;
  environmentName: string | null;
  branch: string | null;
  /** Which run was meant by a call that named none, in a sentence. */
  taken: string | null;
  promoted: (Place & { baselineVersionId: string })[];
  skipped: (Place & { reason: string })[];
};

/** Errors whose picture is good: only the other side was missing. */
const MISSING: readonly ReasonCode[] = ["no_baseline", "baseline_missing_file"];

/**
 * Promotes the results named. Safe to repeat and to race: a result is promoted once, and a second caller finds it
 * among `skipped`.
 */
export async function approveResults(ctx: OperationContext, caller: Caller, input: ApproveInput): Promise<Approval> {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, input.project);
  const run = await findVisualRun(ctx, project, input);
  const shots = await ctx.models.shots.find({ runId: run._id }).sort({ index: 1 }).lean<Shot[]>();
  requireLabels(input.scenarios, shots);

  const wanted = shots.filter(
    (s) =>
      input.scenarios.includes(s.scenarioLabel) &&
      (!input.viewports || input.viewports.includes(s.viewport)) &&
      (!input.browsers || input.browsers.includes(s.browser)),
  );
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
    const { scenarioLabel, viewport, browser } = shot;
    const place: Place = { scenarioLabel, viewport, browser, selector: shot.selector || null };
    const done = await approveShot(ctx, caller, shot);
    if ("reason" in done) approval.skipped.push({ ...place, ...done });
    else approval.promoted.push({ ...place, ...done });
  }
  // Also when nothing was promoted: an earlier call may have died before it came to the counts.
  await refreshSummary(ctx.models, run._id);
  if (approval.promoted.length > 0)
    await recordAudit(ctx, caller, "results.approve", run._id, {
      scenarios: input.scenarios,
      promoted: approval.promoted.length,
      skipped: approval.skipped.length,
    });
  return approval;
}

/** A label that the run does not have is a typing error: nothing is promoted. */
function requireLabels(labels: string[], shots: Shot[]): void {
  const known = [...new Set(shots.map((s) => s.scenarioLabel))];
  const index = labels.findIndex((label) => !known.includes(label));
  if (index < 0) return;
  const message = `The run has no result of a scenario "${labels[index]}".${hintOf(labels[index]!, known)}`;
  throw new ProductError("validation_error", message, { fields: [{ path: `scenarios[${index}]`, message }] });
}

async function approveShot(
  ctx: OperationContext,
  caller: Caller,
  shot: Shot,
): Promise<{ baselineVersionId: string } | { reason: string }> {
  const refusal = whyNot(shot);
  if (refusal) return { reason: refusal };
  const picture = pictureOf(shot);
  if (!picture) return { reason: "It has no usable picture: run the test again." };
  // The baseline first: should we die now, the result is still failed and the next call finds the version made.
  const { version } = await promote(ctx.models, {
    key: shot.baselineKey,
    picture,
    by: describeCaller(caller),
    how: "approve",
    fromRunId: shot.runId,
    fromShotId: shot._id,
    at: ctx.now(),
    id: makeId("baselineVersion", ctx.ulid()),
  });
  const marked = await ctx.models.shots.updateOne(
    { _id: shot._id, status: shot.status },
    { $set: { status: "approved" } },
  );
  return marked.modifiedCount > 0
    ? { baselineVersionId: version._id }
    : { reason: "Someone else approved it at the same moment." };
}

/** What an approved result was before, and is again when its approval is taken back. */
export function unapprovedStatus({ reasons }: Pick<Shot, "reasons">): "error" | "failed" {
  return reasons.some((r) => MISSING.includes(r.code)) ? "error" : "failed";
}

function whyNot(shot: Shot): string | null {
  if (shot.status === "passed") return "It passes already.";
  if (shot.status === "approved") return "It is approved already.";
  if (shot.status === "pending") return "It has no result.";
  const missing = shot.reasons.some((r) => MISSING.includes(r.code));
  if (shot.status === "error" && !missing) return shot.reasons[0]?.message ?? "It could not be judged.";
  return null;
}

/** The picture of the last attempt, which is the one that decided. */
function pictureOf(shot: Shot): BaselinePicture | null {
  const last = shot.captures.findLast((c) => c.artifactId !== null);
  if (!last?.artifactId || !last.frameSha256 || !last.pixelSha256 || !last.renderer) return null;
  const { artifactId, mapId, frameSha256, pixelSha256, width, height, renderer, restless } = last;
  return {
    artifactId,
    mapId,
    frameSha256,
    pixelSha256,
    width,
    height,
    renderer,
    ...(restless?.length && { restless }),
  };
}
