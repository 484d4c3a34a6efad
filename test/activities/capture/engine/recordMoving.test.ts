import { expect } from "chai";
import sharp from "sharp";
import { recordMoving } from "../../../../activities/capture/engine/recordMoving.ts";
import { restlessRegions } from "../../../../activities/capture/engine/restless.ts";
import { shootUntilStable } from "../../../../activities/capture/engine/shoot.ts";
import type { Taken } from "../../../../activities/capture/engine/takeFrames.ts";
import { comparePictures } from "../../../../domain/visual/compare/comparePictures.ts";
import type { Picture } from "../../../../domain/visual/compare/picture.ts";
import type { PageMap } from "../../../../domain/visual/pageMap.ts";
import {
  BLACK,
  blank,
  box,
  type Colour,
  element,
  fill,
  page,
  pageMap,
  stack,
} from "../../../domain/visual/compare/paint.ts";
import { difference } from "./harness.ts";

const W = 120;
const HEAD = page(W, 40, 1);
const BODY = page(W, 160, 2);
/** Height of a line of text including its padding, and the margin between the text and what follows. */
const LINE = 24;
const MARGIN = 20;

/** The picture of a page at one moment, and its map at that moment. */
type Moment = { picture: Picture; map: PageMap };

/** A text with this many letters, ten per line. */
function typed(letters: number, body: Picture = BODY): Moment {
  const lines = Math.max(1, Math.ceil(letters / 10));
  const text = blank(W, lines * LINE);
  for (let at = 0; at < letters; at += 1)
    fill(text, box(8 + (at % 10) * 10, Math.floor(at / 10) * LINE + 6, 6, 12), [at * 9, 0, 0]);
  const picture = stack(HEAD, text, blank(W, MARGIN), body);
  const main = element({ selector: "main", box: box(0, 0, W, picture.height) });
  const line = element({
    selector: "#h",
    parent: 0,
    textHash: `${letters}`,
    text: `${letters}`,
    box: box(4, 40, 110, text.height),
  });
  const rest = element({ selector: "#body", parent: 0, box: box(0, 40 + text.height + MARGIN, W, 160) });
  return { picture, map: pageMap(W, picture.height, [main, line, rest]) };
}

/** A progress bar filled to this width, in its track. */
function filled(width: number, body: Picture = BODY, colour: Colour = BLACK): Moment {
  const bar = blank(W, 8, [220, 220, 220]);
  fill(bar, box(0, 0, width, 8), colour);
  const elements = [
    element({ selector: "main", box: box(0, 0, W, 208) }),
    element({ selector: "#track", parent: 0, box: box(0, 40, W, 8) }),
    element({ selector: "#bar", parent: 1, box: box(0, 40, width, 8) }),
  ];
  return { picture: stack(HEAD, bar, body), map: pageMap(W, 208, elements) };
}

const png = ({ width, height, data }: Picture): Promise<Buffer> =>
  sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();

/** Captures a page that advances to its next moment on every access (for a frame or for its map) and starts over after the last. */
async function captured(moments: readonly Moment[]) {
  let now = 0;
  let looks = 0;
  let shown = moments[0] as Moment;
  const look = (): Moment => {
    shown = moments[looks++ % moments.length] as Moment;
    return shown;
  };
  const shoot = () => png(look().picture);
  const shot = await shootUntilStable(
    {
      now: () => now,
      sleep: async (ms) => {
        now += ms;
      },
      refresh: async () => undefined,
      shoot,
    },
    { sha256: null, difference },
  );
  const prepared = {} as Taken["prepared"];
  const mapped = await recordMoving(
    { shot, prepared, again: async () => ({ png: await shoot(), prepared }) },
    async () => look().map,
    difference,
  );
  const { map = null } = mapped;
  const restless = restlessRegions(
    { ...mapped.shot, since: mapped.since, later: mapped.later },
    map,
    mapped.shot.frame.width,
  );
  return { ...mapped, map, restless };
}

