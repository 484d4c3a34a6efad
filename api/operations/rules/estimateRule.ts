// Estimates what a rule that was just set would have changed in the last visual test; nothing is compared again.
import { type RuleEffect, ruleEffect } from "../../../domain/visual/ruleEffect.ts";
import type { Environment } from "../../../models/environments/schema.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { mapsOf, sizesOf } from "../../../models/shots/facts.ts";
import { shotsOf } from "../../../models/shots/queries.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import { comparisonRulesOf } from "../../../models/wideRules/ofScenario.ts";
import { requireReadRight } from "../../lib/access.ts";
import type { Caller, OperationContext } from "../../lib/context.ts";
import { newestRunWith } from "../runs/projectRuns.ts";
import { placeOf, type ShotPlace } from "../visual/findShot.ts";

export type RuleEstimate = {
  /** null if the project has no completed visual test yet. */
  runId: string | null;
  /** Number of failed results of the scenario in that run. */
  failing: number;
  results: (ShotPlace & { mismatchBefore: number } & RuleEffect)[];
};

/** Limited, because each result reads two page maps from the store; a scenario rarely has more shots. */
const MAX_RESULTS = 24;

type Place = { project: Project; environment: Environment | null; scenarioLabel: string };
/** `id`: null if the rule is not stored. */
type Rule = { id: string | null; selector: string; kind: "comparison" | "content" };

export async function estimateRule(
  ctx: OperationContext,
  caller: Caller,
  { project, environment, scenarioLabel }: Place,
  rule: Rule,
): Promise<RuleEstimate> {
  requireReadRight(caller);
  const run = await newestRunWith(ctx, { project, environment }, scenarioLabel);
  if (!run) return { runId: null, failing: 0, results: [] };
  const [shots, rules] = await Promise.all([
    shotsOf(ctx.models, { runId: run._id, scenarioLabels: [scenarioLabel], statuses: ["failed"] }),
    comparisonRulesOf(ctx.models, { projectId: project._id, scenarioLabel }),
  ]);
  const id = rule.id ?? "none";
  // A content rule makes its region equal on both sides once the baselines are captured again, so it is treated as ignored; without a stored
  // comparison rule the whole region is compared.
  if (!rules.some((one) => one.id === id))
    rules.push({ id, selector: rule.selector, mode: rule.kind === "content" ? "ignore" : "full" });
  const results: RuleEstimate["results"] = [];
  for (const shot of shots.slice(0, MAX_RESULTS)) {
    const sizes = sizesOf(shot);
    const { mismatchPercent, changedPixels } = shot;
    if (!sizes || mismatchPercent === null || changedPixels === null) continue;
    const { reasons, threshold, regions, shifts } = shot;
    const judged = { reasons, threshold, regions, shifts, mismatchPercent, changedPixels, sizes };
    const effect = withLength(ruleEffect({ ...judged, ...(await mapsOf(ctx, shot)) }, rules, id), shot, rule);
    results.push({ ...placeOf(shot), mismatchBefore: mismatchPercent, ...effect });
  }
  return { runId: run._id, failing: shots.length, results };
}

/**
 * A content rule gives an element the same content, and therefore the same size. Whether the changed page height came from that element
 * can only be determined by a run, so the outcome is reported as unknown.
 */
function withLength(effect: RuleEffect, { reasons }: Shot, { kind }: Rule): RuleEffect {
  const changed = reasons.some(({ code }) => code === "size_changed");
  if (kind !== "content" || !changed || !effect.matched || effect.wouldPass !== false) return effect;
  const why = "The page height changed: only a run with new baselines can show whether this element is the cause.";
  return { ...effect, mismatchAfter: null, wouldPass: null, why };
}
