// Lines on stderr that are drawn again in place at a terminal, and the remarks that appear above them. By hand: the kept libraries
// for it need a newer Node than the package does, and Node's own takes longer to load than a quick command.
import { truncate } from "../domain/text.ts";
import { wrapped } from "./terminal.ts";

/** As much of a stream as is written to. */
type Screen = Pick<NodeJS.WriteStream, "write" | "columns">;
export type Live = {
  /** Replaces the lines that are there. None: they are erased. */
  show(lines: readonly string[]): void;
  /** A line that stays, broken between words where the terminal is narrower, above the ones that are drawn again. */
  note(text: string): void;
};

export function createLive(screen: Screen): Live {
  let shown: readonly string[] = [];
  const erase = () => {
    if (shown.length === 0) return;
    screen.write(`\u001b[${shown.length}A\u001b[J`);
  };
  // A line that the terminal breaks would take two, and one of them would stay.
  const draw = () => {
    for (const line of shown) screen.write(`${truncate(line, Math.max(1, (screen.columns ?? 80) - 1))}\n`);
  };
  return {
    show(lines) {
      erase();
      shown = lines;
      draw();
    },
    note(text) {
      erase();
      const lines = screen.columns === undefined ? [text] : wrapped(text, screen.columns);
      for (const line of lines) screen.write(`${line}\n`);
      draw();
    },
  };
}

/** The one on stderr: what is written there otherwise goes through its `note`. */
export const live = createLive(process.stderr);
