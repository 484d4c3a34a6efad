// How words of a page, values of styles and addresses of pictures stand in sentences for people.
import { oneLine, truncate, truncateAtWord } from "../../text.ts";

const MAX_NAME = 48;
/** So much of a text is recorded of an element too: what is as long was cut. */
const MAX_TEXT = 60;

/** A page's own words on one line, cut, in quotes that they cannot end. Quotes that the page has around them are not repeated. */
export const quoted = (text: string, most = MAX_TEXT): string => inQuotes(withoutQuotes(cutText(text, most)));

/** Two of them in one sentence: the page's quotes stay where nothing else differs. */
export function bothQuoted(...texts: readonly [before: string, after: string]): string[] {
  const [before, after] = texts.map((text) => quoted(text));
  return before !== after ? [before!, after!] : texts.map((text) => inQuotes(cutText(text, MAX_TEXT)));
}

const cutText = (text: string, most: number): string =>
  truncateAtWord(oneLine(text.length < MAX_TEXT ? text : `${text}…`), most);

const inQuotes = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** Of a text that is cut only the opening quote is there. */
const withoutQuotes = (text: string): string =>
  text.replace(/^["“”„«»‹›]([^"“”„«»‹›]+)(?:["“”«»‹›]|(…))$/, (_, inner: string, cut = "") => inner + cut);

export const quotedName = (text: string): string => quoted(text, MAX_NAME);

/** "logo-2.svg" of "/img/logo-2.svg"; "" where there is no name to show. */
export function fileName(path: string): string {
  const last = path.split(/[?#]/, 1)[0]!.split("/").at(-1) ?? "";
  return path.startsWith("data:") ? "" : truncate(oneLine(decoded(last)), MAX_NAME);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** "#c33" of "rgb(204, 51, 51)", "none" of a colour that is not drawn, the first family of a list of fonts; else as CSS has it. */
export function styleValue(property: string, value: string): string {
  const text = oneLine(value);
  if (property === "font-family") return (text.split(",")[0] ?? "").replace(/["']/g, "").trim();
  const shown = text.replace(/rgba?\(([^)]*)\)/g, (whole, parts: string) => hexOf(parts) ?? whole);
  return truncate(shown === "transparent" ? "none" : shown, MAX_TEXT);
}

function hexOf(parts: string): string | null {
  const numbers = parts
    .split(/[,/\s]+/)
    .filter(Boolean)
    .map(Number);
  const [red, green, blue, alpha = 1] = numbers;
  if (numbers.some(Number.isNaN) || red === undefined || green === undefined || blue === undefined) return null;
  if (alpha === 0) return "none";
  const digits = [red, green, blue, ...(alpha < 1 ? [Math.round(alpha * 255)] : [])].map((part) =>
    Math.round(part).toString(16).padStart(2, "0"),
  );
  const short = digits.every(([high, low]) => high === low);
  return `#${digits.map((two) => (short ? two[0] : two)).join("")}`;
}
