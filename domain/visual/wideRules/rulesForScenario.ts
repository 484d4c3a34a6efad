// Which rules a scenario is tested under: its own and the wider ones that touch it, each selector under one rule of a kind.
import {
  type ComparisonMode,
  type ComparisonRule,
  type ContentRule,
  NO_TOLERANCE,
  type Normalizer,
  type PageEffect,
  type PageRule,
} from "../shot.ts";
import { parseScope, rankOf, type Scoped, touches } from "./scope.ts";
import type { KeptWideRule, WideKind } from "./wideRule.ts";

export type RulesOfScenario = {
  comparisonRules: ComparisonRule[];
  contentRules: ContentRule[];
  pageRules: PageRule[];
  hideSelectors: string[];
  removeSelectors: string[];
  misMatchThreshold: number;
  /** The wide rule that the tolerance comes from; null: the scenario's own, or none. */
  toleranceOf: { id: string; scope: string } | null;
};

export type Own = {
  comparisonRules: readonly ComparisonRule[];
  contentRules: readonly ContentRule[];
  hideSelectors: readonly string[];
  removeSelectors: readonly string[];
  misMatchThreshold: number;
};

/** Of the rules of a scenario those for several scenarios, as they are kept. */
export function wideRulesIn(rules: RulesOfScenario): KeptWideRule[] {
  const { comparisonRules, contentRules, pageRules, toleranceOf, misMatchThreshold } = rules;
  const said = [
    ...comparisonRules.map(({ mode, ...rule }) => ({ ...rule, kind: "mode" as const, value: mode })),
    ...contentRules.map(({ normalize, ...rule }) => ({ ...rule, kind: "normalize" as const, value: normalize })),
    ...pageRules.map(({ effect, ...rule }) => ({ ...rule, kind: "page" as const, value: effect })),
  ];
  const wide = said.flatMap(({ scope, ...rule }) => (scope === undefined ? [] : [{ ...rule, scope }]));
  if (!toleranceOf) return wide;
  return [...wide, { ...toleranceOf, kind: "misMatchThreshold", selector: "", value: String(misMatchThreshold) }];
}

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** Of two tags that disagree, the stricter rule holds. */
const STRICTNESS: Readonly<Record<ComparisonMode, number>> = { full: 0, layout_only: 1, dynamic: 2, ignore: 3 };

/** The nearest first: lower rank, then the stricter mode, then the scope's name. */
function nearestFirst(a: KeptWideRule, b: KeptWideRule): number {
  const strict = ({ kind, value }: KeptWideRule): number => (kind === "mode" ? STRICTNESS[value as ComparisonMode] : 0);
  return (
    rankOf(a.scope) - rankOf(b.scope) ||
    strict(a) - strict(b) ||
    // Of two tolerances the smaller one holds.
    (a.kind === "misMatchThreshold" ? Number(a.value) - Number(b.value) : 0) ||
    byText(a.scope, b.scope)
  );
}

/** Wide rules that are for the scenario, the nearest first. */
export const touching = (wide: readonly KeptWideRule[], scenario: Scoped): KeptWideRule[] =>
  wide
    .filter(({ scope }) => {
      const parsed = parseScope(scope);
      return parsed !== null && touches(parsed, scenario);
    })
    .toSorted(nearestFirst);

/**
 * The scenario's own rule wins over that of a tag, that over a path's, that over the project's; of two of one rank the stricter one.
 * Content rules come widest first: what is applied last stands.
 */
export function rulesForScenario(scenario: Scoped, own: Own, wide: readonly KeptWideRule[]): RulesOfScenario {
  const near = touching(wide, scenario);
  const left = (kind: WideKind, taken: readonly string[]): KeptWideRule[] => {
    const seen = new Set(taken);
    return near.filter((rule) => {
      if (rule.kind !== kind || seen.has(rule.selector)) return false;
      seen.add(rule.selector);
      return true;
    });
  };
  const selectors = (rules: readonly { selector: string }[]): string[] => rules.map(({ selector }) => selector);
  const pages = left("page", [...own.hideSelectors, ...own.removeSelectors]);
  const withEffect = (effect: PageEffect) => selectors(pages.filter(({ value }) => value === effect));
  const tolerance =
    own.misMatchThreshold === NO_TOLERANCE ? near.find(({ kind }) => kind === "misMatchThreshold") : null;
  return {
    comparisonRules: [
      ...own.comparisonRules,
      ...left("mode", selectors(own.comparisonRules)).map(({ id, scope, selector, value }) => ({
        id,
        selector,
        mode: value as ComparisonMode,
        scope,
      })),
    ],
    contentRules: [
      ...left("normalize", selectors(own.contentRules))
        .map(({ id, scope, selector, value }) => ({ id, selector, normalize: value as Normalizer, scope }))
        .toReversed(),
      ...own.contentRules,
    ],
    pageRules: pages.map(({ id, scope, selector, value }) => ({ id, scope, selector, effect: value as PageEffect })),
    hideSelectors: [...own.hideSelectors, ...withEffect("hide")],
    removeSelectors: [...own.removeSelectors, ...withEffect("remove")],
    misMatchThreshold: tolerance ? Number(tolerance.value) : own.misMatchThreshold,
    toleranceOf: tolerance ? { id: tolerance.id, scope: tolerance.scope } : null,
  };
}
