// Finds the reason why a process ended in its output, as one line: the last error of JSON lines, the last line of plain text.
import { oneLine, truncate } from "../domain/text.ts";

const MAX_WORDS = 400;
/** How Go and Node begin a crash message; stack traces follow. */
const CRASH = /^(?:panic:|fatal error:|FATAL ERROR:|(?:[A-Z]\w*)?Error(?: \[\w+\])?:)/;

/** An error followed by this number of lines did not end the process. */
const MAX_LINES_AFTER = 10;

/** Returns "" if nothing in the output explains the end; a logged request does not. */
export function lastWords(output: string): string {
  let text = "";
  let crash = "";
  let after = 0;
  for (const line of output.split("\n").reverse()) {
    const plain = line.trim();
    if (plain === "") continue;
    const entry = entryOf(plain);
    if (entry === null) {
      // The kept output may start in the middle of a JSON line.
      if (text === "" && !plain.startsWith("at ") && !plain.endsWith("}")) text = plain;
      if (CRASH.test(plain)) crash = plain;
    } else if (entry.level === "error") return shown(crash || messageOf(entry));
    else if (++after >= MAX_LINES_AFTER) break;
  }
  return shown(crash || text);
}

/** Exit code of a guard whose program was killed. */
const KILLED = 137;

/** Describes how a process ended, with its last words, on one line. If it was killed, its earlier output is not the reason and is omitted. */
export function endOf(output: string, code: number | null, signal: NodeJS.Signals | null): string {
  const how = signal ? `ended by ${signal}` : `exit code ${code}`;
  const words = signal === "SIGKILL" || code === KILLED ? "" : lastWords(output);
  return [how, words].filter(Boolean).join(": ");
}

const shown = (words: string) => truncate(oneLine(words), MAX_WORDS);

type Entry = { level: string; message: string; error?: unknown };

/** The service's own log lines have `level` and `message`; those of Go and Temporal have `level` and `msg`. */
function entryOf(line: string): Entry | null {
  if (!line.startsWith("{")) return null;
  try {
    const { level, message, msg, error } = JSON.parse(line) as Record<string, unknown>;
    return { level: String(level).toLowerCase(), message: String(message ?? msg ?? ""), error };
  } catch {
    return null;
  }
}

/** Returns the message, with the error's message appended if it is missing. */
function messageOf({ message, error }: Entry): string {
  const why =
    typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
      ? error.message
      : typeof error === "string"
        ? error
        : "";
  return why === "" || message.includes(why) ? message : `${message}: ${why}`;
}
