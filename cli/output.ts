// The answer goes to stdout, everything else to stderr.
import type { Failure } from "./exit.ts";
import { live } from "./live.ts";

export type Row = Record<string, string | number | boolean | null>;
export type Output = {
  /** Prints the answer: `data` as JSON with --json, otherwise the lines. */
  answer(data: unknown, lines: string[]): void;
  /** Prints a remark for the person, which is never part of the answer. Silent with --json. */
  note(text: string): void;
};

/** Ignores a reader that disconnects (`| head`): the command continues, and its exit code is unaffected. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
}

export function createOutput(json: boolean): Output {
  return {
    answer(data, lines) {
      if (json) process.stdout.write(`${JSON.stringify(data, null, 2)}\n`);
      else for (const line of lines) process.stdout.write(`${line}\n`);
    },
    note(text) {
      if (!json) live.note(text);
    },
  };
}

/** Formats rows as aligned columns with a heading; empty if there are no rows. */
export function table(rows: Row[]): string[] {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return [];
  const cells = [columns, ...rows.map((row) => columns.map((c) => show(row[c])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => (line[i] ?? "").length)));
  return cells.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Formats a row as `name  value`, one field per line. */
export function fields(row: Row): string[] {
  const width = Math.max(...Object.keys(row).map((key) => key.length));
  return Object.entries(row).map(([key, value]) => `${key.padEnd(width)}  ${show(value)}`);
}

export function writeFailure({ code, message, details }: Omit<Failure, "exit">, json: boolean): void {
  process.stderr.write(json ? `${JSON.stringify({ error: { code, message, ...details } })}\n` : `${message}\n`);
}

function show(value: Row[string] | undefined): string {
  if (value === null || value === undefined) return "-";
  return typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
}
