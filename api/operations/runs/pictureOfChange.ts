// The part of a screenshot that shows a change, before and after: signed links to the full images and the box to show.
import type { Box } from "../../../domain/visual/pageMap.ts";
import { sizesOf } from "../../../models/shots/facts.ts";
import type { Shot } from "../../../models/shots/schema.ts";
import type { OperationContext } from "../../lib/context.ts";
import { shotLinks } from "../visual/resultView.ts";

/** Fields of a shot that are needed to show a change. */
export const PICTURE_FIELDS = {
  index: 1,
  artifacts: 1,
  changes: 1,
  regions: 1,
  captures: 1,
  baseline: 1,
  review: 1,
} as const;
export type PicturedShot = Pick<Shot, "_id" | keyof typeof PICTURE_FIELDS>;

type Side = { src: string; width: number; height: number; box: Box };
/** A side is null if what changed is not in its image. */
export type ChangePicture = { before: Side | null; after: Side | null };

/** Returns null if there are not two images or it is unknown where they differ. `cause`: key of the change. */
export function pictureOfChange(ctx: OperationContext, shot: PicturedShot, cause: string): ChangePicture | null {
  const sizes = sizesOf(shot);
  const links = shotLinks(ctx, shot);
  const [largest] = shot.changes ?? [];
  const change = shot.changes?.find(({ key }) => key === cause) ?? largest;
  const [region] = shot.regions;
  const boxes = change
    ? { before: change.boxBefore, after: change.box }
    : { before: region?.box ?? null, after: region?.box ?? null };
  if (!sizes || (!boxes.before && !boxes.after)) return null;
  return {
    before: sideOf(links.baseline, sizes.baseline, boxes.before),
    after: sideOf(links.test, sizes.test, boxes.after),
  };
}

const sideOf = (src: string | null, { width, height }: { width: number; height: number }, box: Box | null) =>
  src && box ? { src, width, height, box } : null;
