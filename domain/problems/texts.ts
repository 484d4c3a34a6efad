// The entries of a list of problems with their texts, packed, so that a search in many thousands reads a few documents.
import { type Entry, packEntry, unpackEntry } from "./entries.ts";
import type { ProblemState } from "./problem.ts";

/** An entry, and the text that a search finds it by. */
export type NamedEntry = Entry & { text: string };

/** Characters of one part. A part is one document, which a database bounds at 16 MB. */
const PART_CHARACTERS = 1_000_000;
/** Characters of one problem that are searched. */
const MAX_TEXT = 4_000;
/** Between entry and text. */
const BORDER = "\t";

/** As it is searched: title and sentence in lower case, on one line. */
export const textOf = ({ title, sentence }: Pick<ProblemState, "title" | "sentence">): string =>
  inLine(`${title} ${sentence}`.slice(0, MAX_TEXT));

const inLine = (text: string): string => text.toLowerCase().replaceAll("\n", " ");

/** One a line. */
export function packTexts(entries: readonly NamedEntry[]): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let characters = 0;
  for (const entry of entries) {
    const line = `${packEntry(entry)}${BORDER}${entry.text}`;
    lines.push(line);
    characters += line.length;
    if (characters < PART_CHARACTERS) continue;
    parts.push(lines.join("\n"));
    lines = [];
    characters = 0;
  }
  return lines.length > 0 ? [...parts, lines.join("\n")] : parts;
}

export const unpackTexts = (part: string): NamedEntry[] => part.split("\n").map(namedEntryIn);

function namedEntryIn(line: string): NamedEntry {
  const border = line.indexOf(BORDER);
  return { ...unpackEntry(line.slice(0, border)), text: line.slice(border + 1) };
}

/** Those in the part whose text has this one, in any case. Looks at each line that has it, and at no other. */
export function entriesNaming(part: string, wanted: string): Entry[] {
  const text = inLine(wanted);
  const found: Entry[] = [];
  let from = 0;
  for (let hit = part.indexOf(text); hit >= 0; hit = part.indexOf(text, from)) {
    const start = part.lastIndexOf("\n", hit) + 1;
    const border = part.indexOf(BORDER, start);
    // Within the entry itself, or across its end: the text of the line may have it still.
    if (hit <= border) {
      from = Math.max(hit, border) + 1;
      continue;
    }
    found.push(unpackEntry(part.slice(start, border)));
    const end = part.indexOf("\n", hit);
    if (end < 0) break;
    from = end + 1;
  }
  return found;
}
