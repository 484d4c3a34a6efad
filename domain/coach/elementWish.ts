// Finds an element that a person describes in words in the map of a page.
import type { MapElement, PageMap } from "../visual/pageMap.ts";
import { stemsOf } from "./choose.ts";

export type Candidate = { selector: string; matches: number };

const MAX_CANDIDATES = 3;
/** A selector with more matches is probably a list on the page rather than the described element. */
const MAX_MATCHES = 200;
/** Words that people use for elements, and the names that pages use for them. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  date: ["time"],
  time: ["date"],
  ad: ["advert", "banner", "sponsor"],
  advert: ["ad", "banner"],
  picture: ["img", "image"],
  image: ["img"],
  video: ["iframe"],
  author: ["byline"],
  comment: ["disqu"],
  menu: ["nav"],
  navigation: ["nav"],
};
/** Tags with a meaning of their own. */
const TELLING_TAGS = new Set(["time", "img", "video", "iframe", "nav", "aside", "header", "footer", "form", "table"]);

/** Returns the selectors that best match the words and are likely to work on other pages too: a class, id, test id or tag. Best first. */
export function elementsNamed({ elements }: Pick<PageMap, "elements">, words: string): Candidate[] {
  const wanted = new Set([...stemsOf(words)].flatMap((stem) => [stem, ...(ALSO[stem] ?? [])]));
  if (wanted.size === 0) return [];
  const found = new Map<string, { matches: number; score: number }>();
  for (const element of elements)
    for (const [selector, name] of namesOf(element)) {
      const known = found.get(selector);
      if (known) {
        known.matches += 1;
        continue;
      }
      const parts = partsOf(name);
      const hits = [...parts].filter((part) => wanted.has(part)).length;
      if (hits > 0) found.set(selector, { matches: 1, score: hits / parts.size });
    }
  return [...found]
    .filter(([, { matches }]) => matches <= MAX_MATCHES)
    .sort(([a, x], [b, y]) => y.score - x.score || y.matches - x.matches || a.length - b.length)
    .slice(0, MAX_CANDIDATES)
    .map(([selector, { matches }]) => ({ selector, matches }));
}

/** Yields the selectors of an element with their names. Generated names are skipped because they differ from page to page. */
function* namesOf({ tag, id, classes, attrs }: MapElement): Generator<readonly [string, string]> {
  if (TELLING_TAGS.has(tag)) yield [tag, tag];
  if (isWord(id)) yield [`#${id}`, id];
  for (const name of classes) if (isWord(name)) yield [`.${name}`, name];
  const testId = attrs["data-testid"];
  if (testId !== undefined && isWord(testId)) yield [`[data-testid="${testId}"]`, testId];
}

const isWord = (name: string): boolean => /^[a-z][\w-]*$/i.test(name);

const partsOf = (name: string): Set<string> =>
  stemsOf(
    name
      .replace(/([a-z])([A-Z])/g, "$1 $2")
      .replaceAll(/[-_]+/g, " ")
      .toLowerCase(),
  );
