// Violations that axe reports but the W3C's ACT rules do not. They need a manual check.
import type { AxeNode, AxeOutcome } from "./gathered.ts";

const REFERENCE = /^Invalid ARIA attribute value: aria-controls=/;
/** Roles that need the controlled element at all times. For other roles it may be created when it opens. */
const NEEDS_CONTROLLED = /\srole=["']?(combobox|scrollbar)\b/i;

const DOUBTS: Record<string, (node: AxeNode) => boolean> = {
  "aria-valid-attr-value": ({ html, reasons }) =>
    reasons.length === 1 && REFERENCE.test(reasons[0]?.message ?? "") && !NEEDS_CONTROLLED.test(html),
};

/** Returns the outcome with doubtful violations changed to manual checks. */
export function doubted(outcome: AxeOutcome): AxeOutcome {
  const isDoubtful = Object.hasOwn(DOUBTS, outcome.rule) ? DOUBTS[outcome.rule] : undefined;
  if (isDoubtful === undefined) return outcome;
  const nodes = outcome.nodes.map(
    (node): AxeNode => (node.kind === "failed" && isDoubtful(node) ? { ...node, kind: "unsure" } : node),
  );
  const moved = nodes.filter(({ kind }, index) => kind !== outcome.nodes[index]?.kind).length;
  return { ...outcome, nodes, failed: outcome.failed - moved, unsure: outcome.unsure + moved };
}
