// One view of what the widths found: an element that breaks a rule on the phone and on the desktop is one element.
import type { ViewportName } from "../../visual/shot.ts";
import { doubted } from "./doubtful.ts";
import { type A11yData, type AxeNode, type AxeOutcome, IMPACTS, type Impact } from "./gathered.ts";

/** `outcome` as at the width where it is worse: sure before unsure. */
export type MergedNode = AxeNode & { viewports: ViewportName[] };

export type MergedRule = {
  rule: string;
  impact: Impact;
  /** Elements of the width that has most of them; `failed` never under the number of nodes that are known. */
  passed: number;
  failed: number;
  unsure: number;
  nodes: MergedNode[];
};

/** Of a rule that names none; axe leaves it out where nothing failed. */
const DEFAULT_IMPACT: Impact = "moderate";

/** Rules in the order of their names, so that two runs give the same list. */
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

/** Rules of level AAA, and those of a lower level that ask less of the same elements. */
const STRICTER: Readonly<Record<string, string>> = {
  "color-contrast-enhanced": "color-contrast",
  "meta-refresh-no-exceptions": "meta-refresh",
};

/** What breaks the lower level breaks the higher one too, and is told once. */
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
    // Two elements of one width may share a target; they stay two.
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
