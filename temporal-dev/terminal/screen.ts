// Interprets the bytes that a program wrote to a terminal as lines of colored text. Supports only what Plumbline's commands use.
import type { Theme } from "./sessions.ts";

export type Cell = { text: string; style: string };
export type Screen = readonly (readonly Cell[])[];

/** SGR color codes as CSS classes. 0, 39 and 22 reset them. */
const STYLES: Readonly<Record<number, string>> = {
  1: "bold",
  2: "dim",
  31: "red",
  32: "green",
  33: "yellow",
  34: "blue",
  36: "cyan",
  90: "dim",
};
const ENDS = new Set([0, 22, 39]);

/** Creates a screen that grows downwards and wraps lines at `columns`. */
export function createScreen(columns: number): { write(text: string): void; read(): Screen } {
  const lines: Cell[][] = [[]];
  let row = 0;
  let column = 0;
  let style = "";
  const put = (text: string) => {
    if (column >= columns) newLine();
    const line = lineAt(row);
    while (line.length < column) line.push({ text: " ", style: "" });
    line[column] = { text, style };
    column += 1;
  };
  const lineAt = (at: number): Cell[] => {
    while (lines.length <= at) lines.push([]);
    return lines[at] as Cell[];
  };
  const newLine = () => {
    row += 1;
    column = 0;
    lineAt(row);
  };
  const control: Record<string, (numbers: number[]) => void> = {
    A: ([n]) => {
      row = Math.max(0, row - (n || 1));
    },
    B: ([n]) => {
      row += n || 1;
    },
    C: ([n]) => {
      column += n || 1;
    },
    D: ([n]) => {
      column = Math.max(0, column - (n || 1));
    },
    G: ([n]) => {
      column = (n || 1) - 1;
    },
    K: ([n]) => void (n === 2 ? lineAt(row).splice(0) : lineAt(row).splice(column)),
    J: () => {
      lineAt(row).splice(column);
      lines.splice(row + 1);
    },
    m: (numbers) => {
      for (const code of numbers.length > 0 ? numbers : [0])
        if (ENDS.has(code)) style = "";
        else style = STYLES[code] ?? style;
    },
  };
  return {
    write(text) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this reads
      for (const [part, params, name] of text.matchAll(/\u001b\[([?0-9;]*)([A-Za-z])|\u001b[^[]|\r|\n|[^\u001b\r\n]/gu))
        if (name !== undefined) control[name]?.((params ?? "").split(";").filter(Boolean).map(Number));
        else if (part === "\n") newLine();
        else if (part === "\r") column = 0;
        else if (!part.startsWith("\u001b")) put(part);
    },
    read: () => lines.map((line) => line.map((cell) => ({ ...cell }))),
  };
}

export const plainText = (screen: Screen): string =>
  screen
    .map((line) =>
      line
        .map(({ text }) => text)
        .join("")
        .trimEnd(),
    )
    .join("\n")
    .trimEnd();

const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);

const COLOURS: Record<Theme, string> = {
  light:
    "--bg:#fff;--fg:#1f2328;--dim:#59636e;--red:#cf222e;--green:#1a7f37;--yellow:#7d4e00;--blue:#0969da;--cyan:#1b7c83",
  dark: "--bg:#0d1117;--fg:#e6edf3;--dim:#9198a1;--red:#ff7b72;--green:#3fb950;--yellow:#d29922;--blue:#58a6ff;--cyan:#39c5cf",
};

/** Appearance of the page. `columns`: width of the terminal. */
export type Look = { columns: number; theme: Theme };

/** Returns a page that shows the command and the screen. */
export function screenPage(command: string, screen: Screen, { columns, theme }: Look): string {
  const shown = screen.slice(0, plainText(screen).split("\n").length);
  const body = shown
    .map((line) =>
      line.map(({ text, style }) => (style ? `<b class="${style}">${escaped(text)}</b>` : escaped(text))).join(""),
    )
    .join("\n");
  return `<!doctype html><meta charset="utf-8"><style>
:root{${COLOURS[theme]}}
body{margin:0;background:var(--bg)}
pre{display:inline-block;width:${columns}ch;margin:0;padding:16px;color:var(--fg);font:14px/1.4 "DejaVu Sans Mono",monospace}
b{font-weight:400}.bold{font-weight:700}.dim{color:var(--dim)}.red{color:var(--red)}.green{color:var(--green)}.yellow{color:var(--yellow)}.blue{color:var(--blue)}.cyan{color:var(--cyan)}
</style><body><pre><span class="dim">$</span> ${escaped(command)}\n${body}</pre>`;
}
