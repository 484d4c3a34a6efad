// Merges the outcomes of all widths: an element that breaks a rule on mobile and on desktop is one element.
import type { ViewportName } from "../../visual/shot.ts";
import { doubted } from "./doubtful.ts";
import { type A11yData, type AxeNode, type AxeOutcome, IMPACTS, type Impact } from "./gathered.ts";

/** `kind` is that of the worse width: `failed` before `unsure`. */
export type MergedNode = AxeNode & { viewports: ViewportName[] };

export type MergedRule = {
  rule: string;
  impact: Impact;
  /** Counts of the width with the highest count; `failed` and `unsure` are at least the number of known nodes. */
  passed: number;
  failed: number;
  unsure: number;
  nodes: MergedNode[];
};

/** Impact of rules without one: axe leaves it out if nothing failed. */
const DEFAULT_IMPACT: Impact = "moderate";

/** Returns the rules sorted by name, so that two runs produce the same list. */
export function mergeWidths({ widths }: Pick<A11yData, "widths">): MergedRule[] {
  const byRule = new Map<string, { viewport: ViewportName; outcome: AxeOutcome }[]>();
  for (const { viewport, outcomes } of widths)
    for (const outcome of outcomes.map(doubted)) {
      const list = byRule.get(outcome.rule) ?? [];
      list.push({ viewport, outcome });
      byRule.set(outcome.rule, list);
    }
  const merged = [...byRule.keys()].sort().map((rule) => mergeRule(rule, byRule.get(rule) ?? []));
  return merged.map((one) => withoutTold(one, merged));
}

/** Level AAA rules and the less strict rule for the same elements. */
const STRICTER: Readonly<Record<string, string>> = {
  "color-contrast-enhanced": "color-contrast",
  "meta-refresh-no-exceptions": "meta-refresh",
};

/** Removes elements that already break the less strict rule, because they would be reported twice. */
function withoutTold(one: MergedRule, all: readonly MergedRule[]): MergedRule {
  const lower = all.find(({ rule }) => rule === STRICTER[one.rule]);
  if (lower === undefined) return one;
  const told = new Set(lower.nodes.flatMap(({ kind, target }) => (kind === "failed" ? [target] : [])));
  const nodes = one.nodes.filter(({ kind, target }) => kind !== "failed" || !told.has(target));
  const left = nodes.filter(({ kind }) => kind === "failed").length;
  return { ...one, nodes, failed: Math.max(left, one.failed - lower.failed) };
}

function mergeRule(rule: string, seen: readonly { viewport: ViewportName; outcome: AxeOutcome }[]): MergedRule {
  const nodes = new Map<string, MergedNode>();
  for (const { viewport, outcome } of seen) {
    // Two elements at one width may have the same selector; they stay separate.
    const times = new Map<string, number>();
    for (const node of outcome.nodes) {
      const time = times.get(node.target) ?? 0;
      times.set(node.target, time + 1);
      const key = JSON.stringify([node.target, time]);
      const known = nodes.get(key);
      if (known === undefined) nodes.set(key, { ...node, viewports: [viewport] });
      else if (known.kind === node.kind) known.viewports.push(viewport);
      else if (node.kind === "failed") nodes.set(key, { ...node, viewports: [viewport] });
    }
  }
  const kept = [...nodes.values()];
  const count = (kind: AxeNode["kind"]): number => kept.filter((node) => node.kind === kind).length;
  const most = (of: "passed" | "failed" | "unsure"): number => Math.max(0, ...seen.map(({ outcome }) => outcome[of]));
  const impacts = kept.flatMap(({ impact }) => (impact === null ? [] : [impact]));
  return {
    rule,
    impact: IMPACTS.find((impact) => impacts.includes(impact)) ?? DEFAULT_IMPACT,
    passed: most("passed"),
    failed: Math.max(most("failed"), count("failed")),
    unsure: Math.max(most("unsure"), count("unsure")),
    nodes: kept,
  };
}
