// Packs the entries of a list of problems with their texts, so that a search among thousands of problems reads only a few documents.
import { type Entry, packEntry, unpackEntry } from "./entries.ts";
import type { ProblemState } from "./problem.ts";

/** An entry with the text that searches match. */
export type NamedEntry = Entry & { text: string };

/** Maximum length of a part in characters. A part is one document, which databases limit to 16 MB. */
const PART_CHARACTERS = 1_000_000;
/** Maximum length of a problem's searchable text in characters. */
const MAX_TEXT = 4_000;
/** Separates entry and text. */
const BORDER = "\t";

/** Returns the searchable text: title and sentence in lower case, on one line. */
export const textOf = ({ title, sentence }: Pick<ProblemState, "title" | "sentence">): string =>
  inLine(`${title} ${sentence}`.slice(0, MAX_TEXT));

const inLine = (text: string): string => text.toLowerCase().replaceAll("\n", " ");

/** Packs entries, one per line. */
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

/** Returns the entries in the part whose text contains `wanted`, ignoring case. Only looks at lines that contain it. */
export function entriesNaming(part: string, wanted: string): Entry[] {
  const text = inLine(wanted);
  const found: Entry[] = [];
  let from = 0;
  for (let hit = part.indexOf(text); hit >= 0; hit = part.indexOf(text, from)) {
    const start = part.lastIndexOf("\n", hit) + 1;
    const border = part.indexOf(BORDER, start);
    // The match is within the entry itself or crosses its end; the text of the line may still contain it.
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
