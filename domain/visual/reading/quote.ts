// Formats page texts, style values and image addresses for use in sentences.
import { oneLine, percentDecoded, truncate, truncateAtWord } from "../../text.ts";

const MAX_NAME = 48;
/** Number of characters recorded of an element's text: a text of this length was cut. */
const MAX_TEXT = 60;

/** Quotes a page's text on one line, cut to length, so that it cannot close the quotes. Quotes that the page has around it are not repeated. */
export const quoted = (text: string, most = MAX_TEXT): string => inQuotes(withoutQuotes(cutText(text, most)));

/** Quotes two texts for one sentence. The page's own quotes are kept if nothing else differs. */
export function bothQuoted(...texts: readonly [before: string, after: string]): string[] {
  const [before, after] = texts.map((text) => quoted(text));
  return before !== after ? [before!, after!] : texts.map((text) => inQuotes(cutText(text, MAX_TEXT)));
}

const cutText = (text: string, most: number): string =>
  truncateAtWord(oneLine(text.length < MAX_TEXT ? text : `${text}…`), most);

const inQuotes = (text: string): string => `"${text.replaceAll('"', "'")}"`;

/** A text that was cut only has the opening quote. */
const withoutQuotes = (text: string): string =>
  text.replace(/^["“”„«»‹›]([^"“”„«»‹›]+)(?:["“”«»‹›]|(…))$/, (_, inner: string, cut = "") => inner + cut);

export const quotedName = (text: string): string => quoted(text, MAX_NAME);

/** Example: "logo-2.svg" for "/img/logo-2.svg"; "" if there is no name to show. */
export function fileName(path: string): string {
  const last = path.split(/[?#]/, 1)[0]!.split("/").at(-1) ?? "";
  return path.startsWith("data:") ? "" : truncate(oneLine(percentDecoded(last)), MAX_NAME);
}

/** Examples: "#c33" for "rgb(204, 51, 51)", "none" for a transparent colour, the first family of a list of fonts; otherwise as in CSS. */
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
