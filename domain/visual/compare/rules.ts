// Applies comparison rules to a pair: pixels excluded from the score, and boxes that are checked instead.
import type { Reason } from "../outcome.ts";
import type { Box, PageMap } from "../pageMap.ts";
import type { ComparisonMode, ComparisonRule } from "../shot.ts";
import { rankOf } from "../wideRules/scope.ts";
import type { RowAlignment } from "./alignRows.ts";
import { without } from "./boxes.ts";
import { layoutFindings } from "./layout.ts";
import { toPixels } from "./picture.ts";
import { projectBox } from "./projectRows.ts";
import { boxesOfRule } from "./ruleBoxes.ts";
import type { RuleArea } from "./ruleUse.ts";

/** CSS pixels by which a checked box may be off. */
export const BOX_TOLERANCE = 2;

export type RulesInput = {
  rules: readonly ComparisonRule[];
  baselineMap: PageMap | null;
  testMap: PageMap | null;
  alignment: RowAlignment;
  /** Device pixels per CSS pixel. */
  scale: number;
  tolerance?: number;
};

/** Boxes in pixels: `masked` and `full` of the test screenshot, `maskedBaseline` of the baseline. `full` wins over `masked`. */
export type RulesOutcome = {
  masked: Box[];
  maskedBaseline: Box[];
  full: Box[];
  findings: Reason[];
  warnings: Reason[];
  /** The area that each rule masks. */
  areas: RuleArea[];
};

/** `check`: how the boxes are checked. A `full` rule re-includes an area that a wider rule masks. */
const EFFECTS: Record<ComparisonMode, { masks: boolean; check: "nothing" | "own box" | "all boxes inside" }> = {
  full: { masks: false, check: "nothing" },
  ignore: { masks: true, check: "nothing" },
  dynamic: { masks: true, check: "own box" },
  layout_only: { masks: true, check: "all boxes inside" },
};

export function applyRules(input: RulesInput): RulesOutcome {
  const outcome: RulesOutcome = { masked: [], maskedBaseline: [], full: [], findings: [], warnings: [], areas: [] };
  const restored: { rule: ComparisonRule; boxes: Box[] }[] = [];
  for (const rule of input.rules) {
    const { masks, check } = EFFECTS[rule.mode];
    const before = boxesOf(rule, input.baselineMap, "baseline");
    const after = boxesOf(rule, input.testMap, "test");
    const doubts = [...new Set([before.warning, after.warning].filter((warning) => warning !== undefined))];
    for (const message of doubts)
      outcome.warnings.push({ code: "rule_not_judged", message, data: { rule: rule.id, selector: rule.selector } });
    const beforePixels = before.boxes.map((box) => toPixels(box, input.scale));
    const afterPixels = after.boxes.map((box) => toPixels(box, input.scale));
    const boxes = [...afterPixels, ...beforePixels.flatMap((box) => projectBox(input.alignment, box))];
    if (masks) {
      outcome.masked.push(...boxes);
      outcome.maskedBaseline.push(...beforePixels);
      outcome.areas.push({ rule, elements: after.boxes.length, masked: boxes, maskedBaseline: beforePixels });
    } else restored.push({ rule, boxes });
    if (check === "nothing" || !before.known || !after.known) continue;
    outcome.findings.push(
      ...layoutFindings({
        rule,
        before: before.boxes,
        after: after.boxes,
        inside: check === "all boxes inside",
        baselineMap: input.baselineMap,
        testMap: input.testMap,
        alignment: input.alignment,
        scale: input.scale,
        tolerance: input.tolerance ?? BOX_TOLERANCE,
      }),
    );
  }
  // A rule with a wider scope does not re-include what a rule with a narrower scope masks.
  for (const { rule, boxes } of restored) {
    const nearer = outcome.areas.filter((area) => rankOf(area.rule.scope) < rankOf(rule.scope));
    const holes = nearer.flatMap(({ masked }) => masked);
    outcome.full.push(...boxes.flatMap((box) => without(box, holes)));
  }
  return outcome;
}

/** `known`: whether the boxes are complete, so that a missing box means a missing element. */
type Found = { boxes: Box[]; known: boolean; warning?: string };

function boxesOf(rule: ComparisonRule, map: PageMap | null, side: string): Found {
  if (map === null) {
    const warning = `The ${side} screenshot has no page map, so the rule for "${rule.selector}" could not be applied to it.`;
    return { boxes: [], known: false, warning: rule.mode === "full" ? undefined : warning };
  }
  const { boxes, exact, warning } = boxesOfRule(map, rule);
  return { boxes, known: exact, warning };
}
