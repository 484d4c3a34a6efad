// Finds a rule's elements in a stored page map, for rules that were created after the capture.
import { type Options, selectAll } from "css-select";
import type { Box, MapElement, PageMap } from "../pageMap.ts";
import { partsOf } from "../selectorParts.ts";
import type { ComparisonRule } from "../shot.ts";

/** If `exact` is false, `warning` says why the result may differ from what a browser would have matched. */
export type RuleBoxes = { boxes: Box[]; exact: boolean; warning?: string };

/** Attributes that the map records in full. `href` is stored without host and query, so it cannot be matched exactly. */
const RECORDED = new Set(["id", "class", "role", "name", "type", "data-testid", "aria-label"]);
/** Length at which the capture cuts attribute values. */
const ATTRIBUTE_LIMIT = 120;

type Adapter = NonNullable<Options<Node, Node>["adapter"]>;

type Node = { element: MapElement; parent: Node | null; children: Node[] };

/**
 * Returns the boxes of a rule's elements: as the capture found them, otherwise as they match in the map. Captures of earlier versions found
 * none in shadow trees and frames.
 */
export function boxesOfRule(map: PageMap, { id, selector }: Pick<ComparisonRule, "id" | "selector">): RuleBoxes {
  const captured = map.ruleBoxes[id];
  const isKnown = captured && (captured.length > 0 || partsOf(selector).length === 1);
  return isKnown ? { boxes: captured, exact: true } : matchRuleBoxes(map, selector);
}

/** Returns the boxes, in CSS pixels, of the elements that `selector` matches in the map. */
export function matchRuleBoxes(map: PageMap, selector: string): RuleBoxes {
  // The capture generated these selectors in the real page, so even a structural one is exact here.
  const own = map.elements.filter((element) => element.selector === selector);
  if (own.length === 1) return { boxes: [own[0]!.box], exact: true };
  const nodes = treeOf(map.elements);
  const doubts = new Set<string>();
  const parts = partsOf(selector);
  let matched: Node[] = [];
  try {
    const options = { adapter: adapterOf(doubts), cacheResults: false };
    for (const [index, part] of parts.entries()) {
      const hosts = new Set(matched);
      const roots = nodes.filter(({ element, parent }) =>
        index === 0
          ? parent === null && element.inside === undefined
          : element.inside !== undefined && hosts.has(nodes[element.parent]!),
      );
      matched = selectAll<Node, Node>(part, roots, options);
    }
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
  if (/>/.test(parts.join(" ").replace(/\[[^\]]*\]|"[^"]*"|'[^']*'/g, "")))
    return {
      boxes,
      exact: false,
      warning: `The stored map holds visible elements only: "${selector}" was matched without invisible parents.`,
    };
  return { boxes, exact: true };
}

/** Selectors of a document do not reach into its shadow trees and frames, so those are trees of their own. */
function treeOf(elements: readonly MapElement[]): Node[] {
  const nodes = elements.map((element): Node => ({ element, parent: null, children: [] }));
  for (const node of nodes) {
    const parent = nodes[node.element.parent];
    if (!parent || parent.element.inside !== node.element.inside) continue;
    node.parent = parent;
    parent.children.push(node);
  }
  return nodes;
}

/**
 * Returns a css-select adapter for the map. It adds everything that the match depends on but the map does not know to `doubts`: siblings
 * (invisible ones are missing, which shifts every :nth-child), full texts, attributes. A selector that depends on none of these is matched
 * exactly.
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
