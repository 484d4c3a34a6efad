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

/** The text in lines of at most `width` characters, broken at spaces; words that are longer stay whole. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Characters of a line of stdout; endless where it is no terminal. */
export const lineWidth = (): number =>
  process.stdout.isTTY ? (process.stdout.columns ?? 80) : Number.POSITIVE_INFINITY;
