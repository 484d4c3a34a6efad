// Finds the page element that a hand-drawn box refers to.
import type { AppElements } from "../../../../api/endpoints/answers/app/review.ts";
import type { Box } from "./view.ts";

export type PageElement = AppElements["elements"][number];

/** Tolerance in pixels by which a drawn box may extend beyond its element. */
const LOOSE = 6;

const area = ({ width, height }: Box): number => width * height;

const contains = (outer: Box, inner: Box, loose = 0): boolean =>
  inner.x >= outer.x - loose &&
  inner.y >= outer.y - loose &&
  inner.x + inner.width <= outer.x + outer.width + loose &&
  inner.y + inner.height <= outer.y + outer.height + loose;

/** Returns intersection over union of both boxes, from 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (area(a) + area(b) - width * height);
}

/** The corners can be given in any order. */
export const boxBetween = (from: { x: number; y: number }, to: { x: number; y: number }): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});

/**
 * Returns the element a drawn box refers to, then its ancestors from the inside out; [] if the page has none there. That is the smallest
 * element that contains the whole box, unless the box was drawn closely around another element.
 */
export function snap(elements: readonly PageElement[], drawn: Box): PageElement[] {
  let best = -1;
  for (const [at, { box, selector }] of elements.entries()) {
    if (!selector || !contains(box, drawn, LOOSE)) continue;
    if (best < 0 || area(box) <= area(elements[best]!.box)) best = at;
  }
  for (const [at, { box, selector }] of elements.entries()) {
    // An element that nearly matches the box is better than a much larger one that contains it.
    if (!selector || overlap(box, drawn) < 0.6) continue;
    if (best < 0 || overlap(box, drawn) > overlap(elements[best]!.box, drawn)) best = at;
  }
  return best < 0 ? [] : aroundOf(elements, best);
}

/** Returns the element and its ancestors that a rule can name, each once. */
export function aroundOf(elements: readonly PageElement[], at: number): PageElement[] {
  const chain: PageElement[] = [];
  const seen = new Set<string>();
  for (let next = at, steps = 0; next >= 0 && steps < 60; steps++) {
    const element = elements[next];
    if (!element) break;
    if (element.selector && !seen.has(element.selector)) chain.push(element);
    seen.add(element.selector);
    next = element.parent;
  }
  return chain;
}
