// Everything about one scenario: its fields, its rules, and its state in visual tests.
import { wideRulesIn } from "../../../domain/visual/wideRules/rulesForScenario.ts";
import type { KeptWideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { orderedComparisonRules, orderedContentRules } from "../../../models/rules/queries.ts";
import type { ComparisonRuleRecord, ContentRuleRecord } from "../../../models/rules/schema.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { rulesOfLabel } from "../../../models/wideRules/ofScenario.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import type { Paging } from "../../lib/paging.ts";
import { publicLink } from "../../lib/publicLink.ts";
import { requireScenario } from "../rules/upsertRule.ts";
import { type BaselineView, listBaselines } from "../visual/listBaselines.ts";
import { type ScenarioState, scenarioStates } from "./scenarioStates.ts";

export type ScenarioDetails = ScenarioState & {
  comparisonRules: Pick<ComparisonRuleRecord, "_id" | "selector" | "mode">[];
  contentRules: Pick<ContentRuleRecord, "_id" | "selector" | "normalize">[];
  /** Rules for several scenarios that apply to this one. */
  wideRules: KeptWideRule[];
  /** Current baselines, one page of them, without their histories. */
  baselinePictures: Omit<BaselineView, "history">[];
  /** Cursor of the baselines. */
  nextCursor: string | null;
  /** Results of the last test that included the scenario. */
  lastResults: Pick<Shot, "viewport" | "browser" | "selector" | "mode" | "status" | "mismatchPercent">[];
  /** Number of results that are not listed. */
  unlisted: number;
};

/** Maximum number of results listed. */
const LISTED = 60;

/** Throws `not_found` with the closest labels. */
export async function readScenarioDetails(
  ctx: OperationContext,
  caller: Caller,
  {
    project,
    environment,
    label,
    limit,
    cursor,
  }: Paging & { project: Project; environment: Environment | null; label: string },
): Promise<ScenarioDetails> {
  requireReadRight(caller);
  const scenario = await requireScenario(ctx, project._id, label);
  const place = { projectId: project._id, scenarioLabel: label };
  const [[state], comparisonRules, contentRules, rules, { baselines, nextCursor }] = await Promise.all([
    scenarioStates(ctx, project, environment, [scenario]),
    orderedComparisonRules(ctx.models, place),
    orderedContentRules(ctx.models, place),
    rulesOfLabel(ctx.models, place),
    listBaselines(ctx, caller, { project: project._id, scenario: label, limit, cursor }),
  ]);
  if (!state) throw new Error("A scenario that was found has no state.");
  const results = state.lastTest
    ? await shotsOf(
        ctx.models,
        { runId: state.lastTest.runId, scenarioIds: [scenario._id] },
        { fields: { viewport: 1, browser: 1, selector: 1, mode: 1, status: 1, mismatchPercent: 1 } },
      )
    : [];
  return {
    ...state,
    comparisonRules,
    contentRules,
    wideRules: rules ? wideRulesIn(rules) : [],
    baselinePictures: baselines.map(({ history: _, ...current }) => ({
      ...current,
      picture: publicLink(ctx, current.picture),
    })),
    nextCursor,
    lastResults: results.slice(0, LISTED),
    unlisted: Math.max(0, results.length - LISTED),
  };
}
