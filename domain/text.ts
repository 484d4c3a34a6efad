// How texts are put on one line, cut, and counted in sentences.

/** White space of any kind and length becomes one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most `most` characters, the last an ellipsis where it was cut. A pair of surrogates stays whole. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** "1 page", "3 pages", "1,200 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en-US", { maximumFractionDigits: 1 })} ${count === 1 ? one : many}`;
