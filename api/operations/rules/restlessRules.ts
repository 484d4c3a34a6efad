// Unstable elements in the first captures of a baseline run, and creating rules for all of them in one call.
import { shotKindOf } from "../../../domain/runTypes.ts";
import { restlessElements } from "../../../domain/visual/restlessElements.ts";
import type { Run } from "../../../models/runs/schema.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import { rulesOfProject } from "../../../models/wideRules/ofScenario.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { findRun } from "../runs/findRun.ts";
import { setComparisonRule } from "./setRule.ts";

const MAX_SHOTS = 2_000;
const FIELDS = { scenarioLabel: 1, reasons: 1, captures: 1 } as const;
const RULED = { label: 1, url: 1, tags: 1, hideSelectors: 1, removeSelectors: 1, misMatchThreshold: 1 } as const;

/** Returns the elements that have no rule yet; none if the run captures no baselines. */
async function openElements({ models }: OperationContext, { _id: runId, projectId, type }: Run) {
  if (shotKindOf(type) !== "baseline") return [];
  const shots = await shotsOf(models, { runId }, { fields: FIELDS, limit: MAX_SHOTS });
  const restless = shots.filter(
    ({ reasons, captures }) =>
      reasons.some(({ code }) => code === "restless") || captures.some((one) => one.restless?.length),
  );
  if (restless.length === 0) return [];
  const [rulesOf, scenarios] = await Promise.all([
    rulesOfProject(models, projectId),
    scenariosOf(models, projectId, { fields: RULED }),
  ]);
  const ruled = new Map(
    scenarios.map((one) => [one.label, new Set(rulesOf(one).comparisonRules.map(({ selector }) => selector))]),
  );
  return restlessElements(restless, (label) => ruled.get(label) ?? new Set());
}

export async function readRestless(ctx: OperationContext, caller: Caller, runId: string) {
  requireReadRight(caller);
  return { elements: await openElements(ctx, await findRun(ctx, caller, runId)) };
}

/** Creates rules for these elements, one per scenario of each. Elements that have a rule by now are skipped. */
export async function makeRestlessRules(
  ctx: OperationContext,
  caller: Caller,
  runId: string,
  { selectors }: { selectors: readonly string[] },
) {
  const run = await findRun(ctx, caller, runId);
  const wanted = new Set(selectors);
  const made: { id: string; scenarioLabel: string; selector: string }[] = [];
  for (const { selector, mode, scenarios } of await openElements(ctx, run)) {
    if (!wanted.has(selector)) continue;
    for (const scenarioLabel of scenarios) {
      const place = { scenarioLabel, selector };
      const { id, change } = await setComparisonRule(ctx, caller, { project: run.projectId, ...place, mode });
      if (id !== null && change === "created") made.push({ id, ...place });
    }
  }
  return { success: true as const, made };
}
