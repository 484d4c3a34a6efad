// How much each property of an element says about which element it is, and from which score on a proposal is made.
import type { Fingerprint } from "../target.ts";

/**
 * Parts of the score. What people recognise an element by weighs most; what a redesign changes first (classes, place, path) least.
 * After Similo (Nass et al., 2023), with the accessible name and role that its authors had not.
 */
export const WEIGHTS = {
  name: 2.5,
  text: 1.5,
  role: 1,
  id: 1.5,
  neighbours: 1.5,
  tag: 1,
  type: 1,
  alt: 0.5,
  ariaLabel: 0.5,
  href: 1,
  attributes: 1,
  classes: 0.5,
  path: 0.5,
  box: 0.5,
} as const satisfies Partial<Record<keyof Fingerprint, number>>;
export type Property = keyof typeof WEIGHTS;

/** A lower score is another element; too small a lead over the second one is a guess. */
export const MIN_SCORE = 0.35;
/**
 * Where nothing is known of what stood beside the element: any of the candidates may have been there before, and what is left of a
 * removed element's neighbours is often half like it (`bench -- heal`: with less, a removed element gets proposals).
 */
export const MIN_SCORE_ALONE = 0.8;
export const MIN_LEAD = 0.05;
/** Candidates that an answer lists. */
export const MAX_LISTED = 5;
