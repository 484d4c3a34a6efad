import { createHash } from "node:crypto";
import { expect } from "chai";
import { type KnownFrame, pngSize, shootUntilStable } from "../../../../activities/capture/engine/shoot.ts";

/** Only the header of a PNG is looked at: 10×20, and a letter for what it shows. */
function picture(letter: string): Uint8Array {
  const png = Buffer.alloc(25);
  png.writeUInt32BE(10, 16);
  png.writeUInt32BE(20, 20);
  png.write(letter, 24);
  return png;
}

const sha256 = (letter: string): string => createHash("sha256").update(picture(letter)).digest("hex");

/** A page that shows the letters one after the other; the clock moves only when somebody sleeps. */
async function shoot(letters: string, known: KnownFrame = { sha256: null }) {
  let now = 0;
  const at: number[] = [];
  const left = [...letters];
  let refreshed = 0;
  const shot = await shootUntilStable(
    {
      now: () => now,
      sleep: async (ms) => {
        await new Promise((resolve) => setTimeout(resolve, 1));
        now += ms;
      },
      refresh: async () => {
        refreshed += 1;
      },
      shoot: async () => {
        at.push(now);
        return picture(left.shift() ?? "?");
      },
    },
    known,
  );
  return { ...shot, at, refreshed, letter: Buffer.from(shot.frame.png).toString("latin1", 24) };
}

const box = (x: number) => ({ x, y: 1, width: 2, height: 3 });
const moving: KnownFrame["difference"] = async (a, b) => {
  const [one, two] = [a, b].map((png) => Buffer.from(png).toString("latin1", 24));
  return one === two ? { equal: true, box: null } : { equal: false, box: box((two ?? "").charCodeAt(0) - 97) };
};

describe("shootUntilStable", () => {
  const cases: [name: string, letters: string, known: KnownFrame, expected: Record<string, unknown>][] = [
    [
      "one frame when it is the known one",
      "a",
      { sha256: sha256("a") },
      { frames: 1, equalsKnown: true, stable: true },
    ],
    ["two equal frames without a known one", "aa", { sha256: null }, { frames: 2, equalsKnown: false, stable: true }],
    [
      "two equal frames that are not the known one",
      "bb",
      { sha256: sha256("a") },
      { frames: 2, equalsKnown: false, stable: true },
    ],
    ["the known one, though later", "xya", { sha256: sha256("a") }, { frames: 3, equalsKnown: true, stable: true }],
    ["rest after a while", "abcc", { sha256: null }, { frames: 4, stable: true, letter: "c" }],
    [
      "one frame that an earlier attempt had",
      "b",
      { sha256: sha256("a"), extraKnownSha256: [sha256("z"), sha256("b")] },
      { frames: 1, equalsKnown: false, stable: true },
    ],
    [
      "one frame whose pixels are the known ones",
      "ab",
      { sha256: "other bytes", readPng: async () => picture("a"), difference: moving },
      { frames: 1, equalsKnown: true, stable: true, letter: "a" },
    ],
    [
      "the same by samePixels",
      "ab",
      { sha256: "other bytes", readPng: async () => picture("a"), samePixels: async () => true },
      { frames: 1, equalsKnown: true },
    ],
    [
      "a frame of an earlier attempt whose pixels are the known ones",
      "b",
      { sha256: "other", extraKnownSha256: [sha256("b")], readPng: async () => picture("b"), difference: moving },
      { frames: 1, equalsKnown: true },
    ],
    [
      "a later frame whose pixels are the known ones",
      "xbb",
      { sha256: "other", readPng: async () => picture("b"), difference: moving },
      { frames: 3, equalsKnown: true, stable: true },
    ],
    [
      "no rest",
      "abcde",
      { sha256: null },
      { frames: 5, stable: false, equalsKnown: false, movingRegion: null, letter: "e" },
    ],
    [
      "no rest, and where: without the first change, which may have been the page's coming to rest",
      "abcde",
      { sha256: null, difference: moving },
      { stable: false, movingRegion: { x: 2, y: 1, width: 4, height: 3 } },
    ],
  ];
  for (const [name, letters, known, expected] of cases)
    it(name, async () => {
      expect(await shoot(letters, known)).to.deep.include(expected);
    });

  it("takes frames at 0, 100, 250, 500 and 1000 ms and prepares the page anew before each but the first", async () => {
    const { at, refreshed } = await shoot("abcde");
    expect(at).to.deep.equal([0, 100, 250, 500, 1000]);
    expect(refreshed).to.equal(4);
  });

  it("reads the size from the picture's header", () => {
    expect(pngSize(picture("a"))).to.deep.equal({ width: 10, height: 20 });
  });
});
