// How texts are put on one line, cut, and counted in sentences.

/** White space of any kind and length becomes one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** At most `most` characters, the last an ellipsis where it was cut. A pair of surrogates stays whole. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** As `truncate`, and no word is cut in two, unless that would leave less than a third. */
export function truncateAtWord(text: string, most: number): string {
  const cut = truncate(text, most);
  if (cut === text) return text;
  const whole = /\s/.test(text.charAt(cut.length - 1)) ? cut.slice(0, -1) : cut.replace(/\s+\S*$/, "");
  return whole === cut || whole.length < most / 3 ? cut : `${whole.trimEnd()}…`;
}

/** As a part of a pattern that matches the text itself, whatever its flags; not inside of brackets. */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Its first letter as a sentence begins. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

let format: Intl.NumberFormat | undefined;
/** Most counts are small: formatting by language takes thirty times as long, and what it needs is slow to load. */
function formatted(count: number): string {
  if (Number.isInteger(count) && Math.abs(count) < 1_000) return String(count);
  format ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
  return format.format(count);
}

/** "1 page", "3 pages", "1,200 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatted(count)} ${count === 1 ? one : many}`;
