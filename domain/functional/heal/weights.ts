// Weights of an element's properties for recognizing it, and the score from which a proposal is made.
import type { Fingerprint } from "../target.ts";

/**
 * Weights of the score. What people recognize an element by weighs most; what a redesign changes first (classes, position, path) least.
 * After Similo (Nass et al., 2023), plus the accessible name and role, which its authors did not have.
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

/** Below this score it is another element; with a smaller lead over the second one it is a guess. */
export const MIN_SCORE = 0.35;
/**
 * Minimum score if the element's former neighbours are unknown: any candidate may have been there before, and the remaining neighbours of
 * a
 * removed element are often similar by half (`bench -- heal`: with a lower value, removed elements get proposals).
 */
export const MIN_SCORE_ALONE = 0.8;
export const MIN_LEAD = 0.05;
/** Maximum number of listed candidates. */
export const MAX_LISTED = 5;
