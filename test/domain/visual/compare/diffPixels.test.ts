import { expect } from "chai";
import pixelmatch from "pixelmatch";
import sharp from "sharp";
import { ANTIALIASED, CHANGED, diffPixels, fillBoxes, IGNORED } from "../../../../domain/visual/compare/diffPixels.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import { BLACK, blank, box, copy, fill, noise, randomFrom } from "./paint.ts";

function count(baseline: Picture, test: Picture, threshold = 0.1): { changed: number; mask: Uint8Array } {
  const mask = new Uint8Array(test.width * test.height);
  const segments = [{ baselineY: 0, testY: 0, height: test.height }];
  return { changed: diffPixels(baseline, test, segments, mask, { threshold }), mask };
}

function reference({ data, width, height }: Picture, test: Picture, threshold = 0.1): number {
  return pixelmatch(data, test.data, undefined, width, height, { threshold });
}

/** Changes the color of some pixels slightly: near the threshold, where rounding would show. */
function jittered(picture: Picture, seed: number, share: number, by: number): Picture {
  const random = randomFrom(seed);
  const result = copy(picture);
  for (let at = 0; at < result.data.length; at++)
    if (at % 4 !== 3 && random() < share) result.data[at]! += Math.round((random() - 0.5) * by);
  return result;
}

function withAlpha(picture: Picture, seed: number): Picture {
  const random = randomFrom(seed);
  const result = copy(picture);
  for (let at = 3; at < result.data.length; at += 4) if (random() < 0.5) result.data[at] = Math.floor(random() * 256);
  return result;
}

async function text(content: string, dx: number, colour = "#222"): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="90"><rect width="320" height="90" fill="#fff"/>
    <text x="${10 + dx}" y="40" font-family="sans-serif" font-size="19" fill="${colour}">${content}</text>
    <circle cx="${260 + dx}" cy="50" r="27" fill="#38c"/></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

describe("diffPixels", () => {
  describe("counts what pixelmatch 7.2 counts", () => {
    for (const threshold of [0.02, 0.1, 0.3])
      for (let seed = 1; seed <= 12; seed++)
        it(`random pictures, threshold ${threshold}, seed ${seed}`, () => {
          const base = noise(17 + seed, 9 + ((seed * 5) % 23), seed * 77);
          for (const test of [noise(base.width, base.height, seed), jittered(base, seed, 0.4, 120), copy(base)]) {
            expect(count(base, test, threshold).changed).to.equal(reference(base, test, threshold));
            const [clearBase, clearTest] = [withAlpha(base, seed + 5), withAlpha(test, seed + 9)];
            expect(count(clearBase, clearTest, threshold).changed).to.equal(reference(clearBase, clearTest, threshold));
          }
        });

    for (const [name, other] of [
      ["another word", () => text("Plumbline store", 0)],
      ["half a pixel to the right", () => text("Plumbline shop", 0.5)],
      ["two pixels to the right", () => text("Plumbline shop", 2)],
      ["another colour", () => text("Plumbline shop", 0, "#a22")],
    ] as const)
      it(`anti-aliased text: ${name}`, async () => {
        const [base, test] = [await text("Plumbline shop", 0), await other()];
        const { changed, mask } = count(base, test);
        expect(changed).to.equal(reference(base, test));
        expect(changed).to.be.greaterThan(0);
        expect(mask.filter((value) => value === CHANGED).length).to.equal(changed);
        if (name === "half a pixel to the right") expect([...mask]).to.include(ANTIALIASED);
      });

    for (const [width, height] of [
      [1, 1],
      [1, 40],
      [40, 1],
      [2, 2],
      [3, 3],
    ] as const)
      it(`a picture of ${width}×${height}`, () => {
        const [base, test] = [noise(width, height, 3), noise(width, height, 4)];
        expect(count(base, test).changed).to.equal(reference(base, test));
      });
  });

  it("leaves ignored boxes out and sees them as neighbours all the same", () => {
    const base = noise(60, 60, 1);
    const test = noise(60, 60, 2);
    const whole = count(base, test);
    const mask = new Uint8Array(3600);
    fillBoxes(mask, 60, 60, [box(10, 10, 20, 20), box(50, 50, 30, 30), box(-5, -5, 7, 7)], IGNORED);
    const changed = diffPixels(base, test, [{ baselineY: 0, testY: 0, height: 60 }], mask);
    let expected = 0;
    for (let at = 0; at < 3600; at++) if (mask[at] !== IGNORED && whole.mask[at] === CHANGED) expected++;
    expect(changed).to.equal(expected);
    expect(mask.filter((value) => value === IGNORED).length).to.equal(400 + 100 + 4);
  });

  it("compares segments with each other and counts by row of the test picture", () => {
    const base = blank(20, 30);
    const test = blank(20, 40);
    fill(test, box(3, 35, 6, 2), BLACK);
    fill(test, box(0, 10, 20, 10), BLACK);
    const mask = new Uint8Array(800);
    const rowCounts = new Uint32Array(40);
    const segments = [
      { baselineY: 0, testY: 0, height: 10 },
      { baselineY: 10, testY: 20, height: 20 },
    ];
    expect(diffPixels(base, test, segments, mask, { rowCounts })).to.equal(12);
    expect([rowCounts[34], rowCounts[35], rowCounts[36]]).to.deep.equal([0, 6, 6]);
  });
});
