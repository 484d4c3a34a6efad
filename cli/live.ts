// Lines on stderr that are redrawn in place at a terminal, and remarks that appear above them. Implemented by hand, because the maintained
// libraries need a newer Node than the package supports, and Node's readline takes longer to load than a quick command.
import { truncate } from "../domain/text.ts";
import { columnsOfTerminal, wrapped } from "./terminal.ts";

/** The part of a stream that is used. */
type Screen = Pick<NodeJS.WriteStream, "write" | "columns">;
export type Live = {
  /** Replaces the redrawn lines; an empty list erases them. */
  show(lines: readonly string[]): void;
  /** Prints a line that stays, above the redrawn ones, wrapped at words if the terminal is narrower. */
  note(text: string): void;
};

export function createLive(screen: Screen): Live {
  let shown: readonly string[] = [];
  const erase = () => {
    if (shown.length === 0) return;
    screen.write(`\u001b[${shown.length}A\u001b[J`);
  };
  // Lines are truncated, because one that the terminal wraps would take up two lines, of which only one would be erased.
  const draw = () => {
    for (const line of shown) screen.write(`${truncate(line, Math.max(1, columnsOfTerminal(screen) - 1))}\n`);
  };
  return {
    show(lines) {
      erase();
      shown = lines;
      draw();
    },
    note(text) {
      erase();
      const lines = screen.columns ? wrapped(text, screen.columns) : [text];
      for (const line of lines) screen.write(`${line}\n`);
      draw();
    },
  };
}

/** The instance for stderr. Everything else that is written there goes through its `note`. */
export const live = createLive(process.stderr);
