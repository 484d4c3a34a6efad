// How strictly a pair is judged: by what people chose to allow, and by whether one renderer drew both pictures.

/** What a change of text, image or presence does to a result that its pixels would let pass. */
export const CONTENT_POLICIES = ["fail", "warn", "ignore"] as const;
export type ContentPolicy = (typeof CONTENT_POLICIES)[number];

/**
 * Colour distances, 0 to 1, from which a pixel counts. Pages at rest give equal bytes on one renderer, so strictness costs nothing
 * there: at 0.02 none of 40 genuine one-element changes was missed, at pixelmatch's 0.1 and 0.1 % of the page 28 of them passed.
 * For the same reason smoothed edges count: a comma for a point and a corner 2 px rounder consist of nothing else.
 */
export const STRICT_DISTANCE = 0.02;
/** pixelmatch's default: what a person sees at a glance. */
export const VISIBLE_DISTANCE = 0.1;

/** Another renderer draws letters and curves a little differently: only what no font explains counts. */
export const OTHER_RENDERER = {
  /** Changed pixels of one region. */
  regionPixels: 100,
  /** A flat colour that became another one, in pixels, and how far apart the two are. */
  flatPixels: 1_000,
  flatDistance: 0.015,
  /** CSS pixels by which a box may be off. */
  place: 3,
} as const;

export type Judgement = {
  kind: "strict" | "tolerant" | "other_renderer";
  /** Colour distance from which a pixel counts. */
  distance: number;
  /** Whether pixels count that differ only in how an edge is smoothed. */
  smoothing: "counts" | "ignored";
  content: ContentPolicy;
};

/** `misMatchThreshold` in percent; 0: people chose no tolerance. `contentChanges` null: the project chose no policy. */
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
