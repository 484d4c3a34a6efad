// Output for people at a terminal: colours, and lines that fit. Piped output is plain.

const CODES = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const;
export type Colour = keyof typeof CODES;

/** Colours text for stdout, unless it is not a terminal, NO_COLOR is set, or the terminal is dumb. */
export function painter(
  env: Readonly<Record<string, string | undefined>> = process.env,
  terminal: boolean = process.stdout.isTTY === true,
): (text: string, colour: Colour) => string {
  const colourful = terminal && !env.NO_COLOR && env.TERM !== "dumb";
  return (text, colour) => (colourful ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text);
}

/** Characters that take up two columns: East Asian ones and emoji. Combining marks take up none. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uff01-\uff60]/u;
/** Covers most texts; the other character classes are slow to load. */
const PLAIN = /^[\x20-\x7e\xa0-\xff\u2010-\u20ac\u2190-\u21ff\u2700-\u27bf]*$/;
const NO_WIDTH = /[\p{Mark}\u200b-\u200d]/u;

/** Returns how many terminal columns the text takes up. */
export function columnsOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += NO_WIDTH.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
  return columns;
}

/** Pads the text with spaces on the right. */
export const padded = (text: string, columns: number): string =>
  text + " ".repeat(Math.max(0, columns - columnsOf(text)));

/** Reduces text of a page or a person to one line, without control characters that a terminal would interpret. */
export const harmless = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, " ").trim();

/** Wraps the text at spaces to lines of at most `width` characters; longer words stay whole. */
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

const USUAL_COLUMNS = 80;

/** Returns how many columns a terminal has. One that nobody gave a size reports 0, as some CI systems and `docker run -t` do. */
export const columnsOfTerminal = ({ columns }: Pick<NodeJS.WriteStream, "columns">): number => columns || USUAL_COLUMNS;

/** Returns the line length of stdout; infinite if it is not a terminal. */
export const lineWidth = (): number =>
  process.stdout.isTTY ? columnsOfTerminal(process.stdout) : Number.POSITIVE_INFINITY;

/** Maximum width of a result, wherever it goes: logs are read at this width as well. */
const RESULT_COLUMNS = USUAL_COLUMNS;

/** Returns the width of a result: no more than is easy to read, and no more than the terminal has. */
export const resultWidth = (): number => Math.min(columnsOfTerminal(process.stdout), RESULT_COLUMNS);

/** Quotes a word for a shell if necessary. */
export function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  return /["$`\\!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`;
}

/** Returns how the command line was called, for commands to paste: the script of a clone passes its own path. */
export const commandName = (): string => shellWord(process.env.PLUMBLINE_COMMAND || "plumbline");

/** Returns an option with its value for a command to paste, as one word, so that both stay on one line. */
export const optionWord = (name: string, value: string): string => `--${name} ${shellWord(value)}`;
