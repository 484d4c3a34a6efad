// Estimates what a rule for several scenarios would do to the newest screenshots of all of them; nothing is compared again.
import { matchRuleBoxes } from "../../../domain/visual/compare/ruleBoxes.ts";
import { ruleEffect } from "../../../domain/visual/ruleEffect.ts";
import type { ComparisonMode } from "../../../domain/visual/shot.ts";
import { WHOLE_SHARE } from "../../../domain/visual/wideRules/hidesAll.ts";
import { parseScope, touches } from "../../../domain/visual/wideRules/scope.ts";
import type { KeptWideRule, WideRule } from "../../../domain/visual/wideRules/wideRule.ts";
import { hidesMuch } from "../../../domain/words/ruleShare.ts";
import type { Project } from "../../../models/projects/schema.ts";
import { comparisonRulesOfProject } from "../../../models/rules/queries.ts";
import { scenariosOf } from "../../../models/scenarios/queries.ts";
import { mapsOf, sizesOf } from "../../../models/shots/facts.ts";
import type { JudgedShot } from "../../../models/shots/queries.ts";
import { rulesAmong } from "../../../models/wideRules/ofScenario.ts";
import { wideRulesOfProject } from "../../../models/wideRules/queries.ts";
import type { OperationContext } from "../../lib/context.ts";
import { newestShots } from "./newestShots.ts";
import { hiddenShare } from "./ruleHelp.ts";

/** Limited, because each screenshot reads two page maps from the store. */
const MAX_SHOTS = 120;
const MAX_NAMED = 10;
const PREVIEW = "preview";

export type WideEffect = {
  /** Number of scenarios that the rule applies to. */
  scenarios: number;
  /** Number of their newest screenshots that were examined; `more`: whether there are more. */
  shots: number;
  more: boolean;
  matched: number;
  failing: number;
  wouldPass: number;
  /** Largest share of one screenshot that the rule would exclude, 0 to 1; null without a page map. */
  hides: number | null;
  /** Labels of scenarios whose screenshot the rule would hide completely; `hidesMost`: enough of it to warn people. */
  hidesAll: string[];
  hidesMost: string[];
};

/** Returns why a rule with this effect cannot be saved; null if it can. */
export const hidingMessage = ({ hidesAll: [hidden] }: WideEffect): string | null =>
  hidden === undefined ? null : `covers the whole screenshot of "${hidden}", so nothing would be compared there`;

/** Returns the effect of a rule. For kinds other than `mode` only the matches are known, because only a run can show what the page becomes. */
export async function wideRuleEffect(ctx: OperationContext, project: Project, rule: WideRule): Promise<WideEffect> {
  const { models } = ctx;
  const scope = parseScope(rule.scope);
  const all = await scenariosOf(models, project._id, {});
  const touched = all.filter((one) => scope !== null && touches(scope, one));
  const effect: WideEffect = {
    scenarios: touched.length,
    shots: 0,
    more: false,
    matched: 0,
    failing: 0,
    wouldPass: 0,
    hides: null,
    hidesAll: [],
    hidesMost: [],
  };
  if (rule.kind === "misMatchThreshold" || touched.length === 0) return effect;
  const [shots, wide, own] = await Promise.all([
    newestShots(ctx, project, new Set(touched.map(({ label }) => label)), MAX_SHOTS),
    wideRulesOfProject(models, project._id),
    comparisonRulesOfProject(models, project._id),
  ]);
  effect.more = shots.length > MAX_SHOTS;
  const mode: ComparisonMode = rule.kind === "mode" ? (rule.value as ComparisonMode) : "ignore";
  const preview: KeptWideRule = { ...rule, kind: "mode", value: mode, id: PREVIEW };
  const isSame = (one: KeptWideRule) =>
    one.kind === "mode" && one.scope === rule.scope && one.selector === rule.selector;
  const rulesOf = rulesAmong({ comparison: own, content: [], wide: [...wide.filter((one) => !isSame(one)), preview] });
  const byLabel = new Map(touched.map((one) => [one.label, one]));
  for (const shot of shots.slice(0, MAX_SHOTS)) {
    const scenario = byLabel.get(shot.scenarioLabel);
    if (!scenario) continue;
    const { comparisonRules: chosen } = rulesOf(scenario);
    await addShot(ctx, effect, shot, { kind: rule.kind, selector: rule.selector, mode, chosen });
  }
  return effect;
}

type Rules = Parameters<typeof ruleEffect>[1];

function addName(list: string[], label: string): void {
  if (list.length < MAX_NAMED && !list.includes(label)) list.push(label);
}

async function addShot(
  ctx: OperationContext,
  effect: WideEffect,
  shot: JudgedShot,
  { kind, selector, mode, chosen }: Pick<WideRule, "kind" | "selector"> & { mode: ComparisonMode; chosen: Rules },
): Promise<void> {
  const { scenarioLabel: label, reasons, threshold, regions, shifts, mismatchPercent, changedPixels } = shot;
  effect.shots += 1;
  const maps = await mapsOf(ctx, shot);
  const { testMap } = maps;
  if (testMap) {
    const { boxes } = matchRuleBoxes(testMap, selector);
    if (boxes.length > 0) effect.matched += 1;
    const share = hiddenShare(testMap, selector, mode) ?? 0;
    // Normalized regions are still compared, whatever their mode.
    const hidden = kind === "normalize" ? 0 : share;
    if (kind !== "normalize") effect.hides = Math.max(effect.hides ?? 0, hidden);
    // In a layout region the position and size are still compared, however large it is.
    const isWhole = share >= WHOLE_SHARE && (mode === "ignore" || mode === "dynamic");
    if (isWhole) addName(effect.hidesAll, label);
    else if (hidesMuch(hidden)) addName(effect.hidesMost, label);
  }
  if (shot.status !== "failed") return;
  effect.failing += 1;
  const sizes = sizesOf(shot);
  // A more specific rule for the same element takes precedence.
  const isChosen = chosen.some(({ id }) => id === PREVIEW);
  if (!sizes || mismatchPercent === null || changedPixels === null || !isChosen) return;
  const judged = { reasons, threshold, regions, shifts, mismatchPercent, changedPixels, sizes, ...maps };
  if (ruleEffect(judged, chosen, PREVIEW).wouldPass) effect.wouldPass += 1;
}
