// The comparison counts the same pixels as pixelmatch, on pictures of the truth bench that need no browser.
import { expect } from "chai";
import { CHANGES } from "../../../../bench/truth/changes.ts";
import { landscapePng } from "../../../../bench/truth/pictures.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import { blank, copy, fill, noise, randomFrom } from "../../../domain/visual/compare/paint.ts";
import { countBoth, countFiles } from "./countBoth.ts";

const redrawn = CHANGES.flatMap(({ name, edit }) => ("redrawn" in edit ? [{ name, image: edit.image }] : []));
const replaced = CHANGES.flatMap(({ name, edit }) => {
  if (!("find" in edit)) return [];
  const [before, after] = [edit.find, edit.replace].map((text) => /^\/img\/(\w+\.png)$/.exec(text)?.[1]);
  return before && after ? [{ name, before, after }] : [];
});

describe("the comparison and pixelmatch count alike", () => {
  for (const { name, before, after } of [
    ...redrawn.map(({ name, image }) => ({ name, before: image, after: `${image} redrawn` })),
    ...replaced,
  ])
    it(`${name}: ${before}`, async () => {
      const counts = await countFiles(await landscapePng(before), await landscapePng(after));
      expect(counts?.comparison).to.deep.equal(counts?.pixelmatch);
      expect(counts?.pixelmatch[1]).to.be.greaterThan(0);
    });

  /** Changes a few scattered rows: bands with their context, near and far, at both ends. */
  const scattered = (base: Picture, rows: readonly number[], seed: number): Picture => {
    const random = randomFrom(seed);
    const result = copy(base);
    for (const y of rows)
      for (let at = y * base.width * 4; at < (y + 1) * base.width * 4; at++)
        if (at % 4 !== 3 && random() < 0.6) result.data[at]! += Math.round((random() - 0.5) * 160);
    return result;
  };

  it("in bands at the edges, next to each other and far apart, on edges and on noise", () => {
    const steps = blank(97, 120);
    for (let y = 0; y < 120; y += 3) fill(steps, { x: y % 50, y, width: 40, height: 2 }, [y * 2, 90, 255 - y]);
    for (const [seed, base] of [noise(97, 120, 5), steps].entries())
      for (const rows of [[0], [119], [0, 2, 5, 9, 14, 20], [40, 41, 42, 46, 51, 118], [60, 63, 66, 71]]) {
        const counts = countBoth(base, scattered(base, rows, seed + 1));
        expect(counts.comparison, String(rows)).to.deep.equal(counts.pixelmatch);
        expect(counts.pixelmatch[0]).to.be.greaterThan(0);
      }
  });

  it("in a picture longer than one call takes, and in one that is translucent in places", () => {
    const tall = noise(25, 85_000, 3);
    const moved = copy(tall);
    for (let at = 0; at < moved.data.length; at += 4) moved.data[at]! ^= at % 3 === 0 ? 40 : 3;
    const counts = countBoth(tall, moved);
    expect(counts.comparison).to.deep.equal(counts.pixelmatch);
    const clear = scattered(noise(60, 90, 8), [4], 2);
    for (let at = 3; at < clear.data.length; at += 4) if (at % 7 === 0) clear.data[at] = 120;
    const other = scattered(clear, [3, 30, 31, 77], 9);
    const translucent = countBoth(clear, other);
    expect(translucent.comparison).to.deep.equal(translucent.pixelmatch);
  });
});
