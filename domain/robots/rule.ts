// A rule of a robots.txt: a path prefix in which `*` matches anything and a final `$` matches the end.

export type Rule = {
  allow: boolean;
  line: number;
  /** Length of the pattern; the longest one decides. */
  length: number;
  /** The texts between the stars, in order; the first must be at the beginning of the path. */
  parts: Part[];
  /** Whether the last part must be at the end of the path. */
  isAnchored: boolean;
  /** Minimum length of a matching path. */
  shortest: number;
};

/** `borders`: for each prefix of the text, the length of its longest border (Knuth, Morris, Pratt). */
type Part = { text: string; borders: Uint16Array | null };

/** Up to this length the engine's own search is faster, and its worst case (the product of both lengths) is small. */
const SHORT = 8;

/** `pattern` is encoded like a URL. */
export function compileRule(pattern: string, allow: boolean, line: number): Rule {
  // Several consecutive stars mean the same as one.
  const plain = pattern.replace(/\*{2,}/g, "*");
  const isAnchored = plain.endsWith("$");
  const parts = (isAnchored ? plain.slice(0, -1) : plain).split("*");
  return {
    allow,
    line,
    isAnchored,
    length: pattern.length,
    parts: parts.map((text) => ({
      text,
      borders: text.length > SHORT && text.length < 65_536 ? bordersOf(text) : null,
    })),
    shortest: parts.reduce((sum, { length }) => sum + length, 0),
  };
}

/** Linear in both lengths: each part is searched once, starting after the previous one. */
export function ruleMatches({ parts, isAnchored, shortest }: Rule, path: string): boolean {
  const first = parts[0]?.text ?? "";
  if (path.length < shortest || !path.startsWith(first)) return false;
  const last = parts.length - 1;
  if (last === 0) return !isAnchored || path.length === first.length;
  let at = first.length;
  for (let index = 1; index < (isAnchored ? last : parts.length); index += 1) {
    const part = parts[index];
    if (!part) break;
    const found = indexOf(path, part, at);
    if (found < 0) return false;
    at = found + part.text.length;
  }
  const end = parts[last]?.text ?? "";
  return !isAnchored || (path.length - end.length >= at && path.endsWith(end));
}

function indexOf(path: string, { text, borders }: Part, from: number): number {
  if (borders === null) return path.indexOf(text, from);
  let matched = 0;
  for (let at = from; at < path.length; at += 1) {
    const sign = path.charCodeAt(at);
    while (matched > 0 && text.charCodeAt(matched) !== sign) matched = borders[matched - 1] ?? 0;
    if (text.charCodeAt(matched) === sign) matched += 1;
    if (matched === text.length) return at - matched + 1;
  }
  return -1;
}

function bordersOf(text: string): Uint16Array {
  const borders = new Uint16Array(text.length);
  let border = 0;
  for (let at = 1; at < text.length; at += 1) {
    while (border > 0 && text.charCodeAt(border) !== text.charCodeAt(at)) border = borders[border - 1] ?? 0;
    if (text.charCodeAt(border) === text.charCodeAt(at)) border += 1;
    borders[at] = border;
  }
  return borders;
}
