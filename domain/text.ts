// How texts are put on one line, cut, and counted in sentences.

/** White space of any kind and length becomes one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most `most` characters, the last an ellipsis where it was cut. A pair of surrogates stays whole. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

const FORMAT = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
/** Most counts are small: formatting by language takes thirty times as long. */
const formatted = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1_000 ? String(count) : FORMAT.format(count);

/** "1 page", "3 pages", "1,200 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatted(count)} ${count === 1 ? one : many}`;
