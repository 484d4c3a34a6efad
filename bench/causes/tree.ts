// Pages as trees with more information than their markup: every element has a key that is equal on both sides of a pair and never visible to
// the product.
import { type Options, selectAll } from "css-select";

export type Node = {
  tag: string;
  attrs: Record<string, string>;
  children: (Node | string)[];
  /** Equal for the same element before and after the change. */
  key: number;
  parent: Node | null;
};

export type Child = Node | string;
/** Creates an element from `"div.card"`, its attributes and its children. */
export type Make = (name: string, attrs: Record<string, string>, ...children: Child[]) => Node;

/** Keys count from 0 in the order of creation, so equal calls give equal keys. */
export function maker(): Make {
  let next = 0;
  return (name, attrs, ...children) => {
    const [tag = "div", ...classes] = name.split(".");
    const all = classes.length > 0 ? { class: classes.join(" "), ...attrs } : { ...attrs };
    const node: Node = { tag, attrs: all, children, key: next++, parent: null };
    for (const child of children) if (typeof child !== "string") child.parent = node;
    return node;
  };
}

export const elementsOf = (node: Node): Node[] =>
  node.children.filter((child): child is Node => typeof child !== "string");

/** Returns the node and all its descendants, in document order. */
export const allOf = (node: Node): Node[] => [node, ...elementsOf(node).flatMap(allOf)];

export const textOf = (node: Node): string =>
  node.children
    .map((child) => (typeof child === "string" ? child : textOf(child)))
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

/** Returns an element's own text, without that of its child elements. */
export const ownText = (node: Node): string =>
  node.children
    .filter((child): child is string => typeof child === "string")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim();

export function ancestorsOf(node: Node): Node[] {
  const found: Node[] = [];
  for (let at = node.parent; at; at = at.parent) found.push(at);
  return found;
}

export const hasClass = (node: Node, name: string): boolean => (node.attrs.class ?? "").split(" ").includes(name);

/** Returns what a person would call the element: its label, its heading, or else its first words. */
export function nameOf(node: Node): string {
  const own = node.attrs["aria-label"] ?? node.attrs.alt ?? "";
  const heading = allOf(node).find(({ tag }) => /^h[1-6]$/.test(tag));
  // A symbol before the words is not a name.
  const first = allOf(node).find((one) => /[\p{L}\d]{2}/u.test(ownText(one)));
  return own || (heading ? textOf(heading) : "") || (first ? ownText(first) : "") || node.tag;
}

export function detach(node: Node): void {
  const siblings = node.parent?.children;
  if (siblings) siblings.splice(siblings.indexOf(node), 1);
  node.parent = null;
}

/** `at`: index among the parent's children. */
export function insert(parent: Node, node: Node, at: number): void {
  parent.children.splice(at, 0, node);
  node.parent = parent;
}

const VOID = new Set(["img", "input", "meta", "link", "br", "hr"]);
const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

export function markup(node: Child, indent = ""): string {
  if (typeof node === "string") return escaped(node);
  const attrs = Object.entries(node.attrs)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
  if (VOID.has(node.tag)) return `<${node.tag}${attrs}>`;
  // White space between inline elements is visible, so none is added.
  const raw = node.tag === "style" || node.tag === "script";
  const inside = node.children.map((child) => (raw && typeof child === "string" ? child : markup(child, indent)));
  return `<${node.tag}${attrs}>${inside.join("")}</${node.tag}>`;
}

type Adapter = NonNullable<Options<Node, Node>["adapter"]>;
const ADAPTER: Adapter = {
  isTag: (node): node is Node => node !== null,
  getName: ({ tag }) => tag,
  getParent: ({ parent }) => parent,
  getChildren: elementsOf,
  getSiblings: (node) => (node.parent ? elementsOf(node.parent) : [node]),
  getText: textOf,
  getAttributeValue: ({ attrs }, name) => attrs[name],
  hasAttrib: ({ attrs }, name) => attrs[name] !== undefined,
  removeSubsets: (nodes) => nodes,
  equals: (a, b) => a === b,
  isHovered: () => false,
  isVisited: () => false,
  isActive: () => false,
};

/** Returns the first element that matches the selector, or null if none does or the selector is invalid. */
export function locate(root: Node, selector: string): Node | null {
  try {
    return selectAll<Node, Node>(selector, [root], { adapter: ADAPTER, cacheResults: false })[0] ?? null;
  } catch {
    return null;
  }
}
