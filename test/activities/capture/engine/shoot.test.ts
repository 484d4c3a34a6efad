import { createHash } from "node:crypto";
import { expect } from "chai";
import {
  type KnownFrame,
  pngSize,
  type Shooting,
  shootUntilStable,
} from "../../../../activities/capture/engine/shoot.ts";

/** Only the PNG header is read: 10×20, followed by a letter for its content. */
function picture(letter: string): Uint8Array {
  const png = Buffer.alloc(25);
  png.writeUInt32BE(10, 16);
  png.writeUInt32BE(20, 20);
  png.write(letter, 24);
  return png;
}

const sha256 = (letter: string): string => createHash("sha256").update(picture(letter)).digest("hex");

type Asked = Pick<Shooting, "quiet" | "idle" | "nextRuns">;

/** Shoots a page that shows the letters in turn; the clock only advances during sleeps. */
async function shoot(
  letters: string,
  known: KnownFrame = { sha256: null },
  { quiet = () => true, idle = async () => false, nextRuns = async () => [] }: Asked = {},
) {
  let now = 0;
  const at: number[] = [];
  const left = [...letters];
  let refreshed = 0;
  const shot = await shootUntilStable(
    {
      now: () => now,
      quiet,
      nextRuns,
      idle,
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

const PICTURE = { width: 10, height: 20 };
const box = (x: number) => ({ x, y: 1, width: 1, height: 3 });
const letterOf = (png: Uint8Array) => Buffer.from(png).toString("latin1", 24);
/** Each letter differs from the others in its own place; Z differs everywhere. */
const difference: KnownFrame["difference"] = async (a, b) => {
  const [one, two] = [letterOf(a), letterOf(b)];
  if (one === two) return { equal: true, boxes: [] };
  const changed = two === "Z" || one === "Z" ? { x: 0, y: 0, ...PICTURE } : box((two.charCodeAt(0) - 97) % 8);
  return { equal: false, boxes: [changed] };
};
/** Repeats the letters for more looks than any shot takes. */
const forever = (letters: string) => letters.repeat(10);

describe("shootUntilStable", () => {
  const cases: [name: string, letters: string, known: KnownFrame, expected: Record<string, unknown>][] = [
    [
      "one frame when it is the known one",
      "a",
      { sha256: sha256("a") },
      { frames: 1, equalsKnown: true, stable: true },
    ],
    [
      "a second without change, without a known one",
      "aaaa",
      { sha256: null },
      { frames: 4, equalsKnown: false, stable: true, restless: [] },
    ],
    [
      "a second without change, of another picture than the known one",
      "bbbb",
      { sha256: sha256("a") },
      { frames: 4, equalsKnown: false, stable: true },
    ],
    ["the known one, though later", "xya", { sha256: sha256("a") }, { frames: 3, equalsKnown: true, stable: true }],
    ["rest after a while", "abccccc", { sha256: null }, { frames: 6, stable: true, letter: "c", restless: [] }],
    [
      "one frame that an earlier attempt had",
      "b",
      { sha256: sha256("a"), extraKnownSha256: [sha256("z"), sha256("b")] },
      { frames: 1, equalsKnown: false, stable: true },
    ],
    [
      "one frame whose pixels are the known ones",
      "ab",
      { sha256: "other bytes", readPng: async () => picture("a"), difference },
      { frames: 1, equalsKnown: true, stable: true, letter: "a" },
    ],
    [
      "the same by pixelsEqual",
      "ab",
      { sha256: "other bytes", pixelsEqual: async (png) => letterOf(png) === "a" },
      { frames: 1, equalsKnown: true },
    ],
    [
      "a frame of an earlier attempt whose pixels are the known ones",
      "b",
      { sha256: "other", extraKnownSha256: [sha256("b")], readPng: async () => picture("b"), difference },
      { frames: 1, equalsKnown: true },
    ],
    [
      "a later frame whose pixels are the known ones",
      "xbbbbbb",
      { sha256: "other", readPng: async () => picture("b"), difference },
      { equalsKnown: true, stable: true },
    ],
    [
      "the part that keeps changing, after 5 s",
      forever("ab"),
      { sha256: null, difference },
      { frames: 13, stable: true, equalsKnown: false, restless: [{ x: 0, y: 1, width: 2, height: 3 }] },
    ],
    [
      "without what changed in the first second, which was the page's coming to rest",
      `ha${forever("dc")}`,
      { sha256: null, difference },
      { stable: true, restless: [{ x: 2, y: 1, width: 2, height: 3 }] },
    ],
    [
      "no rest where most of the picture keeps changing",
      forever("aZ"),
      { sha256: null, difference },
      { stable: false, restless: [], movingRegion: { x: 0, y: 0, ...PICTURE } },
    ],
    [
      "no rest where nobody can say what changes",
      forever("ab"),
      { sha256: null },
      { stable: false, restless: [], movingRegion: null },
    ],
  ];
  for (const [name, letters, known, expected] of cases)
    it(name, async () => {
      expect(await shoot(letters, known)).to.deep.include(expected);
    });

  it("prepares the page again before each frame but the first", async () => {
    const { at, refreshed } = await shoot("aaaa");
    expect(at).to.deep.equal([0, 150, 420, 1000]);
    expect(refreshed).to.equal(3);
  });

  it("waits for what is being fetched, for 5 s at most", async () => {
    const { at, stable, restless } = await shoot("a".repeat(13), { sha256: null }, { quiet: () => false });
    expect(at.at(-1)).to.equal(5000);
    expect({ stable, restless }).to.deep.equal({ stable: true, restless: [] });
  });

  for (const [name, letters, known, runs, expected] of [
    [
      "what changes when a timer runs next is restless",
      "aaaab",
      { sha256: null, difference },
      [4_000],
      { stable: true, letter: "b", restless: [box(1)], at: [0, 150, 420, 1_000, 5_000] },
    ],
    [
      "what a timer changes and changes back is restless",
      "aaaada",
      { sha256: null, difference },
      [2_000, 4_000],
      { stable: true, letter: "a", restless: [box(0), box(3)], at: [0, 150, 420, 1_000, 3_000, 5_000] },
    ],
    [
      "a timer that changes nothing leaves the page as it is",
      "aaaaa",
      { sha256: null, difference },
      [4_000],
      { stable: true, letter: "a", restless: [], frames: 5 },
    ],
    [
      "the known picture that a timer brings is the known one",
      "bbbba",
      { sha256: sha256("a"), difference },
      [4_000],
      { equalsKnown: true, letter: "a" },
    ],
    [
      "the known picture needs no timer, also when only its pixels are known",
      "bbbb",
      { sha256: "other bytes", pixelsEqual: async (png) => letterOf(png) === "b" },
      [4_000],
      { equalsKnown: true, letter: "b" },
    ],
    [
      "a frame of an earlier attempt is looked at for longer while a new baseline is confirmed",
      "ad",
      { sha256: null, extraKnownSha256: [sha256("a")], difference },
      [4_000],
      { stable: true, letter: "d", restless: [box(3)], at: [0, 4_000] },
    ],
    [
      "a frame of an earlier attempt is enough beside a baseline",
      "ad",
      { sha256: "other", extraKnownSha256: [sha256("a")], difference },
      [4_000],
      { stable: true, letter: "a", restless: [], frames: 1 },
    ],
    [
      "a page that keeps changing is not looked at for longer",
      forever("ad"),
      { sha256: null, difference },
      [4_000],
      { stable: true, restless: [box(0), box(3)], frames: 13 },
    ],
  ] as [string, string, KnownFrame, number[], Record<string, unknown>][])
    it(name, async () => {
      expect(await shoot(letters, known, { nextRuns: async () => runs })).to.deep.include(expected);
    });

  for (const [name, letters, asked, expected] of [
    ["two equal frames are enough", "aa", {}, { frames: 2, stable: true, letter: "a" }],
    ["two equal frames are enough after a change", "abb", {}, { frames: 3, stable: true, letter: "b", restless: [] }],
    ["frames that differ are not", forever("ab"), {}, { frames: 13, stable: false }],
    ["two equal frames are not while it fetches", "a".repeat(13), { quiet: () => false }, { frames: 13, stable: true }],
  ] as const)
    it(`of an idle page ${name}`, async () => {
      const shot = await shoot(letters, { sha256: null }, { ...asked, idle: async () => true });
      expect(shot).to.deep.include(expected);
    });

  it("reads the size from the picture's header", () => {
    expect(pngSize(picture("a"))).to.deep.equal({ width: 10, height: 20 });
  });
});
