// Checks that an answer contains only what tools reported: every figure, and every name with digits, must occur in their results.

/** Digits with adjacent characters: 4,810, 12.5, 2026-03-10, run_42, 640kB, /products/1. */
const WITH_DIGITS = /[\p{L}\p{N}_#%/@.,:+-]*\p{N}[\p{L}\p{N}_#%/@.,:+-]*/gu;
const NUMBER = /\d[\d,]*(?:\.\d+)?/g;
/** "1." and "2)" at the start of a line number its points. */
const ORDINAL = /^\s*\d{1,2}[.)]\s/gm;

const amountOf = (text: string): number => Number(text.replaceAll(",", ""));
const decimalsOf = (text: string): number => text.split(".")[1]?.length ?? 0;

/** Returns a source as one text. */
const textOf = (source: unknown): string => (typeof source === "string" ? source : (JSON.stringify(source) ?? ""));

/**
 * Returns the figures of the answer that no source contains, in the order of the answer. A rounded figure counts as the source's. A name
 * with digits must occur in a source as it is, or consist of figures that do. `sources`: results of tools, and the question.
 */
export function ungroundedFigures(answer: string, sources: readonly unknown[]): string[] {
  const said = sources.map(textOf).join("\n");
  const known = new Map<number, true>();
  for (const [text] of said.matchAll(NUMBER)) known.set(amountOf(text), true);
  const values = [...known.keys()];
  const grounded = (text: string): boolean => {
    const value = amountOf(text);
    if (known.has(value)) return true;
    const scale = 10 ** decimalsOf(text);
    return values.some((one) => Math.round(one * scale) / scale === value);
  };
  const missing: string[] = [];
  for (const [word] of answer.replace(ORDINAL, "").matchAll(WITH_DIGITS)) {
    const name = word.replace(/^[.,:+/-]+|[.,:+/-]+$/g, "");
    if (NAME.test(name) && !WITH_UNIT.test(name)) {
      // In the service's own addresses, single path segments name things.
      const parts = standsIn(said, name) ? [] : name.split("/").filter((part) => /\d/.test(part));
      missing.push(...parts.filter((part) => !standsIn(said, part) && !(isPlain(part) && grounded(part))));
      continue;
    }
    const figures = (name.match(NUMBER) ?? []).map((text) => text.replace(/,+$/, ""));
    missing.push(...figures.filter((text) => !grounded(text)));
  }
  return [...new Set(missing)];
}

const isPlain = (text: string): boolean => /^\d[\d,]*(\.\d+)?$/.test(text);
const NAME = /[\p{L}_@#/]/u;
const WITH_UNIT = /^\d[\d,]*(\.\d+)?(ms|s|min|h|kb|mb|px|x|st|nd|rd|th)$/i;

/** Matches whole names only, not parts of longer ones. */
function standsIn(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/[\p{L}\p{N}_]/u.test(text[at - 1] ?? " ") && !/[\p{L}\p{N}_]/u.test(text[at + name.length] ?? " "))
      return true;
  return false;
}
