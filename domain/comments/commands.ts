// What a comment on a pull request asks for: lines that begin with /plumbline, and nothing else of it.
import { oneLine, truncate } from "../text.ts";

export type CommentCommand =
  /** `label` null: everything that waits for review. */
  | { verb: "approve" | "reject"; label: string | null }
  | { verb: "link"; code: string }
  | { verb: "unknown"; word: string };

/** Commands of one comment that are looked at. */
export const MAX_COMMANDS = 10;
const MAX_LABEL = 200;
/** A longer line is no command: anybody may write one. */
const MAX_LINE = 1_000;
const LINES = /\r\n|[\r\n\u2028\u2029]/;
/** Of a line without blanks at its end. */
const LINE = /^\/plumbline(?:[ \t]+(\S+)(?:[ \t]+(\S.*))?)?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/**
 * Quoted lines begin with `>`, and lines of a block of code are shown to readers as an example: neither counts. A line that is
 * indented does not either.
 */
export function commandsIn(body: string): CommentCommand[] {
  const found: CommentCommand[] = [];
  let fence: string | null = null;
  for (const line of body.split(LINES)) {
    const mark = FENCE.exec(line)?.[1] ?? null;
    if (fence !== null) {
      if (mark?.startsWith(fence)) fence = null;
      continue;
    }
    fence = mark;
    const command = line.length > MAX_LINE ? null : LINE.exec(line.trimEnd());
    if (command && found.length < MAX_COMMANDS) found.push(commandOf(command[1] ?? "", command[2] ?? ""));
  }
  return found;
}

function commandOf(word: string, rest: string): CommentCommand {
  const verb = word.toLowerCase();
  const text = oneLine(rest);
  if (verb === "approve" || verb === "reject") return { verb, label: labelOf(text) };
  if (verb === "link" && text !== "") return { verb, code: text.toUpperCase() };
  return { verb: "unknown", word: truncate(word, 40) };
}

/** People write names with and without quotes. An empty name in quotes is a name that nothing has, not everything. */
function labelOf(text: string): string | null {
  if (text === "") return null;
  const quoted = /^(["'`“])(.*)(["'`”])$/.exec(text);
  return truncate(quoted?.[2] ?? text, MAX_LABEL);
}
