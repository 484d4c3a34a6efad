// What a person at a terminal gets more than a program: colours and lines that fit. Piped output is plain.

const CODES = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof CODES;

/** Colours for stdout: none where it is no terminal, or where NO_COLOR or a dumb terminal asks for none. */
export function painter(
  env: Readonly<Record<string, string | undefined>> = process.env,
  terminal: boolean = process.stdout.isTTY === true,
): (text: string, colour: Colour) => string {
  const colourful = terminal && !env.NO_COLOR && env.TERM !== "dumb";
  return (text, colour) => (colourful ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}

/** Characters that take two columns: East Asian ones and pictures. Marks take none. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
/** Most text: the other classes of characters are slow to load. */
const PLAIN = /^[\x20-\x7e\xa0-\xff\u2010-\u20ac\u2190-\u21ff\u2700-\u27bf]*$/;
const NO_WIDTH = /[\p{Mark}\u200b-\u200d]/u;

/** How many columns of a terminal the text takes. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** The text with spaces after it. */
export const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - columnsOf(text)));

/** Text of a page or of a person on one line, without what a terminal would act on. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** The text in lines of at most `width` characters, broken at spaces; words that are longer stay whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && columnsOf(line) + 1 + columnsOf(word) > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Characters of a line of stdout; endless where it is no terminal. */
export const lineWidth = (): number =>
  process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;

/** What a result is laid out for, wherever it goes: a log is read at this width as well. */
const RESULT_COLUMNS = 80;

/** Columns of a result: never more than people read at a glance, and never more than the terminal has. */
export const resultWidth = (): number => Math.min(process.stdout.columns ?? RESULT_COLUMNS, RESULT_COLUMNS);

/** A word that a shell takes as it is. */
export function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** An option of a command to paste, with its value: one word, since both stay together in a line. */
export const optionWord = (name: string, value: string): string => `--${name} ${shellWord(value)}`;
