// Results with page maps, in the form in which a visual run stores them.
import { gzipSync } from "node:zlib";
import type { MapElement } from "../../../../domain/visual/pageMap.ts";
import type { Shot } from "../../../../models/shots/schema.ts";
import { box, element, pageMap } from "../../../domain/visual/compare/paint.ts";
import { change } from "../../../domain/visual/reading/change.ts";
import { addShot, capture } from "../../support/shots.ts";
import type { ToolWorld } from "../harness.ts";

export const SIZE = { width: 400, height: 600 };
export const RENDERER = { browser: "chromium", version: "140", platform: "linux", fonts: "f" };

/** A price at the top, and a footer. */
export const PRICE = element({ selector: ".price", classes: ["price"], box: box(10, 10, 50, 20) });
export const FOOTER = element({ selector: "footer", tag: "footer", box: box(0, 560, 400, 40) });

export async function storeMap(world: ToolWorld, elements: MapElement[]): Promise<string> {
  const map = pageMap(SIZE.width, SIZE.height, elements);
  return world.ctx.artifacts.put(gzipSync(JSON.stringify(map)));
}

/** Adds a failed result of Home whose price changed from 1 to 2. */
export async function addPriceChange(
  world: ToolWorld,
  runId: string,
  index: number,
  patch: Partial<Shot> = {},
): Promise<string> {
  const [before, after] = await Promise.all([
    storeMap(world, [{ ...PRICE, text: "1 €", textHash: "a" }, FOOTER]),
    storeMap(world, [{ ...PRICE, text: "2 €", textHash: "b" }, FOOTER]),
  ]);
  const name = `${runId}-${index}`;
  const picture = { artifactId: "art-base", mapId: before, frameSha256: "f", pixelSha256: "p", ...SIZE };
  return addShot(world.models, runId, index, {
    baseline: { ...picture, renderer: RENDERER },
    captures: [{ ...capture(name), ...SIZE, mapId: after }],
    reasons: [
      {
        code: "mismatch",
        message: "0.3 % of the pixels differ, more than the threshold of 0.1 %.",
        data: { countedPixels: 240_000, ignoredPixels: 0 },
      },
    ],
    mismatchPercent: 0.3,
    changedPixels: 720,
    regions: [
      { box: box(12, 12, 40, 18), kind: "text", selector: ".price", text: "2 €", share: 1, changedPixels: 720 },
    ],
    changes: [
      change({
        key: "price",
        kind: "text",
        selector: ".price",
        text: { before: "1 €", after: "2 €" },
        box: PRICE.box,
        boxBefore: PRICE.box,
        changedPixels: 720,
      }),
    ],
    bands: [{ y: 0, height: 60, changedPixels: 720, percent: 3 }],
    fingerprint: "0123456789abcdef",
    ...patch,
  });
}
