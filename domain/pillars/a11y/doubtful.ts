// What axe calls a failure and the W3C's ACT rules do not: a person must look at it.
import type { AxeNode, AxeOutcome } from "./gathered.ts";

const REFERENCE = /^Invalid ARIA attribute value: aria-controls=/;
/** These need the element that they control; of others it may be made when it opens. */
const NEEDS_CONTROLLED = /\srole=["']?(combobox|scrollbar)\b/i;

const DOUBTS: Record<string, (node: AxeNode) => boolean> = {
  "aria-valid-attr-value": ({ html, reasons }) =>
    reasons.length === 1 && REFERENCE.test(reasons[0]?.message ?? "") && !NEEDS_CONTROLLED.test(html),
};

/** The same outcome with what is doubtful left to a person. */
export function doubted(outcome: AxeOutcome): AxeOutcome {
  const isDoubtful = Object.hasOwn(DOUBTS, outcome.rule) ? DOUBTS[outcome.rule] : undefined;
  if (isDoubtful === undefined) return outcome;
  const nodes = outcome.nodes.map(
    (node): AxeNode => (node.kind === "failed" && isDoubtful(node) ? { ...node, kind: "unsure" } : node),
  );
  const moved = nodes.filter(({ kind }, index) => kind !== outcome.nodes[index]?.kind).length;
  return { ...outcome, nodes, failed: outcome.failed - moved, unsure: outcome.unsure + moved };
}
