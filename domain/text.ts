// Puts texts on one line, truncates them, and writes counts in sentences.

/** Replaces each run of white space with one space and trims the text. */
export const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** Truncates to `most` characters, the last an ellipsis. A surrogate pair is never split. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
}

/** Same as `truncate`, but cuts between words unless that would leave less than a third of `most`. */
export function truncateAtWord(text: string, most: number): string {
  const cut = truncate(text, most);
  if (cut === text) return text;
  const whole = /\s/.test(text.charAt(cut.length - 1)) ? cut.slice(0, -1) : cut.replace(/\s+\S*$/, "");
  return whole === cut || whole.length < most / 3 ? cut : `${whole.trimEnd()}…`;
}

/** Escapes text for a regular expression, whatever its flags. Not for use inside character classes. */
export const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** Undoes percent encoding; a text that is not encoded correctly stays as it is. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Capitalizes the first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

let format: Intl.NumberFormat | undefined;
/** Formats a count. Small integers skip `Intl.NumberFormat`, which takes thirty times as long and is slow to load. */
function formatted(count: number): string {
  if (Number.isInteger(count) && Math.abs(count) < 1_000) return String(count);
  format ??= new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });
  return format.format(count);
}

/** Returns a count with its noun: "1 page", "3 pages", "1,200 entries". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatted(count)} ${count === 1 ? one : many}`;

/** Returns "A, B and C"; with more names than `most`, "A, B and 3 more". */
export function inWords(names: readonly string[], most = names.length): string {
  const further = names.length - most;
  if (further > 0) return inWords([...names.slice(0, most), `${further} more`]);
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
