// Parses commands in pull request comments: only lines that begin with /plumbline.
import { oneLine, truncate } from "../text.ts";

export type CommentCommand =
  /** A null `label` means everything that needs review. */
  | { verb: "approve" | "reject"; label: string | null }
  | { verb: "link"; code: string }
  | { verb: "unknown"; word: string };

/** Maximum number of commands per comment; further ones are ignored. */
export const MAX_COMMANDS = 10;
const MAX_LABEL = 200;
/** Maximum length of a command in characters, because anybody can write one. */
const MAX_LINE = 1_000;
const LINES = /\r\n|[\r\n\u2028\u2029]/;
/** Matches a line without trailing white space. */
const LINE = /^\/plumbline(?:[ \t]+(\S+)(?:[ \t]+(\S.*))?)?$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** Returns the commands of a comment. Ignores quoted lines (`>`), lines in code blocks, which are shown as examples, and indented lines. */
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

/** People write names with and without quotes. An empty quoted name matches nothing rather than everything. */
function labelOf(text: string): string | null {
  if (text === "") return null;
  const quoted = /^(["'`“])(.*)(["'`”])$/.exec(text);
  return truncate(quoted?.[2] ?? text, MAX_LABEL);
}
