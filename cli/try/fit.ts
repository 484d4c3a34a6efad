// Matches reference pictures to the pages of the project after all configurations have been merged.
import type { Merged } from "../../domain/import/mergeSections.ts";
import type { LeftOut } from "../../domain/import/types.ts";
import { DEFAULT_VIEWPORTS } from "../../domain/visual/shot.ts";
import { sizeOf } from "../import/playwright.ts";
import type { BaselinePicture } from "../import/uploadBaselines.ts";
import type { ReadConfiguration } from "./read.ts";

/**
 * Gives the pictures the labels and sizes of the project. A page's pictures are used either all or not at all, because missing ones would
 * be compared with nothing. `read` is in the order of the merged parts; pictures of uploaded scenarios are unchanged.
 */
export function fitPictures(
  read: readonly ReadConfiguration[],
  { sections, renamed }: Pick<Merged, "sections" | "renamed">,
): { read: ReadConfiguration[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const fitted = read.map((one, at): ReadConfiguration => {
    const unfit = new Set<string>();
    const pictures = one.pictures.flatMap((picture): BaselinePicture[] => {
      const { query, bytes } = picture;
      if (query.visited !== "yes") return [picture];
      const name = renamed[at]?.get(query.name) ?? query.name;
      // The page itself is already listed with the reason why it was left out.
      if (renamed[at]?.get(query.name) === null) return [];
      const { width, height, scale } = {
        ...DEFAULT_VIEWPORTS[query.viewport],
        ...sections.viewports?.[query.viewport],
      };
      if (sizeOf(Buffer.from(bytes))?.width !== width * scale) {
        unfit.add(name);
        const reason = `${query.test} is not a PNG of the width of its viewport (${query.viewport}, ${width * scale} pixels)`;
        leftOut.push({ path: `${one.place}: scenarios.${query.name}`, reason });
      }
      return [{ bytes, query: { ...query, name, width, height } }];
    });
    return { ...one, pictures: pictures.filter(({ query }) => query.visited !== "yes" || !unfit.has(query.name)) };
  });
  return { read: fitted, leftOut };
}