async function judged(before: readonly Moment[], after: readonly Moment[]) {
  const [one, two] = [await captured(before), await captured(after)];
  const decoded = async ({ shot }: typeof one): Promise<Picture> => {
    const { data, info } = await sharp(shot.frame.png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: new Uint8Array(data) };
  };
  const { verdict, reasons } = comparePictures({
    baseline: await decoded(one),
    test: await decoded(two),
    baselineMap: one.map,
    testMap: two.map,
    rules: [],
    misMatchThreshold: 0,
    align: true,
    restless: { baseline: one.restless, test: two.restless },
  }).comparison;
  return { verdict, codes: reasons.map(({ code }) => code), stable: one.shot.stable && two.shot.stable };
}

/** The same moments, rotated to start at this one. */
const from = <T>(at: number, all: readonly T[]): T[] => [...all.slice(at), ...all.slice(0, at)];

const recoloured = (): Picture => {
  const other = page(W, 160, 2);
  fill(other, box(20, 60, 3, 3), BLACK);
  return other;
};

const TYPING = (body?: Picture) => Array.from({ length: 13 }, (_, at) => typed(at * 2, body));
/** A bar that is already partly filled and grows further: no frame has shown it as long as it is in its map. */
const FILLING = (body?: Picture, colour?: Colour) =>
  Array.from({ length: 16 }, (_, at) => filled(24 + at * 6, body, colour));

describe("a page that moves on while it is captured", function () {
  this.timeout(60_000);

  for (const [name, moments, parts] of [
    ["a text that is typed, whose lines push down what follows", TYPING, ["#h"]],
    ["a bar that fills", FILLING, ["#bar", "#track"]],
  ] as const) {
    it(`${name}: passes at whatever moments the two were captured`, async () => {
      const all = moments();
      for (let at = 0; at < all.length; at += 2)
        expect(await judged(all, from(at, all)), `${at}`).to.deep.include({ verdict: "passed", stable: true });
    });

    it(`${name}: hides no change beside it`, async () => {
      const [all, changed] = [moments(), moments(recoloured())];
      for (let at = 0; at < all.length; at += 4)
        expect((await judged(all, from(at, changed))).verdict, `${at}`).to.equal("failed");
    });

    it(`${name}: its own element is named, and its map is of its picture`, async () => {
      const all = moments();
      for (let at = 0; at < all.length; at += 3) {
        const { restless, map, shot } = await captured(from(at, all));
        expect(parts, `${at}`).to.include.members(restless.map(({ selector }) => selector));
        expect(restless).not.to.deep.equal([]);
        expect(map?.height).to.equal(shot.frame.height);
      }
    });
  }

  it("a list whose last digits change is restless in each of its lines, and not in what stands still between them", async () => {
    const listed = (tick: number, still: Colour, tens: number): Moment => {
      const list = blank(W, 3 * LINE);
      const elements = [element({ selector: "ul", box: box(0, 40, W, 3 * LINE) })];
      for (let line = 0; line < 3; line += 1) {
        const y = line * LINE;
        elements.push(element({ selector: `li${line}`, parent: 0, box: box(4, 40 + y, 110, LINE) }));
        fill(list, box(8, y + 6, 6, 12), line === 1 ? still : [tens, 90, 90]);
        fill(list, box(18, y + 6, 6, 12), line === 1 ? BLACK : [tick * 30, 0, 0]);
      }
      const picture = stack(HEAD, list, BODY);
      return { picture, map: pageMap(W, picture.height, elements) };
    };
    const ticking = (still: Colour, tens: number) => [0, 1, 2, 3, 4, 5].map((tick) => listed(tick, still, tens));
    const { restless } = await captured(ticking(BLACK, 0));
    expect(restless.map(({ selector }) => selector)).to.deep.equal(["li0", "li2"]);
    expect(await judged(ticking(BLACK, 0), ticking(BLACK, 200))).to.include({ verdict: "passed" });
    expect(await judged(ticking(BLACK, 0), ticking([200, 0, 0], 0))).to.include({ verdict: "failed" });
  });

  it("a bar that fills further than it was ever seen to is another one", async () => {
    const short = (): Moment[] => Array.from({ length: 16 }, (_, at) => filled(24 + at));
    expect((await judged(short(), [filled(110)])).codes).to.include("dynamic_region_changed");
  });

  it("a page at rest is given no further frame", async () => {
    const still = typed(4);
    const { shot, since } = await captured([still]);
    expect({ frames: shot.frames, since }).to.deep.equal({ frames: 4, since: [] });
  });
});
