// A box drawn by hand becomes an element of the page.
import type { AppElements } from "../../../../api/endpoints/answers/app/review.ts";
import type { Box } from "./view.ts";

export type PageElement = AppElements["elements"][number];

/** How far a drawn box may reach beyond an element that it is meant for. */
const LOOSE = 6;

const area = ({ width, height }: Box): number => width * height;

const contains = (outer: Box, inner: Box, loose = 0): boolean =>
  inner.x >= outer.x - loose &&
  inner.y >= outer.y - loose &&
  inner.x + inner.width <= outer.x + outer.width + loose &&
  inner.y + inner.height <= outer.y + outer.height + loose;

/** How much of both boxes together both of them cover, from 0 to 1. */
export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / (area(a) + area(b) - width * height);
}

/** Any corner first. */
export const boxBetween = (from: { x: number; y: number }, to: { x: number; y: number }): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
});

/**
 * The element that is meant, then those around it, from the inside to the outside; [] where the page has none there. Meant is the
 * smallest element that holds the whole box; a box drawn around an element means that one.
 */
export function snap(elements: readonly PageElement[], drawn: Box): PageElement[] {
  let best = -1;
  for (const [at, { box, selector }] of elements.entries()) {
    if (!selector || !contains(box, drawn, LOOSE)) continue;
    if (best < 0 || area(box) <= area(elements[best]!.box)) best = at;
  }
  for (const [at, { box, selector }] of elements.entries()) {
    // Nearly the same as what was drawn: better than a much larger one that holds it.
    if (!selector || overlap(box, drawn) < 0.6) continue;
    if (best < 0 || overlap(box, drawn) > overlap(elements[best]!.box, drawn)) best = at;
  }
  return best < 0 ? [] : aroundOf(elements, best);
}

/** The element and those around it that a rule can name, each once. */
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
