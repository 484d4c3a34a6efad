// What a process said before it ended, in one line: of lines of JSON the last error, of plain text the last line.
import { oneLine, truncate } from "../domain/text.ts";

const MAX_WORDS = 400;
/** What Go and Node write of a crash; the lines after it are stacks. */
const CRASH = /^(?:panic:|fatal error:|FATAL ERROR:|(?:[A-Z]\w*)?Error(?: \[\w+\])?:)/;

/** An error that so many lines followed did not end the process. */
const MAX_LINES_AFTER = 10;

/** "" where it said nothing that explains an end: an answered request does not. */
export function lastWords(output: string): string {
  let text = "";
  let crash = "";
  let after = 0;
  for (const line of output.split("\n").reverse()) {
    const plain = line.trim();
    if (plain === "") continue;
    const entry = entryOf(plain);
    if (entry === null) {
      // The beginning of the kept output may be half a line of JSON.
      if (text === "" && !plain.startsWith("at ") && !plain.endsWith("}")) text = plain;
      if (CRASH.test(plain)) crash = plain;
    } else if (entry.level === "error") return shown(crash || messageOf(entry));
    else if (++after >= MAX_LINES_AFTER) break;
  }
  return shown(crash || text);
}

/** With this code a guard ends whose program was killed. */
const KILLED = 137;

/** How a process ended, in one line with its last words. One that was killed had no say in it: what it said before is not why. */
export function endOf(output: string, code: number | null, signal: NodeJS.Signals | null): string {
  const how = signal ? `ended by ${signal}` : `exit code ${code}`;
  const words = signal === "SIGKILL" || code === KILLED ? "" : lastWords(output);
  return [how, words].filter(Boolean).join(": ");
}

const shown = (words: string) => truncate(oneLine(words), MAX_WORDS);

type Entry = { level: string; message: string; error?: unknown };

/** Our own lines have `level` and `message`, those of Go's and Temporal's loggers `level` and `msg`. */
function entryOf(line: string): Entry | null {
  if (!line.startsWith("{")) return null;
  try {
    const { level, message, msg, error } = JSON.parse(line) as Record<string, unknown>;
    return { level: String(level).toLowerCase(), message: String(message ?? msg ?? ""), error };
  } catch {
    return null;
  }
}

/** A message that lacks what its error says gets it. */
function messageOf({ message, error }: Entry): string {
  const why =
    typeof error === "object" && error !== null && "message" in error && typeof error.message === "string"
      ? error.message
      : typeof error === "string"
        ? error
        : "";
  return why === "" || message.includes(why) ? message : `${message}: ${why}`;
}
