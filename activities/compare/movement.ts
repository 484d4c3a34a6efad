// Where two captures of one shot differ, the page changes on its own; any other difference from the baseline is a change.
import { areaOf } from "../../domain/visual/compare/picture.ts";
import { TIMERS } from "../../domain/visual/explain/late.ts";
import { variesAt } from "../../domain/visual/explain/variation.ts";
import type { Box } from "../../domain/visual/pageMap.ts";
import type { Change } from "../../domain/visual/reading/change.ts";
import type { CaptureRecord, Shot } from "../../models/shots/schema.ts";
import { isArtifactLost } from "../../platform/artifacts/store.ts";
import type { CompareDeps } from "../deps.ts";

/** Maximum number of boxes stored; a page with more moving parts is treated as moving as a whole. */
const MAX_BOXES = 200;

/** Returns an earlier screenshot of the shot that differs from this one; null if there is none. */
export const otherPicture = ({ captures }: Pick<Shot, "captures">, record: CaptureRecord): CaptureRecord | null =>
  captures.findLast(
    ({ attempt, frameSha256 }) =>
      attempt < record.attempt && frameSha256 !== null && frameSha256 !== record.frameSha256,
  ) ?? null;

/** Returns boxes in pixels of `test`, the largest first; null if a screenshot is missing. */
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
 * For a screenshot that waited for timers: returns the changes that the immediate screenshot does not show, or shows differently.
 * Without such a wait it is unknown what appeared late, and a rule would hide it.
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
