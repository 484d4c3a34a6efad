import { expect } from "chai";
import pixelmatch from "pixelmatch";
import { PNG } from "pngjs";
import { DIFF_PALETTE } from "../../../../activities/compare/engine/diffPicture.ts";
import { PictureError, type PictureErrorCode } from "../../../../activities/compare/engine/errors.ts";
import { type ComparePool, createComparePool } from "../../../../activities/compare/engine/pool.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import { box, fill, noise, page, pageMap } from "../../../domain/visual/compare/paint.ts";
import { itInFullLane } from "../../../support/lanes.ts";
import { encode, pagePng } from "./pages.ts";

async function rejection(promise: Promise<unknown>): Promise<PictureError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof PictureError) return error;
    throw error;
  }
  throw new Error("it was answered");
}

const codeOf = async (promise: Promise<unknown>): Promise<PictureErrorCode> => (await rejection(promise)).code;

describe("compare pool", () => {
  let pool: ComparePool;
  let shop: Buffer;
  let store: Buffer;
  before(async () => {
    pool = createComparePool({ threads: 2 });
    shop = await pagePng(640, 900, "Plumbline shop");
    store = await pagePng(640, 900, "Plumbline store", "#c33");
  });
  after(() => pool.close());

  it("answers equal bytes and equal pixels alike", async () => {
    const decoded = PNG.sync.read(shop);
    const again = await encode({ ...decoded, data: decoded.data }, { level: 9 });
    expect(again.equals(shop)).to.equal(false);
    for (const testPng of [Buffer.from(shop), again]) {
      const { comparison, diffPng } = await pool.compare({ baselinePng: shop, testPng, diffPicture: "always" });
      expect(comparison).to.deep.include({ verdict: "passed", mismatchPercent: 0, changedPixels: 0, fingerprint: "" });
      expect(comparison.countedPixels).to.equal(640 * 900);
      expect(comparison.reasons.map(({ code }) => code)).to.deep.equal(["equal"]);
      expect(diffPng).to.equal(null);
    }
  });

  it("counts as pixelmatch 7.2 does, and keeps the caller's bytes", async () => {
    const [a, b] = [PNG.sync.read(shop), PNG.sync.read(store)];
    const { comparison } = await pool.compare({ baselinePng: shop, testPng: store, align: false, pixelThreshold: 0.1 });
    expect(comparison.changedPixels).to.equal(pixelmatch(a.data, b.data, undefined, 640, 900));
    expect(comparison.mismatchPercent).to.equal((comparison.changedPixels / (640 * 900)) * 100);
    expect(comparison.timings).to.include.keys("decode", "diff", "regions");
    expect(shop.length).to.be.greaterThan(0);
  });

  for (const [name, how] of [
    ["RGBA", { alpha: true }],
    ["grey", { grey: true }],
    ["filtered", { filtered: true }],
    ["a palette", { palette: true }],
  ] as const)
    it(`reads ${name} as pngjs does`, async () => {
      const [a, b] = [page(90, 70, 1), page(90, 70, 2)];
      if (name === "RGBA") for (const picture of [a, b]) fill(picture, box(5, 5, 30, 30), [9, 99, 200, 120]);
      const [first, second] = await Promise.all([encode(a, how), encode(b, how)]);
      const { comparison } = await pool.compare({
        baselinePng: first,
        testPng: second,
        align: false,
        pixelThreshold: 0.1,
      });
      const expected = pixelmatch(PNG.sync.read(first).data, PNG.sync.read(second).data, undefined, 90, 70);
      expect(comparison.changedPixels).to.equal(expected);
    });

  it("draws the changed pixels over the dimmed page, in 16 colours", async () => {
    const request = { baselinePng: shop, testPng: store, diffPicture: "failed" as const };
    const { comparison, diffPng } = await pool.compare(request);
    const drawn = PNG.sync.read(Buffer.from(diffPng!));
    expect([drawn.width, drawn.height]).to.deep.equal([640, 900]);
    // Translucent red, darker where the page is darker.
    const reds = new Set(DIFF_PALETTE.slice(6, 10).map(String));
    const outline = String([220, 0, 40]);
    let [changed, outlined] = [0, 0];
    for (let at = 0; at < drawn.data.length; at += 4) {
      const colour = String([...drawn.data.subarray(at, at + 3)]);
      if (reds.has(colour)) changed++;
      if (colour === outline) outlined++;
    }
    expect(reds.size).to.equal(4);
    expect(changed).to.be.within(comparison.changedPixels * 0.8, comparison.differingPixels);
    expect(outlined).to.be.greaterThan(comparison.regions.length * 8);
    expect(await pool.diffPicture(request)).to.deep.equal(diffPng);
    expect((await pool.compare({ ...request, misMatchThreshold: 50 })).diffPng).to.equal(null);
  });

  it("keeps letters readable on a ground that changed, whether they changed or not", async () => {
    type Tone = [number, number, number];
    const card = (ground: Tone, letters: Tone): Picture => {
      const picture = { width: 200, height: 120, data: new Uint8Array(200 * 120 * 4).fill(255) };
      fill(picture, box(20, 20, 160, 80), ground);
      fill(picture, box(40, 50, 60, 20), letters);
      return picture;
    };
    const cases: { before: Tone; after: Tone; letters: Tone }[] = [
      { before: [230, 240, 250], after: [224, 230, 240], letters: [20, 20, 20] },
      { before: [29, 58, 85], after: [60, 30, 30], letters: [255, 255, 255] },
    ];
    for (const { before, after, letters } of cases) {
      const drawn = await pool.diffPicture({
        baselinePng: await encode(card(before, letters)),
        testPng: await encode(card(after, letters)),
      });
      const { data } = PNG.sync.read(Buffer.from(drawn!));
      const at = (x: number, y: number) => [...data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 3)];
      expect(contrast(at(70, 60), at(140, 60)), String(letters)).to.be.greaterThan(4.5);
    }
  });

  it("keeps light borders of the page to be seen around what changed", async () => {
    const picture = (mark: [number, number, number]): Picture => {
      const card = { width: 200, height: 120, data: new Uint8Array(200 * 120 * 4).fill(255) };
      fill(card, box(20, 20, 80, 80), [225, 225, 225]);
      fill(card, box(150, 50, 20, 20), mark);
      return card;
    };
    const [before, after] = [await encode(picture([0, 0, 0])), await encode(picture([200, 0, 0]))];
    const { data } = PNG.sync.read(Buffer.from((await pool.diffPicture({ baselinePng: before, testPng: after }))!));
    const at = (x: number, y: number) => data[(y * 200 + x) * 4];
    expect([at(60, 60), at(10, 10)]).to.deep.equal([225, 255]);
  });

  it("outlines what changed where it is in the test picture, and nothing where rows were taken out", async () => {
    const base = noise(100, 300, 7);
    const test: Picture = { width: 100, height: 240, data: base.data.slice() };
    // Rows 40 to 99 are removed; everything below them moves up.
    test.data = new Uint8Array([...base.data.subarray(0, 40 * 400), ...base.data.subarray(100 * 400)]);
    fill(test, box(40, 200, 12, 12), [255, 0, 255]);
    const drawn = await pool.diffPicture({ baselinePng: await encode(base), testPng: await encode(test) });
    const { data } = PNG.sync.read(Buffer.from(drawn!));
    const outlined = new Set<number>();
    for (let at = 0; at < data.length; at += 4)
      if (String([...data.subarray(at, at + 3)]) === "220,0,40") outlined.add(Math.floor(at / 400));
    expect(Math.min(...outlined)).to.equal(200 - 6);
    expect(Math.max(...outlined)).to.equal(200 + 12 + 6 - 1);
  });

  it("draws what rules mask and what was removed, at odd widths too", async () => {
    const base = noise(101, 200, 3);
    const test: Picture = { width: 101, height: 150, data: base.data.slice(50 * 404) };
    fill(test, box(10, 100, 20, 20), [0, 0, 0]);
    const map = pageMap(101, 150, [], { r: [box(10, 100, 20, 20)] });
    const diffPng = await pool.diffPicture({
      baselinePng: await encode(base),
      testPng: await encode(test),
      rules: [{ id: "r", selector: ".x", mode: "ignore" }],
      baselineMap: map,
      testMap: map,
    });
    const { data } = PNG.sync.read(Buffer.from(diffPng!));
    const at = (x: number, y: number): number[] => [...data.subarray((y * 101 + x) * 4, (y * 101 + x) * 4 + 3)];
    expect(at(50, 0)).to.deep.equal([255, 120, 0]);
    // Black under a rule: bluer than the dimmed page around it.
    const [red = 0, , blue = 0] = at(15, 110);
    expect(blue - red).to.be.greaterThan(40);
  });

  it("re-encodes to fewer bytes and the same pixels", async () => {
    const { png: smaller, pixelSha256 } = await pool.reencode(shop);
    expect(smaller.length).to.be.lessThan(shop.length);
    expect(PNG.sync.read(Buffer.from(smaller)).data.equals(PNG.sync.read(shop).data)).to.equal(true);
    expect(await pool.pixelHash(smaller)).to.equal(await pool.pixelHash(shop));
    expect(pixelSha256).to.equal(await pool.pixelHash(shop));
    expect((await pool.reencode(smaller)).png).to.have.length(smaller.length);
  });

  it("hashes pixels and size", async () => {
    const [wide, tall] = [noise(8, 4, 1), noise(8, 4, 1)];
    Object.assign(tall, { width: 4, height: 8 });
    const hashes = await Promise.all([wide, tall].map(async (picture) => pool.pixelHash(await encode(picture))));
    expect(hashes[0]).to.match(/^[0-9a-f]{64}$/);
    expect(hashes[0]).to.not.equal(hashes[1]);
  });

  it("finds where two frames differ, down to a single shade", async () => {
    const base = page(120, 90, 4);
    const moved: Picture = { ...base, data: base.data.slice() };
    moved.data[(20 * 120 + 30) * 4]! ^= 1;
    moved.data[(50 * 120 + 7) * 4 + 2]! ^= 1;
    const [a, b] = [await encode(base), await encode(moved)];
    expect(await pool.difference(a, b)).to.deep.equal({
      equal: false,
      boxes: [box(7, 20, 24, 31)],
      lines: [box(30, 20, 1, 1), box(7, 50, 1, 1)],
    });
    expect(await pool.difference(a, await encode(base, { level: 9 }))).to.deep.equal({
      equal: true,
      boxes: [],
    });
    const other = await pool.difference(a, await encode(page(100, 130, 4)));
    expect(other).to.deep.equal({ equal: false, boxes: [box(0, 0, 120, 130)] });
  });

  it("refuses what is no picture", async () => {
    const noPng = Buffer.from("GIF89a");
    const broken = Buffer.from(shop);
    broken.fill(0, 200, 400);
    const huge = Buffer.from(shop);
    huge.writeUInt32BE(400_000, 16);
    for (const png of [noPng, broken, huge, Buffer.alloc(0)]) {
      expect(await codeOf(pool.compare({ baselinePng: shop, testPng: png }))).to.equal("bad_picture");
      expect(await codeOf(pool.pixelHash(png))).to.equal("bad_picture");
    }
    expect(await codeOf(pool.compare({ baselinePng: noPng, testPng: noPng }))).to.equal("bad_picture");
    expect((await pool.compare({ baselinePng: shop, testPng: store })).comparison.verdict).to.equal("failed");
  });

  it("works through more jobs than it has threads", async () => {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, i) => pool.compare({ baselinePng: shop, testPng: i % 2 ? store : shop })),
    );
    expect(answers.map(({ comparison }) => comparison.verdict).join()).to.equal(
      "passed,failed,passed,failed,passed,failed,passed,failed,passed",
    );
  });

  itInFullLane("compares pages of 30,000 rows in bounded memory", async () => {
    const long = page(1440, 30_000, 6);
    const shifted = { ...long, height: 30_024, data: new Uint8Array(1440 * 30_024 * 4) };
    shifted.data.set(long.data.subarray(0, 1440 * 9000 * 4));
    shifted.data.set(noise(1440, 24, 2).data, 1440 * 9000 * 4);
    shifted.data.set(long.data.subarray(1440 * 9000 * 4), 1440 * 9024 * 4);
    const [baselinePng, testPng] = await Promise.all([encode(long), encode(shifted)]);
    const before = process.memoryUsage().rss;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss - before);
    }, 20);
    const { comparison } = await pool.compare({ baselinePng, testPng });
    clearInterval(watch);
    expect(comparison.shifts.map(({ height }) => height)).to.deep.equal([24]);
    expect(comparison.changedPixels).to.equal(24 * 1440);
    // Two pictures of 173 MB, the mask of 43 MB, and the decoder's memory.
    expect(most).to.be.lessThan(900 * 2 ** 20);
  });
});

