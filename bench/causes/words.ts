// Generates names and sentences of the pages from a seed.

/** Returns a generator of numbers from 0 to 1, determined by the seed (mulberry32). */
export function numbersOf(seed: string): () => number {
  let state = 0;
  for (const letter of seed) state = (Math.imul(state, 31) + letter.charCodeAt(0)) | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ADJECTIVES =
  "Amber Brisk Calm Dusty Early Frosty Gentle Hollow Ivory Jolly Keen Lunar Mellow Noble Olive Plain Quiet Rustic Silver Tidal Umber Velvet Woven Young Zesty".split(
    " ",
  );
const NOUNS =
  "Anchor Basket Candle Drawer Easel Folder Garden Harbour Inkwell Jacket Kettle Ladder Mirror Needle Orchard Pillow Quilt Ribbon Saddle Teapot Urn Valley Window Yarn Basin Cellar Dial Ferry".split(
    " ",
  );
const PEOPLE = ["Ada Brook", "Bo Lindqvist", "Cleo Marsh", "Dan Okafor", "Ena Holt", "Finn Aster", "Gwen Pike"];
const OPENINGS = ["In spring", "On most days", "After the storm", "Before noon", "Since last year", "For a week"];
const SUBJECTS = ["the workshop", "our crew", "a small team", "the ferry office", "every member", "the night shift"];
const VERBS = ["repairs", "counts", "delivers", "sorts", "paints", "measures", "orders", "checks"];
const OBJECTS = ["crates of linen", "old lamps", "the tide tables", "boats and ropes", "letters", "spare parts"];
const ENDINGS = ["by hand", "without hurry", "for the island", "at the quay", "with great care", "in two rooms"];

export type Words = {
  number(low: number, high: number): number;
  pick<T>(from: readonly T[]): T;
  /** Returns two words that no other name on the page has. */
  name(): string;
  person(): string;
  sentence(): string;
  sentences(count: number): string;
  price(): string;
};

export function wordsOf(seed: string): Words {
  const next = numbersOf(seed);
  const used = new Set<string>();
  const number = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  const pick = <T>(from: readonly T[]): T => from[number(0, from.length - 1)] as T;
  const once = (make: () => string): string => {
    let made = make();
    for (let tries = 0; used.has(made) && tries < 500; tries++) made = make();
    used.add(made);
    return made;
  };
  const sentence = () =>
    once(() => `${pick(OPENINGS)} ${pick(SUBJECTS)} ${pick(VERBS)} ${pick(OBJECTS)} ${pick(ENDINGS)}.`);
  return {
    number,
    pick,
    name: () => once(() => `${pick(ADJECTIVES)} ${pick(NOUNS).toLowerCase()}`),
    person: () => pick(PEOPLE),
    sentence,
    sentences: (count) => Array.from({ length: count }, sentence).join(" "),
    price: () => `€ ${number(12, 480)}.${number(10, 99)}`,
  };
}
