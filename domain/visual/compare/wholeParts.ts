// Finds parts of a page that are unchanged, including everything in them, wherever in the tree they are now.
import type { MapElement } from "../pageMap.ts";

type Tree = { children: Map<MapElement, MapElement[]>; names: Map<MapElement, number> };

/**
 * Pairs equal parts of two maps, outermost first, so that the rows after a removed one are identified by their content, not by their
 * number. A part has child elements and contains a text or an image.
 */
export function pairParts(
  baseline: readonly MapElement[],
  test: readonly MapElement[],
  look: (element: MapElement) => string,
  pair: (before: MapElement, after: MapElement) => void,
): void {
  const ids = new Map<string, number>();
  const [from, to] = [treeOf(baseline, look, ids), treeOf(test, look, ids)];
  const paired = new Set<MapElement>();
  const pairAll = (ofBaseline: MapElement, ofTest: MapElement): void => {
    // An explicit stack instead of recursion, because a page may nest deeper than the call stack.
    const open: [MapElement, MapElement][] = [[ofBaseline, ofTest]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [before, after] = next;
      paired.add(before).add(after);
      pair(before, after);
      const inside = from.children.get(before) ?? [];
      for (const [at, child] of (to.children.get(after) ?? []).entries()) open.push([inside[at]!, child]);
    }
  };
  const pairBy = (key: (element: MapElement, name: number) => string | number): void => {
    const waiting = new Map<string | number, MapElement[]>();
    for (const [element, name] of from.names) {
      const list = waiting.get(key(element, name));
      if (list) list.push(element);
      else waiting.set(key(element, name), [element]);
    }
    for (const [element, name] of to.names) {
      if (paired.has(element)) continue;
      const list = waiting.get(key(element, name)) ?? [];
      while (list[0] && paired.has(list[0])) list.shift();
      const partner = list.shift();
      if (partner) pairAll(partner, element);
    }
  };
  // First those at their own place, so that an insertion among equal parts does not shift all that follow.
  pairBy((element, name) => `${element.selector} ${name}`);
  pairBy((_, name) => name);
}

/** Returns a number for each part, in page order; equal parts have equal numbers. */
function treeOf(
  elements: readonly MapElement[],
  look: (element: MapElement) => string,
  ids: Map<string, number>,
): Tree {
  const children = new Map<MapElement, MapElement[]>();
  for (const element of elements) {
    const parent = elements[element.parent];
    if (!parent) continue;
    const list = children.get(parent);
    if (list) list.push(element);
    else children.set(parent, [element]);
  }
  const all = new Map<MapElement, { id: number; says: boolean }>();
  // Children follow their parents, so iterating from the end completes each part before its parent.
  for (const element of elements.toReversed()) {
    const inside = (children.get(element) ?? []).map((child) => all.get(child)!);
    const text = `${look(element)} ${inside.map(({ id }) => id).join(" ")}`;
    const id = ids.get(text) ?? ids.size;
    ids.set(text, id);
    const says = element.textHash !== "" || element.image !== "" || inside.some((child) => child.says);
    all.set(element, { id, says });
  }
  const parts = elements.filter((element) => children.has(element) && all.get(element)!.says);
  return { children, names: new Map(parts.map((element) => [element, all.get(element)!.id])) };
}
