// Where two captures of one shot differ from each other: that moves by itself, everything else that the baseline lacks is a change.
import { areaOf } from "../../domain/visual/compare/picture.ts";
import { TIMERS } from "../../domain/visual/explain/late.ts";
import { variesAt } from "../../domain/visual/explain/variation.ts";
import type { Box } from "../../domain/visual/pageMap.ts";
import type { Change } from "../../domain/visual/reading/change.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { isArtifactLost } from "../../platform/artifacts/store.ts";
import type { CompareDeps } from "../deps.ts";

/** Boxes that are kept; a page that moves in more places moves as a whole. */
const MAX_BOXES = 200;

/** An earlier picture of the shot that is not this one; null where there is none. */
export const otherPicture = ({ captures }: Pick<Shot, "captures">, record: CaptureRecord): CaptureRecord | null =>
  captures.findLast(
    ({ attempt, frameSha256 }) =>
      attempt < record.attempt && frameSha256 !== null && frameSha256 !== record.frameSha256,
  ) ?? null;

/** In pixels of `test`, the largest first; null where a picture is gone. */
export async function movementBetween(
  { artifacts, pictures }: CompareDeps,
  other: CaptureRecord,
  test: CaptureRecord,
): Promise<Box[] | null> {
  if (!other.artifactId || !test.artifactId) return null;
  try {
    const [before, after] = await Promise.all([artifacts.get(other.artifactId), artifacts.get(test.artifactId)]);
    const { boxes, inserted = [] } = await pictures.difference(before, after);
    return [...boxes, ...inserted].toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MAX_BOXES);
  } catch (error) {
    if (isArtifactLost(error)) return null;
    throw error;
  }
}

/**
 * Of a picture for which timers were waited for: the changes that the picture which was taken at once does not show, or shows otherwise.
 * Without such a wait nobody knows what came late, and a rule would hide it.
 */
export function changedByTimer(
  changes: readonly Change[],
  boxes: Box[] | null,
  { other, record }: { other: CaptureRecord | null; record: CaptureRecord },
): Change[] {
  if (!other || boxes === null || other.rested === true || !(TIMERS in record.timings)) return [];
  const variation = { boxes, changes: null, length: false };
  return changes.filter(({ selector, box, boxBefore }) => {
    const place = box ?? boxBefore;
    return place !== null && variesAt(variation, { selector, box: place });
  });
}
