// Parts of a page that are as they were, with everything in them, wherever in the tree they are now.
import type { MapElement } from "../pageMap.ts";

type Tree = { children: Map<MapElement, MapElement[]>; names: Map<MapElement, number> };

/**
 * Pairs equal parts of two maps, the outermost first: rows after one that is gone are told by what is in them, not by their number. A part
 * has elements in it and says something, by a word or a picture.
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
    // A stack of its own: a page may nest deeper than calls can.
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
  // First those at their own place, so that an insertion among equal ones does not shift all that follow.
  pairBy((element, name) => `${element.selector} ${name}`);
  pairBy((_, name) => name);
}

/** A number for each part, in the order of the page: equal ones have equal numbers. */
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
  // Children follow their parents, so from the end each is whole when its turn comes.
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