describe("compare pool in trouble", () => {
  let pool: ComparePool;
  let png: Buffer;
  const workerFile = new URL("./dyingWorker.ts", import.meta.url);
  beforeEach(async () => {
    pool = createComparePool({ threads: 1, workerFile });
    png = await encode(page(40, 40, 1));
  });
  afterEach(() => pool.close());

  it("fails the job of a thread that dies and starts another", async () => {
    const threw = await rejection(pool.pixelHash(png));
    expect([threw.code, threw.message]).to.deep.equal(["worker_crashed", "The comparison thread ended: out of luck."]);
    const left = await rejection(pool.compare({ baselinePng: png, testPng: await encode(page(40, 40, 2)) }));
    expect(left.message).to.match(/exit code 7/);
    expect((await pool.reencode(png)).png).to.have.length(png.length);
  });

  it("carries on with the jobs that waited behind it", async () => {
    const [first, second, third] = [pool.pixelHash(png), pool.reencode(png), pool.pixelHash(png)];
    expect(await codeOf(first)).to.equal("worker_crashed");
    expect((await second).png).to.have.length(png.length);
    expect(await codeOf(third)).to.equal("worker_crashed");
  });

  it("drops aborted jobs, waiting or running, and goes on", async () => {
    const real = createComparePool({ threads: 1 });
    const [running, waiting, early] = [new AbortController(), new AbortController(), AbortSignal.abort()];
    const hashes = [
      real.pixelHash(png, { signal: running.signal }),
      real.pixelHash(png, { signal: waiting.signal }),
      real.pixelHash(png, { signal: early }),
      real.pixelHash(png),
    ];
    const codes = hashes.slice(0, 3).map(codeOf);
    waiting.abort();
    running.abort();
    expect(await Promise.all(codes)).to.deep.equal(["aborted", "aborted", "aborted"]);
    expect(await hashes[3]).to.match(/^[0-9a-f]{64}$/);
    await real.close();
  });

  it("fails what is left when it is closed", async () => {
    const real = createComparePool({ threads: 1 });
    const codes = [real.pixelHash(png), real.pixelHash(png)].map(codeOf);
    await real.close();
    expect(await Promise.all(codes)).to.deep.equal(["closed", "closed"]);
    expect(await codeOf(real.pixelHash(png))).to.equal("closed");
    await real.close();
  });
});

/** As defined by WCAG 2.2: 1 to 21. */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
