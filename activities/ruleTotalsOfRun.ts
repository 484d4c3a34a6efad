// Totals of what each rule did across the shots of a run.
import { given } from "../domain/given.ts";
import { type Counted, type RuleTotal, ruleTotals } from "../domain/visual/wideRules/ruleTotals.ts";
import type { Models } from "../models/index.ts";
import { eachShotOfRun } from "../models/shots/queries.ts";

/** Counts once per run, so that finding out which rules still hide something does not require reading the shots of many runs. */
export async function ruleTotalsOfRun(models: Models, runId: string): Promise<RuleTotal[]> {
  const shots: Counted[] = [];
  const fields = { spec: 1, status: 1, changedPixels: 1, ruleUse: 1, captures: 1 } as const;
  await eachShotOfRun(models, runId, { fields }, ({ spec, status, changedPixels, ruleUse, captures }) => {
    const { comparisonRules = [], contentRules = [], pageRules = [], toleranceOf } = spec;
    const hasRules = comparisonRules.length + contentRules.length + pageRules.length > 0 || toleranceOf !== undefined;
    if (!hasRules) return;
    const rules = { comparisonRules, contentRules, pageRules, ...given({ toleranceOf }) };
    const last = captures.findLast(({ artifactId }) => artifactId !== null);
    const page = last && last.width * last.height;
    shots.push({ spec: rules, status, changedPixels, ...given({ ruleUse, applied: last?.applied, page }) });
  });
  return ruleTotals(shots);
}
