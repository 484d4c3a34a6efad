// Determines display names of pages: the part of the title that distinguishes them, otherwise the heading, otherwise the path. Pure.
import { nameOfPage } from "../untrusted/quote.ts";

export type TitledPage = { title: string; heading: string };

const MAX_NAME = 80;
/** Separators between the name of a page and that of the site. */
const SEPARATOR = /\s+(?:[|–—·•‹›«»:/~-]|::)\s+/;
/** Minimum number of titles needed to detect a shared part. */
const MIN_TITLES = 3;

/** Returns a function that looks up a page's name; "" if neither title nor heading distinguishes it. Linear in the number of pages. */
export function pageNames(pages: readonly TitledPage[]): (page: TitledPage) => string {
  const titles = pages.map(({ title }) => title).filter((title) => title !== "");
  const shared = sharedParts(titles);
  const affix = sharedWords([...new Set(titles)]);
  const ownPart = (title: string): string => {
    const parts = title.split(SEPARATOR).map((part) => part.trim());
    const own = parts.filter((part) => part !== "" && !shared.has(part));
    if (own.length < parts.length) return own[0] ?? "";
    return parts.length > 1 ? (parts[0] ?? "") : withoutAffix(title, affix);
  };
  const times = countOf(pages.map(({ title }) => ownPart(title)));
  const headings = countOf(pages.map(({ heading }) => heading));
  return ({ title, heading }) => {
    const own = ownPart(title);
    const isOwn = own !== "" && (times.get(own) ?? 0) <= 1;
    // A title that several pages have says less than a heading that only one page has.
    const better = heading !== "" && (headings.get(heading) ?? 0) < Math.max(2, times.get(own) ?? 0);
    // Cutting must not leave a space at the end, because a label must not have one.
    return nameOfPage(isOwn || !better ? own : heading, MAX_NAME);
  };
}

/** A page with the name from its title or heading ("" if there is none), and its path with the query. */
export type NamedPage = { name: string; path: string };

/** Returns a label for each page, unique and not among `taken`: the name if no other page has it, otherwise the path. */
export function pageLabels(pages: readonly NamedPage[], taken: readonly string[] = []): string[] {
  const key = (text: string): string => text.toLowerCase();
  const times = countOf(pages.map(({ name }) => key(name)));
  const used = new Set(taken.map(key));
  const labels = pages.map(({ name }) => {
    if (name === "" || used.has(key(name)) || times.get(key(name)) !== 1) return "";
    used.add(key(name));
    return name;
  });
  // Many paths may start alike, so continue counting instead of starting over for each.
  const counted = new Map<string, number>();
  return labels.map((label, at) => {
    if (label !== "") return label;
    const wanted = nameOfPage(pages[at]?.path ?? "", MAX_NAME) || "Page";
    let count = counted.get(key(wanted)) ?? 1;
    let free = wanted;
    for (; used.has(key(free)); free = `${wanted} (${count})`) count += 1;
    counted.set(key(wanted), count);
    used.add(key(free));
    return free;
  });
}

/** Returns the parts that most titles have, that is, the name of the site. */
function sharedParts(titles: readonly string[]): ReadonlySet<string> {
  if (titles.length < MIN_TITLES) return new Set();
  const parts = titles.flatMap((title) => [...new Set(title.split(SEPARATOR).map((part) => part.trim()))]);
  return new Set([...countOf(parts)].flatMap(([part, times]) => (times > titles.length / 2 ? [part] : [])));
}

type Affix = { first: number; last: number };

/** Returns how many words all titles start and end with. */
function sharedWords(titles: readonly string[]): Affix {
  const [one, ...others] = titles.map((title) => title.split(" "));
  if (one === undefined || titles.length < MIN_TITLES) return { first: 0, last: 0 };
  let [first, last] = [one.length, one.length];
  for (const words of others) {
    while (first > 0 && one.slice(0, first).join(" ") !== words.slice(0, first).join(" ")) first -= 1;
    while (last > 0 && one.slice(-last).join(" ") !== words.slice(-last).join(" ")) last -= 1;
  }
  return { first, last };
}

function withoutAffix(title: string, { first, last }: Affix): string {
  const words = title.split(" ");
  return words.slice(first, Math.max(first, words.length - last)).join(" ") || title;
}

function countOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}
