// Checks that an earlier visual run has the browsers and viewports of a new one, because otherwise there is nothing to compare with.

import type { PageChoice } from "../../../domain/audit/pageChoice.ts";
import { fieldError } from "../../../domain/errors.ts";
import type { BrowserName } from "../../../domain/visual/shot.ts";
import type { Project } from "../../../models/projects/schema.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { declaredScenarios } from "../../../models/scenarios/queries.ts";
import { eachShotOfRun } from "../../../models/shots/queries.ts";
import type { OperationContext } from "../../lib/context.ts";

/** What limits the pages that a run visits. */
export type Wish = { browsers?: BrowserName[]; scenarios?: string[]; pages?: PageChoice; branch?: string };

/**
 * Throws `validation_error` with the first browser or viewport that the earlier run does not have. A scenario that is newer than the run
 * has no baseline, which is allowed.
 */
export async function requireSameScreens(
  ctx: Pick<OperationContext, "models">,
  project: Pick<Project, "_id">,
  { run, input }: { run: Pick<Run, "_id" | "browsers">; input: Wish },
): Promise<void> {
  const browser = (input.browsers ?? ["chromium"]).find((one) => !run.browsers.includes(one));
  if (browser)
    throw fieldError("against", `${run._id} has no screenshots of ${browser}: choose a run with the same browsers.`);
  const viewports = new Map<string, Set<string>>();
  const fields = { scenarioId: 1, viewport: 1 } as const;
  await eachShotOfRun(ctx.models, run._id, { fields }, ({ scenarioId, viewport }) => {
    viewports.set(scenarioId, (viewports.get(scenarioId) ?? new Set()).add(viewport));
  });
  const at = { projectId: project._id, branch: input.branch || null };
  for (const scenario of await declaredScenarios(ctx.models, at, input.scenarios ?? null)) {
    const known = viewports.get(scenario._id);
    const missing = known && scenario.viewports.find((one) => !known.has(one));
    if (missing)
      throw fieldError(
        "against",
        `${run._id} has no ${missing} screenshot of "${scenario.label}": choose a run with the same viewports.`,
      );
  }
}
