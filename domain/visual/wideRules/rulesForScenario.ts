// Determines the rules for a scenario: its own and the wider ones that apply to it, with one rule of each kind per selector.
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
  /** The wide rule that sets the tolerance; null if the scenario's own applies, or none. */
  toleranceOf: { id: string; scope: string } | null;
};

export type Own = {
  comparisonRules: readonly ComparisonRule[];
  contentRules: readonly ContentRule[];
  hideSelectors: readonly string[];
  removeSelectors: readonly string[];
  misMatchThreshold: number;
};

/** Returns the rules of a scenario that are for several scenarios, as stored. */
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
/** If two tags disagree, the stricter rule applies. */
const STRICTNESS: Readonly<Record<ComparisonMode, number>> = { full: 0, layout_only: 1, dynamic: 2, ignore: 3 };

/** Compares by rank (lower first), then by strictness of the mode, then by the name of the scope. */
function nearestFirst(a: KeptWideRule, b: KeptWideRule): number {
  const strict = ({ kind, value }: KeptWideRule): number => (kind === "mode" ? STRICTNESS[value as ComparisonMode] : 0);
  return (
    rankOf(a.scope) - rankOf(b.scope) ||
    strict(a) - strict(b) ||
    // Of two tolerances the smaller one applies.
    (a.kind === "misMatchThreshold" ? Number(a.value) - Number(b.value) : 0) ||
    byText(a.scope, b.scope)
  );
}

/** Returns the wide rules that apply to the scenario, nearest first. */
export const touching = (wide: readonly KeptWideRule[], scenario: Scoped): KeptWideRule[] =>
  wide
    .filter(({ scope }) => {
      const parsed = parseScope(scope);
      return parsed !== null && touches(parsed, scenario);
    })
    .toSorted(nearestFirst);

/**
 * Combines a scenario's own rules with the wide ones. The scenario's own rule wins over that of a tag, that over a path's, that over the
 * project's; at equal rank the stricter one wins. Content rules are sorted widest first, because the last one applied wins.
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
