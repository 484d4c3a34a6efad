// Generates all pairs from a seed: 15 topics on 8 kinds of pages, changes shared by 20 pages, and a template of 40 pages.

import type { MakeChange, Making } from "./changes.ts";
import * as changes from "./changes.ts";
import { buildPage, PAGE_KINDS, type Page, type PageKind } from "./pages.ts";
import { addNoise, buttonLook, footerBlockIn, legalText, menuItemOut, noticeIn, type SharedChange } from "./shared.ts";
import { cssOf } from "./style.ts";
import { markup } from "./tree.ts";
import type { Change, PageOfPair, Pair } from "./truth.ts";
import { wordsOf } from "./words.ts";

type Topic = { name: string; of(at: number): MakeChange[]; noise?: true };

const MIXES: readonly MakeChange[][] = [
  [changes.text, changes.blockIn],
  [changes.blockOut, changes.image, changes.text],
  [changes.colour, changes.blockIn],
  [changes.text, changes.text, changes.background, changes.image],
  [changes.blockIn, changes.blockOut],
  [changes.shift, changes.text],
  [changes.image, changes.colour, changes.blockOut],
  [changes.text, changes.hidden],
];
const turn = <T>(at: number, ...of: T[]): T => of[at % of.length] as T;
/** Each half has every second row. */
const one = (name: string, ...of: MakeChange[]): Topic => ({ name, of: (at) => [turn(at >> 1, ...of)] });

const TOPICS: readonly Topic[] = [
  one("block in", changes.blockIn),
  one("block out", changes.blockOut),
  one("block moved", changes.blockMoved),
  one("text", changes.text),
  one("colour", changes.colour),
  one("background", changes.background, changes.backgroundImageLost),
  one("border, spacing", changes.border, changes.spacing),
  one("size, decoration", changes.size, changes.decoration),
  one("hidden", changes.hidden),
  one("image", changes.image),
  one("font", changes.font),
  one("order", changes.order),
  one("layout shift", changes.shift),
  { name: "noise beside", of: (at) => [turn(at >> 1, changes.text, changes.blockIn, changes.colour)], noise: true },
  one("glyph", changes.glyph),
  { name: "several", of: (at) => MIXES[at % MIXES.length] as MakeChange[] },
];

const SHARED: readonly (readonly [name: string, change: SharedChange])[] = [
  ["footer on 20 pages", footerBlockIn],
  ["menu on 20 pages", menuItemOut],
  ["buttons on 20 pages", buttonLook],
  ["footer text on 20 pages", legalText],
];
const SHARED_PAGES = 20;
const TEMPLATE_PAGES = 40;

/** Every fifth pair is tested in two viewports. */
const viewportsOf = (number: number): string[] => (number % 5 === 0 ? ["phone", "desktop"] : ["desktop"]);

/** Returns the pairs; equal seeds give equal pairs. */
export function makePairs(seed: string): Pair[] {
  const single = PAGE_KINDS.flatMap((kind, row) =>
    TOPICS.map((topic, column) => {
      const number = row * TOPICS.length + column + 1;
      const half = (row + column) % 2 === 0 ? ("dev" as const) : ("final" as const);
      return { ...singlePair(seed, kind, topic, number, row), half, viewports: viewportsOf(number) };
    }),
  );
  const shared = SHARED.map(([topic, change], at) => ({
    ...sitePair(seed, topic, change, single.length + at + 1, SHARED_PAGES),
    half: at % 2 === 0 ? ("dev" as const) : ("final" as const),
    viewports: ["desktop"],
  }));
  return [...single, ...shared];
}

/** Must be reported as one change, in either half. */
export function templatePair(seed: string, half: Pair["half"]): Pair {
  const pair = sitePair(`${seed} ${half}`, "template of 40 pages", noticeIn, 1_000, TEMPLATE_PAGES);
  return { ...pair, half, viewports: ["desktop"] };
}

type Unplaced = Omit<Pair, "half" | "viewports">;

function singlePair(seed: string, kind: PageKind, topic: Topic, number: number, row: number): Unplaced {
  const site = `${seed} ${number}`;
  const path = `/${number}/${kind}`;
  const [before, after] = [buildPage(kind, path, site), buildPage(kind, path, site)];
  const noise = topic.noise ? [addNoise(before, row >> 1)] : [];
  if (topic.noise) addNoise(after, row >> 1);
  const making: Making = { page: after, draw: wordsOf(`${site} change`), taken: new Set() };
  const made = topic.of(row).map((make) => make(making));
  return {
    number,
    topic: topic.name,
    page: kind,
    name: `${kind}: ${topic.name}`,
    pages: [pageOfPair(before, after)],
    changes: [...made, ...noise],
  };
}

function sitePair(seed: string, topic: string, change: SharedChange, number: number, count: number): Unplaced {
  const site = `${seed} ${number}`;
  const made = Array.from({ length: count }, (_, at) => {
    const kind = PAGE_KINDS[at % PAGE_KINDS.length] as PageKind;
    const path = `/${number}/${kind}-${at + 1}`;
    const [before, after] = [buildPage(kind, path, site), buildPage(kind, path, site)];
    return { change: change(after, site), page: pageOfPair(before, after) };
  });
  const [first] = made;
  if (!first) throw new Error("A site has at least one page.");
  const on = Object.assign({}, ...made.map((one) => one.change.on)) as Change["on"];
  const pages = made.map(({ page }) => page);
  return { number, topic, page: "site", name: topic, pages, changes: [{ ...first.change, on }] };
}

const pageOfPair = (before: Page, after: Page): PageOfPair => ({
  path: after.path,
  before: before.root,
  after: after.root,
  html: { before: () => documentOf(before), after: () => documentOf(after) },
});

const documentOf = ({ sheet, body, kind }: Page): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${kind}</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${cssOf(sheet)}</style></head>${markup(body)}</html>`;
