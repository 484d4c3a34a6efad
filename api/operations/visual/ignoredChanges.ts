// Ignored changes of a project or of one scenario: listed with their state, stopped, and resumed.
import { ProductError } from "../../../domain/errors.ts";
import { endedWords, stateOf } from "../../../domain/visual/ignored/ignored.ts";
import { modeField } from "../../../domain/visual/viewWords.ts";
import { baselineIdOf } from "../../../models/baselines/key.ts";
import { baselinesOfShots } from "../../../models/baselines/queries.ts";
import {
  findIgnoredChange,
  ignoredChangesOf,
  resumeIgnored,
  stopIgnored,
} from "../../../models/ignoredChanges/queries.ts";
import type { IgnoredChange } from "../../../models/ignoredChanges/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { describeCaller, requireReadRight, requireRight, resolveProject } from "../../lib/access.ts";
import { recordAudit } from "../../lib/auditLog.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { versionConflict } from "../../lib/versionConflict.ts";
import { requireScenario } from "../rules/upsertRule.ts";

const MAX_LISTED = 500;

/** Returns the newest ones, newest first, including those that have ended, and whether there are more. `scenario`: its label. */
export async function listIgnoredChanges(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { scenario }: { scenario?: string | undefined } = {},
) {
  requireReadRight(caller);
  const project = await resolveProject(ctx, caller, slug);
  const scenarioId = scenario === undefined ? undefined : (await requireScenario(ctx, project._id, scenario))._id;
  const stored = await ignoredChangesOf(ctx.models, { projectId: project._id, scenarioId }, MAX_LISTED + 1);
  return { ignored: await viewsOf(ctx, project, stored.slice(0, MAX_LISTED)), more: stored.length > MAX_LISTED };
}

async function viewsOf(ctx: OperationContext, project: Project, stored: readonly IgnoredChange[]) {
  const keyed = stored.map((one) => ({ one, baselineKey: { ...one, branch: one.branch || project.mainBranch } }));
  const standing = await baselinesOfShots(ctx.models, keyed);
  return keyed.map(({ one, baselineKey }) => {
    const current = standing.get(baselineIdOf(baselineKey));
    const baseline = current && !current.withdrawn ? current.picture.artifactId : undefined;
    const state = stateOf(one, { now: ctx.now(), baseline });
    return {
      id: one._id,
      state,
      sentence: endedWords(one, state),
      scenarioLabel: one.scenarioLabel,
      viewport: one.viewport,
      browser: one.browser,
      ...modeField(one),
      selector: one.selector || null,
      branch: one.branch || null,
      sentences: one.sentences,
      end: one.end,
      until: one.until?.toISOString() ?? null,
      note: one.note,
      by: one.by,
      at: one.at.toISOString(),
      runId: one.runId,
      shotId: one.shotId,
      stoppedAt: one.stoppedAt?.toISOString() ?? null,
    };
  });
}

/**
 * `ignored` false stops it for future runs; true reverts the stop made at `stoppedAt`. Existing results stay. Throws `conflict` if
 * somebody else did it first.
 */
export async function setIgnoredChange(
  ctx: OperationContext,
  caller: Caller,
  slug: string,
  { id, ignored, stoppedAt }: { id: string; ignored: boolean; stoppedAt?: string | undefined },
) {
  requireRight(caller, "mcpWrite");
  const project = await resolveProject(ctx, caller, slug);
  const stored = await findIgnoredChange(ctx.models, project._id, id);
  if (!stored) throw new ProductError("not_found", `There is no ignored change "${id}" in this project.`, { id });
  const by = describeCaller(caller);
  const done = ignored
    ? stoppedAt !== undefined && (await resumeIgnored(ctx.models, id, new Date(stoppedAt)))
    : await stopIgnored(ctx.models, id, { by, at: ctx.now() });
  const now = (await findIgnoredChange(ctx.models, project._id, id)) ?? stored;
  const [view] = await viewsOf(ctx, project, [now]);
  if (!view) throw new ProductError("not_found", `There is no ignored change "${id}" in this project.`, { id });
  if (!done) {
    const what = now.stoppedAt ? `${now.stoppedBy} stopped ignoring it` : "Somebody else resumed it";
    throw versionConflict(`${what} first.`, { now: view });
  }
  const { scenarioLabel, sentences } = stored;
  const details = { project: project.slug, scenarioLabel, change: sentences[0] ?? null };
  await recordAudit(ctx, caller, ignored ? "ignoredChange.resume" : "ignoredChange.stop", id, details);
  return view;
}
