import { crc32, deflateSync } from "node:zlib";
import { expect } from "chai";
import { checkPng } from "../../platform/pngCheck.ts";
import { plainPng } from "../support/png.ts";

const SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), body]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(body.length, 0);
  ends.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
}

function header(width: number, height: number, [depth, colour, interlace] = [8, 2, 0]): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(width, 0);
  body.writeUInt32BE(height, 4);
  body.set([depth ?? 8, colour ?? 2, 0, 0, interlace ?? 0], 8);
  return chunk("IHDR", body);
}

/** A PNG of these parts; `unpacked`: size in bytes of its decompressed pixel data. */
const png = (head: Buffer, unpacked: number, ...more: Buffer[]) =>
  Buffer.concat([
    SIGNATURE,
    head,
    ...more,
    chunk("IDAT", deflateSync(Buffer.alloc(unpacked))),
    chunk("IEND", Buffer.alloc(0)),
  ]);

describe("checkPng", () => {
  const good = plainPng(30, 20, [10, 20, 30]);

  it("answers the size of a whole picture, whatever its colours", async () => {
    expect(await checkPng(good)).to.deep.equal({ width: 30, height: 20 });
    expect(await checkPng(png(header(9, 2, [1, 3, 0]), 2 * 3))).to.deep.equal({ width: 9, height: 2 });
  });

  const damaged = Buffer.from(good);
  damaged[40] = (damaged[40] ?? 0) ^ 0xff;
  const cases: [string, Buffer, RegExp][] = [
    ["no PNG", Buffer.from("<svg onload=alert(1)>"), /not a PNG/],
    ["nothing", Buffer.alloc(0), /not a PNG/],
    ["a PNG that ends early", good.subarray(0, good.length - 5), /ends too early/],
    ["one flipped bit", damaged, /checksum|unpacked/],
    ["bytes after the end", Buffer.concat([good, Buffer.from("<script>")]), /bytes after its end/],
    ["too few pixels", png(header(10, 10), 100), /fewer pixels/],
    ["a bomb: more pixels than the header says", png(header(1, 1), 50_000_000), /more pixels/],
    ["too many pixels", png(header(16_000, 40_000), 10), /pixels; at most/],
    ["no pixels", png(header(0, 10), 0), /no pixels/],
    ["colours that there are none of", png(header(1, 1, [7, 5, 0]), 4), /header is invalid/],
    ["interlacing", png(header(1, 1, [8, 2, 1]), 4), /interlaced/],
    ["an animation", png(header(1, 1), 4, chunk("acTL", Buffer.alloc(8))), /animated/],
    ["a part before the header", Buffer.concat([SIGNATURE, chunk("tEXt", Buffer.from("x"))]), /begin with its header/],
  ];
  for (const [what, bytes, sentence] of cases)
    it(`refuses ${what}`, async () => {
      expect(await checkPng(bytes)).to.match(sentence);
    });
});
