// The scenario that an uploaded screenshot belongs to.
import { ProductError } from "../../../domain/errors.ts";
import { makeId } from "../../../domain/ids.ts";
import { SCENARIO_DEFAULTS } from "../../../domain/import/scenarioShape.ts";
import { baselineModesOf, NO_MODE } from "../../../domain/visual/modes.ts";
import type { ViewportName } from "../../../domain/visual/shot.ts";
import { isDuplicateKey } from "../../../models/index.ts";
import { findProject } from "../../../models/projects/queries.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { scenarioLabelled } from "../../../models/scenarios/queries.ts";
import type { Scenario } from "../../../models/scenarios/schema.ts";
import { addViewport, insertScenario, setModes } from "../../../models/scenarios/writes.ts";
import type { OperationContext } from "../../lib/context.ts";
import { requireScenarioRoom, undoOverQuota } from "../scenarios/scenarioQuota.ts";

type Wanted = {
  label: string;
  url: string;
  viewport: ViewportName;
  mode: string | null;
  /** Whether the screenshot is a first baseline of a scenario that Plumbline visits itself. */
  visited: boolean;
};

/** Returns the scenario, which is created with the first screenshot of its name unless it is one that Plumbline visits. */
export async function scenarioOfUpload(
  ctx: OperationContext,
  { projectId, orgId, type }: Run,
  wanted: Wanted,
): Promise<Scenario> {
  const { models } = ctx;
  const { label, url, viewport, mode, visited } = wanted;
  const known = await scenarioLabelled(models, projectId, label);
  if (visited) {
    const project = await findProject(models, projectId, { settings: 1 });
    return requireVisited(known, type, { ...wanted, ofProject: project?.settings?.visual?.modes });
  }
  if (known) return uploadedOnly(ctx, known, wanted);
  await requireScenarioRoom(ctx, orgId, 1);
  const fresh: Scenario = {
    ...SCENARIO_DEFAULTS,
    _id: makeId("scenario", ctx.ulid()),
    projectId,
    label,
    url,
    viewports: [viewport],
    createdAt: ctx.now(),
    source: "upload",
  };
  if (mode !== null) fresh.modes = [mode];
  try {
    await insertScenario(models, fresh);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const other = await scenarioLabelled(models, projectId, label);
    if (!other) throw error;
    return uploadedOnly(ctx, other, wanted);
  }
  await undoOverQuota(ctx, orgId, [fresh._id]);
  return fresh;
}

/**
 * Throws unless the screenshot is one that a run would capture itself, and the run is of type baseline, because only those set baselines
 * without a review.
 */
function requireVisited(
  known: Scenario | null,
  type: Run["type"],
  { label, viewport, mode, ofProject }: Wanted & { ofProject: readonly string[] | undefined },
): Scenario {
  const refused = (why: string) => new ProductError("conflict", `"${label}" ${why}.`, { label });
  if (type !== "baseline") throw refused("can get the screenshot of another tool only in a run of type baseline");
  if (!known || known.source === "upload") throw refused("is not a scenario that Plumbline visits");
  if (!known.viewports.includes(viewport)) throw refused(`is not captured for ${viewport}`);
  const captured = baselineModesOf(known, ofProject).some((one) => (one.mode ?? null) === mode);
  if (!captured) throw refused(`is not captured in the mode ${mode ?? NO_MODE}`);
  return known;
}

async function uploadedOnly({ models }: OperationContext, known: Scenario, { viewport, mode }: Wanted) {
  if (known.source !== "upload")
    throw new ProductError(
      "conflict",
      `"${known.label}" is a scenario that Plumbline visits itself: use another name for the uploaded screenshot.`,
      { label: known.label },
    );
  if (!known.viewports.includes(viewport)) await addViewport(models, known._id, viewport);
  const modes = baselineModesOf(known).map((one) => one.mode ?? null);
  // The project's modes may change, but those that the scenario names stay.
  if (!modes.includes(mode))
    await setModes(
      models,
      known._id,
      [...modes, mode].map((one) => one ?? NO_MODE),
    );
  return known;
}
