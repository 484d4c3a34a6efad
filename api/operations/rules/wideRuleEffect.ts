// What a rule for several scenarios would do to the newest screenshots of all of them; nothing is judged again.
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

/** Each needs two page maps from the store. */
const MAX_SHOTS = 120;
const MAX_NAMED = 10;
const PREVIEW = "preview";

export type WideEffect = {
  /** That the rule is for. */
  scenarios: number;
  /** Newest screenshots of them that were looked at, and whether there are more. */
  shots: number;
  more: boolean;
  matched: number;
  failing: number;
  wouldPass: number;
  /** Largest part of one screenshot that it would leave out, 0 to 1; null: no page map tells. */
  hides: number | null;
  /** Labels of scenarios whose screenshot it would hide as a whole, or so much of it that people are warned. */
  hidesAll: string[];
  hidesMost: string[];
};

/** Why a rule with this effect cannot be kept; null: it can. */
export const hidingMessage = ({ hidesAll: [hidden] }: WideEffect): string | null =>
  hidden === undefined ? null : `covers the whole screenshot of "${hidden}", so nothing would be compared there`;

/** Of another kind than `mode` only the matches are known: what the page becomes, only a run can tell. */
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
    // What is normalised is compared all the same, whatever it is.
    const hidden = kind === "normalize" ? 0 : share;
    if (kind !== "normalize") effect.hides = Math.max(effect.hides ?? 0, hidden);
    // Of a layout the place and size are still compared, however large it is.
    const isWhole = share >= WHOLE_SHARE && (mode === "ignore" || mode === "dynamic");
    if (isWhole) addName(effect.hidesAll, label);
    else if (hidesMuch(hidden)) addName(effect.hidesMost, label);
  }
  if (shot.status !== "failed") return;
  effect.failing += 1;
  const sizes = sizesOf(shot);
  // A nearer rule of the same element is in its place.
  const isChosen = chosen.some(({ id }) => id === PREVIEW);
  if (!sizes || mismatchPercent === null || changedPixels === null || !isChosen) return;
  const judged = { reasons, threshold, regions, shifts, mismatchPercent, changedPixels, sizes, ...maps };
  if (ruleEffect(judged, chosen, PREVIEW).wouldPass) effect.wouldPass += 1;
}
