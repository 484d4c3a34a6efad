// Everything about one scenario: its fields, its rules, and how it stands in visual tests.
import type { Environment } from "../../../models/environment.ts";
import type { Project } from "../../../models/project.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rule.ts";
import type { Shot } from "../../../models/shot.ts";
import { requireReadRight } from "../access.ts";
import { requireScenario } from "../admin/upsertRule.ts";
import type { Caller, OperationContext } from "../context.ts";
import { type BaselineView, listBaselines } from "../listBaselines.ts";
import { type ScenarioState, scenarioStates } from "./scenarioStates.ts";

export type ScenarioDetails = ScenarioState & {
  comparisonRules: Pick<ComparisonRuleRecord, "_id" | "selector" | "mode">[];
  contentRules: Pick<ContentRuleRecord, "_id" | "selector" | "normalize">[];
  /** The current ones; histories are left out. */
  baselinePictures: Omit<BaselineView, "history">[];
  /** Of the last test that had the scenario. */
  lastResults: Pick<Shot, "viewport" | "browser" | "selector" | "status" | "mismatchPercent">[];
};

/** Baselines and results listed at most. */
const LISTED = 60;

/** Throws not_found with the nearest labels. */
export async function readScenarioDetails(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, label }: { project: Project; environment: Environment | null; label: string },
): Promise<ScenarioDetails> {
  requireReadRight(caller);
  const scenario = await requireScenario(ctx, project._id, label);
  const place = { projectId: project._id, scenarioLabel: label };
  const [[state], comparisonRules, contentRules, { baselines }] = await Promise.all([
    scenarioStates(ctx, project, environment, [scenario]),
    ctx.models.comparisonRules.find(place).sort({ _id: 1 }).lean<ComparisonRuleRecord[]>(),
    ctx.models.contentRules.find(place).sort({ _id: 1 }).lean<ContentRuleRecord[]>(),
    listBaselines(ctx, caller, { project: project._id, scenario: label, limit: LISTED }),
  ]);
  if (!state) throw new Error("A scenario that was found has no state.");
  const lastResults = state.lastTest
    ? await ctx.models.shots
        .find(
          { runId: state.lastTest.runId, scenarioId: scenario._id },
          { viewport: 1, browser: 1, selector: 1, status: 1, mismatchPercent: 1 },
        )
        .sort({ index: 1 })
        .limit(LISTED)
        .lean<ScenarioDetails["lastResults"]>()
    : [];
  return {
    ...state,
    comparisonRules,
    contentRules,
    baselinePictures: baselines.map(({ history: _, ...current }) => current),
    lastResults,
  };
}
