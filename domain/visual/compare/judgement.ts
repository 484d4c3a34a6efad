// Decides how strictly a pair is judged: by the tolerance people chose, and by whether the same renderer drew both screenshots.

/** What to do if text, an image or an element's presence changed but the pixels match. */
export const CONTENT_POLICIES = ["fail", "warn", "ignore"] as const;
export type ContentPolicy = (typeof CONTENT_POLICIES)[number];

/**
 * Colour distances, 0 to 1, from which a pixel counts. Settled pages give equal bytes on the same renderer, so strictness costs nothing
 * there: at 0.02 none of 40 genuine one-element changes was missed; at pixelmatch's 0.1 and 0.1 % of the page, 28 of them passed. For the
 * same reason anti-aliased edges count: a comma instead of a point, or a corner that is 2 px rounder, consists of nothing else.
 */
export const STRICT_DISTANCE = 0.02;
/** pixelmatch's default: differences that a person sees at a glance. */
export const VISIBLE_DISTANCE = 0.1;

/** A different renderer draws letters and curves slightly differently, so only changes that no font difference explains count. */
export const OTHER_RENDERER = {
  /** Minimum changed pixels of one region. */
  regionPixels: 100,
  /** Minimum number of pixels of a flat colour that became another one, and the minimum distance between the two colours. */
  flatPixels: 1_000,
  flatDistance: 0.015,
  /** CSS pixels by which a box may be off. */
  place: 3,
} as const;

export type Judgement = {
  kind: "strict" | "tolerant" | "other_renderer";
  /** Colour distance from which a pixel counts. */
  distance: number;
  /** Whether pixels count that differ only in anti-aliasing. */
  smoothing: "counts" | "ignored";
  content: ContentPolicy;
};

/**
 * Returns the judgement for the chosen settings. `misMatchThreshold` is in percent; 0 means that no tolerance was chosen. `contentChanges`
 * is null if the project chose no policy.
 */
export function judgementOf(chosen: {
  misMatchThreshold: number;
  sameRenderer: boolean;
  contentChanges: ContentPolicy | null;
}): Judgement {
  if (chosen.misMatchThreshold > 0)
    return {
      kind: "tolerant",
      distance: VISIBLE_DISTANCE,
      smoothing: "ignored",
      content: chosen.contentChanges ?? "warn",
    };
  const content = chosen.contentChanges ?? "fail";
  return chosen.sameRenderer
    ? { kind: "strict", distance: STRICT_DISTANCE, smoothing: "counts", content }
    : { kind: "other_renderer", distance: VISIBLE_DISTANCE, smoothing: "ignored", content };
}
