// Finds a rule's elements in a stored page map, for rules that were made after the capture.
import { type Options, selectAll } from "css-select";
import type { Box, MapElement, PageMap } from "../pageMap.ts";

/** `exact` false: `warning` says why the answer may differ from what a browser would have matched. */
export type RuleBoxes = { boxes: Box[]; exact: boolean; warning?: string };

/** Attributes the map records in full; `href` is kept without host and query, so it cannot be judged. */
const RECORDED = new Set(["id", "class", "role", "name", "type", "data-testid", "aria-label"]);
/** Values of attributes are cut here by the capture. */
const ATTRIBUTE_LIMIT = 120;

type Adapter = NonNullable<Options<Node, Node>["adapter"]>;

type Node = { element: MapElement; parent: Node | null; children: Node[] };

/** Boxes in CSS pixels of the elements that `selector` matches in the map. */
export function matchRuleBoxes(map: PageMap, selector: string): RuleBoxes {
  // The capture made these selectors in the real page, so even a structural one is exact here.
  const own = map.elements.filter((element) => element.selector === selector);
  if (own.length === 1) return { boxes: [own[0]!.box], exact: true };
  const nodes = treeOf(map.elements);
  const doubts = new Set<string>();
  let matched: Node[];
  try {
    matched = selectAll<Node, Node>(
      selector,
      nodes.filter((node) => node.parent === null),
      { adapter: adapterOf(doubts), cacheResults: false },
    );
  } catch {
    return { boxes: [], exact: false, warning: `The selector "${selector}" cannot be read without the page.` };
  }
  if (doubts.size > 0) {
    const why = [...doubts].sort().join(" and ");
    return {
      boxes: [],
      exact: false,
      warning: `The selector "${selector}" cannot be evaluated on the stored map: it needs ${why}.`,
    };
  }
  const boxes = matched.map(({ element }) => element.box);
  if (map.cut)
    return { boxes, exact: false, warning: `The stored map was cut: "${selector}" may match more elements.` };
  if (/>/.test(selector.replace(/\[[^\]]*\]|"[^"]*"|'[^']*'/g, "")))
    return {
      boxes,
      exact: false,
      warning: `The stored map holds visible elements only: "${selector}" was matched without invisible parents.`,
    };
  return { boxes, exact: true };
}

function treeOf(elements: readonly MapElement[]): Node[] {
  const nodes = elements.map((element): Node => ({ element, parent: null, children: [] }));
  for (const node of nodes) {
    node.parent = nodes[node.element.parent] ?? null;
    node.parent?.children.push(node);
  }
  return nodes;
}

/**
 * Whatever the match asks for and the map does not know goes into `doubts`: siblings (invisible ones are missing, which
 * moves every :nth-child), whole texts, attributes. A selector that never asks is answered exactly.
 */
function adapterOf(doubts: Set<string>): Adapter {
  const attribute = (node: Node, name: string): string | undefined => {
    if (name === "id") return node.element.id || undefined;
    if (name === "class") return node.element.classes.join(" ") || undefined;
    if (!RECORDED.has(name)) doubts.add(`the attribute "${name}"`);
    const value = node.element.attrs[name];
    if (value !== undefined && value.length >= ATTRIBUTE_LIMIT) doubts.add(`the whole attribute "${name}"`);
    return value;
  };
  return {
    isTag: (node): node is Node => node !== null,
    getName: (node) => node.element.tag,
    getParent: (node) => node.parent,
    getChildren: (node) => node.children,
    getSiblings: (node) => {
      doubts.add("invisible siblings");
      return node.parent?.children ?? [node];
    },
    getText: (node) => {
      doubts.add("whole texts");
      return node.element.text;
    },
    getAttributeValue: attribute,
    hasAttrib: (node, name) => attribute(node, name) !== undefined,
    removeSubsets: (nodes) => nodes,
    equals: (a, b) => a === b,
    isHovered: () => false,
    isVisited: () => false,
    isActive: () => false,
  };
}
